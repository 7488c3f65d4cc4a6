# Loads that go to the device of the machine that saved. A place may be said in any form.
# RUN: not %device_tidy check --isolated --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import functools
import io
import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def plain_bad(path):
    return torch.load(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]


# What this program wrote was on devices that are there.
def buffer_ok(state):
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer)


def with_buffer_ok(module):
    with io.BytesIO() as buffer:
        torch.save(module, buffer)
        buffer.seek(0)
        return torch.load(buffer)


# What the function has written itself was on devices that are there.
def best_model_ok(model, folder, epochs):
    best = 0
    for epoch in range(epochs):
        score = train(model, epoch)
        if score > best:
            best = score
            torch.save(model.state_dict(), os.path.join(folder, "best.pt"))
    model.load_state_dict(torch.load(os.path.join(folder, "best.pt")))


def other_model_bad(model, folder, epochs):
    torch.save(model.state_dict(), os.path.join(folder, "last.pt"))
    model.load_state_dict(torch.load(os.path.join(folder, "best.pt")))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device


# Bytes may come from another machine.
def bytes_bad(message):
    return torch.load(io.BytesIO(message))
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


def none_bad(path):
    return torch.load(path, map_location=None)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]


def plain_ok(path):
    return torch.load(path, map_location=device)


def function_ok(path):
    return torch.load(path, map_location=lambda storage, location: storage)


def positional_ok(path):
    return torch.load(path, lambda storage, location: storage.cuda(0))


def dict_ok(path):
    return torch.load(path, map_location={"cuda:1": "cuda:0"})


def mapping(storage, location):
    return storage


def named_ok(path):
    return torch.load(path, map_location=mapping)


# What is merged into the call may say the place.
def options_ok(path):
    options = {"map_location": device, "weights_only": False}
    return torch.load(path, **options)


def unknown_options_ok(path, *places, **options):
    return torch.load(path, **options), torch.load(path, *places)


def other_options_bad(path):
    options = {"weights_only": False}
    return torch.load(path, **options)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# What is moved later is on the CPU until then; what is not, goes where the device variable says.
def moved_bad(path, place: torch.device):
    index = torch.load(path)
    # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    # CHECK: possible fix: load onto '"cpu"'
    index = torch.cat((torch.zeros(1), index[2:]))
    return index.to(place)


def given_bad(model, path, place: torch.device):
    model.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device
    # CHECK: {{[0-9]}}: fix: load onto 'place'
    return model.to(place)


# What functools.partial binds is given.
def bound_ok(path):
    return functools.partial(torch.load, map_location="cpu")(path)


def bound_bad(path):
    return functools.partial(torch.load, weights_only=True)(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


def bound_by_position_ok(path):
    return functools.partial(torch.load, path, "cpu")()


def bound_by_position_bad(path):
    return functools.partial(torch.load, path)()
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


def bound_to_none_bad(path):
    return functools.partial(torch.load, map_location=None)(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


def bound_to_none_ok(path):
    return functools.partial(torch.load, map_location=None)(path, map_location="cpu")


def bound_in_variable_ok(path):
    load = functools.partial(torch.load, map_location="cpu")
    return load(path)


def bound_by_default_ok(path, load=functools.partial(torch.load, map_location="cpu")):
    return load(path)


LOAD = functools.partial(torch.load, map_location="cpu")


def bound_in_global_ok(path):
    return LOAD(path)


class Reader:
    def __init__(self):
        self.load = functools.partial(torch.load, map_location="cpu")

    def read_ok(self, path):
        return self.load(path)


def bound_in_table_ok(path):
    loads = {"here": functools.partial(torch.load, map_location="cpu"), "there": functools.partial(torch.load)}
    return loads["here"](path)


def bound_in_table_bad(path):
    loads = {"here": functools.partial(torch.load, map_location="cpu"), "there": functools.partial(torch.load)}
    return loads["there"](path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


def reader():
    return functools.partial(torch.load, map_location="cpu")


def bound_elsewhere_ok(path):
    return reader()(path)


def in_lambda_ok(path):
    load = lambda p: torch.load(p, map_location="cpu")
    return load(path)


# Keywords name the file as well, and the function around may have written it.
def keywords_ok(script, path):
    torch.jit.save(m=script, f=path)
    return torch.jit.load(path)


def keywords_bad(script, path, other):
    torch.jit.save(m=script, f=other)
    return torch.jit.load(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.jit.load' without a device


def around_ok(state, path):
    torch.save(state, path)

    def again():
        return torch.load(path)

    return again()


def around_bad(state, path):
    def again():
        return torch.load(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device

    return again()


# A type may say that there are no tensors; what the host reads at once was on the CPU.
def numbers_ok(path):
    sizes: dict[str, int] = torch.load(path)
    return sizes


def numbers_bad(path):
    sizes: dict[str, torch.Tensor] = torch.load(path)
    # CHECK: :[[@LINE-1]]:38: warning: 'torch.load' without a device
    return sizes


def host_ok(path):
    return torch.load(path).numpy()


def host_bad(path):
    return torch.load(path).cpu().numpy()
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# A file may be opened for it.
def opened_ok(state, path):
    with open(path, "wb") as file:
        torch.save(state, file)
    with open(path, "rb") as file:
        return torch.load(file)


def opened_bad(state, path, other):
    with open(other, "wb") as file:
        torch.save(state, file)
    with open(path, "rb") as file:
        return torch.load(file)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device


# What the function has called has written it.
class EarlyStopping:
    def __init__(self, path="best.pt"):
        self.path = path
        self.best = None

    def __call__(self, loss, model, folder=None):
        if self.best is None or loss < self.best:
            self.save(loss, model, folder or self.path)

    def save(self, loss, model, folder):
        self.best = loss
        torch.save(model.state_dict(), folder + "/" + "best.pt")


class Watching:
    def __call__(self, loss, model, folder=None):
        print(loss, folder)


def keep(model, path):
    torch.save(model.state_dict(), path)


def stopper_ok(model, losses, settings):
    folder = os.path.join(settings.folder, settings.name)
    stopper = EarlyStopping()
    for loss in losses:
        stopper(loss, model, folder)
    model.load_state_dict(torch.load(folder + "/" + "best.pt"))


def stopper_bad(model, losses, settings):
    folder = os.path.join(settings.folder, settings.name)
    stopper = Watching()
    for loss in losses:
        stopper(loss, model, folder)
    model.load_state_dict(torch.load(folder + "/" + "best.pt"))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device


def made_with_ok(model, losses, path):
    stopper = EarlyStopping(path=path)
    for loss in losses:
        stopper(loss, model)
    model.load_state_dict(torch.load(path))


def called_ok(model, path):
    keep(model, path)
    model.load_state_dict(torch.load(path))


def called_bad(model, path, other):
    keep(model, other)
    model.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device
