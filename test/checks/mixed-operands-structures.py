# A function that calls itself for each element of a container gives the same container, with what it makes of each part:
# who moves a dictionary of lists so has moved all of it. What it leaves as it was is where it was.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from collections.abc import Mapping, Sequence
from functools import partial

import torch
from elsewhere import read


def move(b, device):
    if isinstance(b, dict):
        return {k: move(v, device) for k, v in b.items()}
    return b.to(device)


def move_any(b, device):
    if torch.is_tensor(b):
        return b.to(device)
    elif isinstance(b, Mapping):
        return type(b)({k: move_any(v, device) for k, v in b.items()})
    elif isinstance(b, tuple) and hasattr(b, "_fields"):
        return type(b)(*(move_any(v, device) for v in b))
    elif isinstance(b, Sequence) and not isinstance(b, str):
        return type(b)(move_any(v, device) for v in b)
    return b


def move_mapped(b, device):
    if type(b) in (list, tuple):
        return tuple(map(lambda x: move_mapped(x, device), b))
    return b.to(device=device, non_blocking=True)


def move_bound(b, device):
    if isinstance(b, (list, tuple)):
        return list(map(partial(move_bound, device=device), b))
    return b.to(device)


class Mover:
    def __init__(self):
        self.device = torch.device("cuda")

    def moved(self, x):
        if isinstance(x, dict):
            for k in x:
                x[k] = self.moved(x[k])
        elif isinstance(x, list):
            x = [self.moved(v) for v in x]
        else:
            x = x.to(self.device)
        return x

    def filled(self, x):
        if isinstance(x, dict):
            out = {}
            for k, v in x.items():
                out[k] = self.filled(v)
            return out
        elif isinstance(x, list):
            return list(map(self.filled, x))
        return x.to(self.device)

    @staticmethod
    def sent(x, device):
        if isinstance(x, (list, tuple)):
            return [Mover.sent(v, device) for v in x]
        return x.to(device)


def dictionaries_bad():
    x = move({"n": torch.ones(2), "m": torch.ones(3)}, "cuda")
    y = move_any({"n": torch.ones(2), "m": [torch.ones(3), "name"]}, "cuda")
    z = Mover().moved({"n": torch.ones(2)})
    w = Mover().filled({"n": [torch.ones(2)]})
    x["m"] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'x["m"]' on cuda, 'torch.ones(2)' on cpu
    y["n"] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'y["n"]' on cuda, 'torch.ones(2)' on cpu
    y["m"][0] + torch.ones(3)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'y["m"][0]' on cuda, 'torch.ones(3)' on cpu
    z["n"] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'z["n"]' on cuda, 'torch.ones(2)' on cpu
    w["n"][0] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'w["n"][0]' on cuda, 'torch.ones(2)' on cpu


def dictionaries_good():
    x = move({"n": torch.ones(2), "m": torch.ones(3)}, "cuda")
    y = move_any({"n": torch.ones(2), "m": [torch.ones(3), "name"]}, "cuda")
    z = Mover().moved({"n": torch.ones(2)})
    w = Mover().filled({"n": [torch.ones(2)]})
    x["m"] + torch.ones(2).cuda()
    y["n"] + torch.ones(2).cuda()
    y["m"][0] + torch.ones(3).cuda()
    z["n"] + torch.ones(2).cuda()
    w["n"][0] + torch.ones(2).cuda()


def sequences_bad():
    x = move_mapped((torch.ones(2), torch.ones(3)), "cuda")
    y = move_bound([torch.ones(2), torch.ones(3)], "cuda")
    z = Mover.sent([torch.ones(2), (torch.ones(2), torch.ones(3))], "cuda")
    x[1] + torch.ones(3)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'x[1]' on cuda, 'torch.ones(3)' on cpu
    y[0] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'y[0]' on cuda, 'torch.ones(2)' on cpu
    z[1][0] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'z[1][0]' on cuda, 'torch.ones(2)' on cpu


def sequences_good():
    x = move_mapped((torch.ones(2), torch.ones(3)), "cuda")
    y = move_bound([torch.ones(2), torch.ones(3)], "cuda")
    z = Mover.sent([torch.ones(2), (torch.ones(2), torch.ones(3))], "cuda")
    x[1] + torch.ones(3).cuda()
    y[0] + torch.ones(2).cuda()
    z[1][0] + torch.ones(2).cuda()


# The containers that were given stay as they were, where others are made.
def given_bad():
    given = {"n": torch.ones(2)}
    moved = move(given, "cuda")
    given["n"] + moved["n"]
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'given["n"]' on cpu, 'moved["n"]' on cuda


def given_good():
    given = {"n": torch.ones(2)}
    moved = Mover().moved(given)
    given["n"] + moved["n"]


# A list is no tuple: the mover leaves it.
def move_tuples(b, device):
    if isinstance(b, tuple):
        return tuple(move_tuples(x, device) for x in b)
    if torch.is_tensor(b):
        return b.to(device)
    return b


def list_bad():
    a, b = move_tuples([torch.ones(2), torch.ones(2)], "cuda")
    a + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'a' on cpu, 'torch.ones(2, device="cuda")' on cuda


def list_good():
    a, b = move_tuples((torch.ones(2), torch.ones(2)), "cuda")
    a + torch.ones(2, device="cuda")


# Nobody knows what is given: all that it holds has been moved.
def unknown_bad():
    x = move_bound(read(), torch.device("cuda"))
    x[0] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'x[0]' on cuda, 'torch.ones(2)' on cpu


def unknown_good():
    x = move_tuples(read(), torch.device("cuda"))
    x[0] + torch.ones(2)
