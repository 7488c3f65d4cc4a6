# Which of several objects it is where the text says so: a question, the switch or the name that has chosen. What it is
# not surely is of level 2.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --check-prefix=CERTAIN --allow-empty
# CERTAIN-NOT: warning:
import torch

cuda = "cuda" if torch.cuda.is_available() else "cpu"


class Here:
    def noise(self):
        return torch.zeros(3)


class There:
    def noise(self):
        return torch.zeros(3, device=cuda)


class Nowhere:
    def noise(self):
        return torch.ones(3)


TABLE = {"here": Here, "there": There}
HERE = {"here": Here, "nowhere": Nowhere}


def any_key_bad(kind):
    return HERE[kind]().noise() + torch.ones(3, device=cuda)
    # CHECK: :[[@LINE-1]]:33: warning: operands of '+' may be on different devices: 'HERE[kind]().noise()' on cpu, 'torch.ones(3, device=cuda)' on cuda


def any_key_good(kind):
    return HERE[kind]().noise() + torch.ones(3)


def own_table_bad(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    return kinds[args.kind]().noise() + torch.ones(3, device=cuda)
    # CHECK: :[[@LINE-1]]:39: warning: operands of '+' may be on different devices: 'kinds[args.kind]().noise()' on cpu, 'torch.ones(3, device=cuda)' on cuda


def own_table_good(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    return kinds[args.kind]().noise() + torch.ones(3)


# Somebody has put another one in its place.
def changed_table_good(args):
    kinds = {"here": Here, "nowhere": Nowhere}
    kinds["here"] = There
    return kinds[args.kind]().noise() + torch.ones(3, device=cuda)


def same_name_bad(kind):
    source = TABLE[kind]()
    device = cuda if kind == "here" else "cpu"
    return source.noise() + torch.ones(3, device=device)
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices: 'source.noise()' on cuda, 'torch.ones(3, device=device)' on cpu


def same_name_good(kind):
    source = TABLE[kind]()
    device = cuda if kind == "there" else "cpu"
    return source.noise() + torch.ones(3, device=device)


def kind_bad(flag):
    source = Here() if flag else There()
    if isinstance(source, Here):
        x = torch.ones(3, device=cuda)
    else:
        x = torch.ones(3, device=cuda)
    return source.noise() + x
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices: 'source.noise()' on cpu, 'x' on cuda


def kind_good(flag):
    source = Here() if flag else There()
    if isinstance(source, Here):
        x = torch.ones(3)
    else:
        x = torch.ones(3, device=cuda)
    return source.noise() + x


def type_bad(flag):
    source = Here() if flag else There()
    if type(source) is There:
        x = torch.ones(3)
    else:
        x = torch.zeros(3)
    return source.noise() + x
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices: 'source.noise()' on cuda, 'x' on cpu


def type_good(flag):
    source = Here() if flag else There()
    if type(source) is There:
        x = torch.ones(3, device=cuda)
    else:
        x = torch.ones(3)
    return source.noise() + x


# What it has says nothing of which it is.
def asked_good(flag):
    source = Here() if flag else There()
    x = torch.ones(3, device=cuda) if hasattr(source, "device") else torch.ones(3)
    return source.noise() + x


def tried_good():
    try:
        source = There()
        device = cuda
    except RuntimeError:
        source = Here()
        device = "cpu"
    return source.noise() + torch.ones(3, device=device)


class First:
    def sample(self):
        return torch.zeros(3)


class Second:
    def sample(self):
        return torch.ones(3)


def replaced_good(flag, sample):
    source = First() if flag else Second()
    source.sample = sample
    return source.sample() + torch.ones(3, device=cuda)
