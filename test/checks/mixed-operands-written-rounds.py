# RUN: not %device_tidy check --isolated --worlds multi --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A loop over a few things that the source names has a round for each: each of them is what it is, and none one of several.
import torch
from torch import nn

NAMES = ("mean", "std")


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)


def bad_each_on_its_own():
    net = Pair()
    for part, device in zip((net.a, net.b), ("cuda:0", "cuda:1")):
        part.to(device)
    # CHECK: :[[#@LINE+1]]:25: warning: operands of '+' {{.*}}: 'net.a.weight' on cuda:0, 'net.b.weight' on cuda:1
    return net.a.weight + net.b.weight


def good_each_on_its_own():
    net = Pair()
    for part, device in zip((net.a, net.b), ("cuda:1", "cuda:1")):
        part.to(device)
    return net.a.weight + net.b.weight


def bad_member():
    net = Pair()
    for part in (net.a, net.b):
        part.scale = torch.ones(4)
    net.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'Linear' are on different devices: 'net.a' on cuda, 'net.a.scale' on cpu
    return net.a(net.a.scale)


def good_member():
    net = Pair()
    for part in (net.a, net.b):
        part.scale = torch.ones(4, device="cuda")
    net.cuda()
    return net.a(net.a.scale)


def bad_counted(devices):
    net = Pair()
    tables = [None, None]
    for n, part in enumerate([net.a, net.b]):
        part.to("cuda:0")
        tables[n] = torch.ones(4)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'Linear' are on different devices: 'net.b' on cuda:0, 'tables[1]' on cpu
    return net.b(tables[1])


def good_counted(devices):
    net = Pair()
    tables = [None, None]
    for n, part in enumerate([net.a, net.b]):
        part.to("cuda:0")
        tables[n] = torch.ones(4).to("cuda:0")
    return net.b(tables[1])


class BadNames:
    def __init__(self):
        for name in NAMES:
            setattr(self, name, torch.ones(3))

    def run(self):
        x = torch.ones(3, device="cuda")
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '-' are on different devices: 'x' on cuda, 'self.mean' on cpu
        return x - self.mean


class GoodNames:
    def __init__(self):
        for name in NAMES:
            setattr(self, name, torch.ones(3).cuda())

    def run(self):
        x = torch.ones(3, device="cuda")
        return x - self.mean


# Beside a display there may be a dictionary, which gives its keys, or an iterator, which gives what is left.


def good_keys():
    moved = []
    for x, k in zip((torch.ones(3), torch.ones(3)), {1: "first", 0: "second"}):
        moved.append(x.cuda() if k == 1 else x)
    return moved[0] + torch.ones(3, device="cuda")


def good_table():
    places = {1: "first", 0: "second"}
    moved = []
    for x, k in zip((torch.ones(3), torch.ones(3)), places):
        if k == 1:
            moved.append(x.cuda())
        else:
            moved.append(x)
    return moved[0] + torch.ones(3, device="cuda")


def bad_numbers():
    moved = []
    for x, k in zip((torch.ones(3), torch.ones(3)), (0, 1)):
        if k == 1:
            moved.append(x.cuda())
        else:
            moved.append(x)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'moved[0]' on cpu
    return moved[0] + torch.ones(3, device="cuda")


def good_begun():
    left = iter([torch.ones(3), torch.ones(3, device="cuda")])
    next(left)
    found = []
    for n, x in zip((1, 2), left):
        found.append(x)
    return found[0] + torch.ones(3, device="cuda")


# A list of the module may have got more, and who derives may say otherwise.

ADDED = ["a"]
ADDED.append("b")


FEW = ("a",)


def good_added(state):
    state["a"] = state["b"] = torch.ones(3)
    for name in ADDED:
        state[name] = state[name].cuda()
    return state["b"] + torch.ones(3, device="cuda")


def bad_few(state):
    state["a"] = state["b"] = torch.ones(3)
    for name in FEW:
        state[name] = state[name].cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'state["b"]' on cpu
    return state["b"] + torch.ones(3, device="cuda")


class Kept:
    KEPT = ("a",)

    def move(self, state):
        state["a"] = state["b"] = torch.ones(3)
        for name in self.KEPT:
            state[name] = state[name].cuda()
        return state["b"] + torch.ones(3, device="cuda")


class GoodDerived(Kept):
    KEPT = ("a", "b")


def good_derived():
    return GoodDerived().move({})


# What ends a loop early ends all of its rounds, and its else has none.


def good_first():
    for place in ("cuda", "cpu"):
        x = torch.ones(3, device=place)
        break
    else:
        x = torch.ones(3)
    return x + torch.ones(3, device="cuda")


def bad_last():
    for place in ("cuda", "cpu"):
        x = torch.ones(3, device=place)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'x' on cpu
    return x + torch.ones(3, device="cuda")


def good_same_object():
    net = Pair()
    for part in (net.a, net.b):
        if part is net.a:
            part.to("cuda:0")
        else:
            part.to("cuda:1")
    return net.b(torch.ones(4, device="cuda:1"))


def bad_same_object():
    net = Pair()
    for part in (net.a, net.b):
        if part is net.a:
            part.to("cuda:0")
        else:
            part.to("cuda:1")
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'Linear' {{.*}}: 'net.b' on cuda:1
    return net.b(torch.ones(4, device="cuda:0"))


# Two objects are two, unless their class hands out one, or somebody may have changed what is compared.


class Single:
    one = None

    def __new__(cls):
        if cls.one is None:
            cls.one = object.__new__(cls)
        return cls.one


class Plain:
    pass


def bad_single():
    a, b = Single(), Single()
    if a is b:
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices
        return torch.ones(2) + torch.ones(2, device="cuda:0")


def good_plain():
    a, b = Plain(), Plain()
    if a is b:
        return torch.ones(2) + torch.ones(2, device="cuda:0")


def bad_tied(tie):
    net = Pair()
    tie(net)
    if net.a is net.b:
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices
        return torch.ones(2) + torch.ones(2, device="cuda:0")


def good_untied(tie):
    net = Pair()
    tie()
    if net.a is net.b:
        return torch.ones(2) + torch.ones(2, device="cuda:0")


# Comprehensions go over them as loops do.


def bad_comprehension():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    x, y = [t * 2 for t in (x, y)]
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'x' on cpu, 'y' on cuda:0
    return x + y


def good_comprehension():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    x, y = [t.to("cuda:0") for t in (x, y)]
    return x + y


def bad_generator():
    x = y = torch.ones(3)
    x, y = (t.to(place) for t, place in zip((x, y), ("cuda:0", "cuda:1")))
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' {{.*}}: 'x' on cuda:0, 'y' on cuda:1
    return x + y


def good_generator():
    x = y = torch.ones(3)
    x, y = (t.to(place) for t, place in zip((x, y), ("cuda:1", "cuda:1")))
    return x + y


def bad_dictionary():
    d = {name: torch.ones(3, device=place) for name, place in (("x", "cpu"), ("y", "cuda:0"))}
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'd["x"]' on cpu, 'd["y"]' on cuda:0
    return d["x"] + d["y"]


def good_dictionary():
    d = {name: torch.ones(3, device=place) for name, place in (("x", "cuda:0"), ("y", "cuda:0"))}
    return d["x"] + d["y"]


def good_some():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    return torch.stack([t for t in (x, y, y) if t.is_cuda])
