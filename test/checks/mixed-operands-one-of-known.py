# Which of several objects it is where the text says so: a key, a question, the switch that has chosen.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --check-prefix=CERTAIN --allow-empty
# CERTAIN-NOT: warning:
import torch


class Here:
    def noise(self):
        return torch.zeros(3)


class There:
    def noise(self):
        return torch.zeros(3, device="cuda")


class Nowhere:
    def noise(self):
        return torch.ones(3)


TABLE = {"here": Here, "there": There}
HERE = {"here": Here, "nowhere": Nowhere}


def key_bad():
    return TABLE["here"]().noise() + torch.ones(3, device="cuda")


def key_good():
    return TABLE["there"]().noise() + torch.ones(3, device="cuda")


def make(kind):
    return TABLE[kind]()


def given_key_bad():
    return make("here").noise() + torch.ones(3, device="cuda")


def given_key_good():
    return make("there").noise() + torch.ones(3, device="cuda")


def any_key_bad(kind):
    return HERE[kind]().noise() + torch.ones(3, device="cuda")


def any_key_good(kind):
    return HERE[kind]().noise() + torch.ones(3)


def own_table_bad(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    return kinds[args.kind]().noise() + torch.ones(3, device="cuda")


def own_table_good(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    return kinds[args.kind]().noise() + torch.ones(3)


# Somebody has put another one in its place.
def changed_table_good(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    kinds["here"] = There
    return kinds[args.kind]().noise() + torch.ones(3, device="cuda")


def same_name_bad(kind):
    source = TABLE[kind]()
    device = "cuda" if kind == "here" else "cpu"
    return source.noise() + torch.ones(3, device=device)


def same_name_good(kind):
    source = TABLE[kind]()
    device = "cuda" if kind == "there" else "cpu"
    return source.noise() + torch.ones(3, device=device)


def kind_bad(flag):
    source = Here() if flag else There()
    if isinstance(source, Here):
        return source.noise() + torch.ones(3, device="cuda")
    return source.noise() + torch.ones(3, device="cuda")


def kind_good(flag):
    source = Here() if flag else There()
    if isinstance(source, Here):
        return source.noise() + torch.ones(3)
    return source.noise() + torch.ones(3, device="cuda")


def type_bad(flag):
    source = Here() if flag else There()
    if type(source) is There:
        return source.noise() + torch.ones(3)
    return source.noise() + torch.ones(3)


def type_good(flag):
    source = Here() if flag else There()
    if type(source) is There:
        return source.noise() + torch.ones(3, device="cuda")
    return source.noise() + torch.ones(3)


def asked_good(flag):
    source = Here() if flag else There()
    if hasattr(source, "device"):
        return source.noise() + torch.ones(3, device="cuda")
    return source.noise() + torch.ones(3)


def tried_good():
    try:
        source = There()
        device = "cuda"
    except RuntimeError:
        source = Here()
        device = "cpu"
    return source.noise() + torch.ones(3, device=device)


def replaced_good(flag, noise):
    source = Here() if flag else Nowhere()
    source.noise = noise
    return source.noise() + torch.ones(3, device="cuda")
