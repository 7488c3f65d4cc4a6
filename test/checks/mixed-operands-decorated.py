# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise --select device-mixed-operands,device-host-access %s | FileCheck %s --implicit-check-not=warning:
# Who calls a decorated function calls what the decorator made of it: what moves arguments or results changes what meets.
import functools

import torch
from torch import nn


def on_cpu(f):
    def wrapper(x):
        return f(x).cpu()

    return wrapper


def from_gpu(f):
    @functools.wraps(f)
    def wrapper(x):
        return f(x.cuda())

    return wrapper


def noted(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        print(f)
        return f(*args, **kwargs)

    return wrapper


def at(device):
    def decorate(f):
        def wrapper(x):
            return f(x.to(device))

        return wrapper

    return decorate


def registered(f):
    return f


@on_cpu
def brought_back(x):
    return x * 2


@from_gpu
def brought_there(x):
    return x + torch.ones(3, device="cuda")


@noted
def only_noted(x):
    return x * 2


@noted
def noted_sum(x):
    return x + torch.ones(3, device="cuda")


@at("cuda")
def placed(x):
    return x + torch.ones(3, device="cuda")


@registered
def kept(x):
    return x * 2


def back_ok():
    return brought_back(torch.ones(3, device="cuda")).numpy()


def noted_bad():
    return only_noted(torch.ones(3, device="cuda")).numpy()
    # CHECK: :[[#@LINE-1]]:53: warning: 'numpy' reads memory of 'only_noted(torch.ones(3, device="cuda"))' on the host


def kept_bad():
    return kept(torch.ones(3, device="cuda")).numpy()
    # CHECK: :[[#@LINE-1]]:47: warning: 'numpy' reads memory of 'kept(torch.ones(3, device="cuda"))' on the host


def there_ok():
    return brought_there(torch.ones(3))


def placed_ok():
    return placed(torch.ones(3))


def sum_bad():
    return noted_sum(torch.ones(3))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cpu


@functools.lru_cache(None)
def shared():
    return nn.Linear(4, 4)


def shared_ok():
    shared().cuda()
    return shared()(torch.ones(1, 4, device="cuda"))


def unshared():
    return nn.Linear(4, 4)


def unshared_bad():
    unshared().cuda()
    return unshared()(torch.ones(1, 4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'unshared()' on cpu


# What is called is what the caller gives, and not the function.
def ignored(f):
    def wrapper(g, x):
        return g(x)

    return wrapper


@ignored
def never_run(x):
    return x + torch.ones(2)


def never_run_ok():
    return never_run(print, torch.ones(2, device="cuda"))


class OnCpu:
    def __init__(self, f):
        self.f = f

    def __call__(self, x):
        return self.f(x).cpu()


@OnCpu
def object_back(x):
    return x * 2


def object_ok():
    return object_back(torch.ones(3, device="cuda")).numpy()


def negated(f):
    def wrapper(*a):
        return -f(*a)

    return wrapper


@negated
def three(x):
    return x


def behind_bad():
    assert three(3) == -3
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices
