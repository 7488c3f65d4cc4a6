# RUN: not %device_tidy check --isolated --worlds multi --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A function that goes over what it is given leaves one element for all; its caller knows each.
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)


def spread():
    net = Pair()
    net.a.to("cuda:0")
    net.b.to("cuda:1")
    return net


def collect(parts):
    weights = []
    for part in parts:
        if hasattr(part, "weight"):
            weights.append(part.weight)
    return weights


def moved(tensors, device):
    return [t.to(device) for t in tensors]


def without_none(tensors):
    return [t for t in tensors if t is not None]


def on_accelerator(tensors):
    return [t for t in tensors if t.is_cuda]


def paired(tensors, devices):
    return [t.to(d) for t, d in zip(tensors, devices)]


def bad_parts():
    net = spread()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'stack' {{.*}} on cuda:0, {{.*}} on cuda:1
    return torch.stack(collect([net.a, net.b]))


def good_parts():
    net = spread()
    return torch.stack(moved(collect([net.a, net.b]), "cuda:0"))


def bad_tensors():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'cat' {{.*}} on cpu, {{.*}} on cuda:0
    return torch.cat(without_none((x, None, y)))


def good_tensors():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    return torch.cat(on_accelerator((x, None, y))) + torch.cat(without_none((y, None, y)))


def bad_pairs():
    x = torch.ones(3)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'stack' {{.*}} on cuda:0, {{.*}} on cuda:1
    return torch.stack(paired([x, x], ["cuda:0", "cuda:1"]))


def good_pairs():
    x = torch.ones(3)
    return torch.stack(paired([x, x], ["cuda:1", "cuda:1"]))


def bad_nested():
    net = spread()

    def scales(parts):
        found = []
        for part in parts:
            found.append(part.weight.abs().max())
        return found

    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'stack' {{.*}} on cuda:0, {{.*}} on cuda:1
    return torch.stack(scales([net.a, net.b]))


def bad_position():
    first, second = moved_apart([torch.ones(3), torch.ones(3, device="cuda:0")])
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'first' on cpu, 'second' on cuda:0
    return first + second


def moved_apart(tensors):
    return [t * 2 for t in tensors]


def good_position():
    first, second = moved_apart([torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:0")])
    return first + second


# An element is that of the round only if the loop goes over what it is of, and over all of that.


def to_one(tensors, devices, k):
    return [t.to(devices[k]) for t in tensors]


def good_one():
    x = torch.ones(3)
    moved = to_one([x, x], [torch.device("cpu"), torch.device("cuda:0")], 0)
    return moved[1] + torch.ones(3)


def to_each(tensors, devices):
    return [t.to(d) for t, d in zip(tensors, devices)]


def bad_each():
    x = torch.ones(3)
    moved = to_each([x, x], [torch.device("cpu"), torch.device("cuda:0")])
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'moved[1]' on cuda:0
    return moved[1] + torch.ones(3)


def to_last(tensors, others):
    for other in others:
        last = other
    moved = []
    for t in tensors:
        moved.append(t.to(last.device))
    return moved


def good_last():
    x = torch.ones(3)
    moved = to_last([x, x], [torch.ones(3), torch.ones(3, device="cuda:0")])
    return moved[0] + torch.ones(3, device="cuda:0")


def to_others(tensors, others):
    moved = []
    for t, other in zip(tensors, others):
        moved.append(t.to(other.device))
    return moved


def bad_others():
    x = torch.ones(3)
    moved = to_others([x, x], [torch.ones(3), torch.ones(3, device="cuda:0")])
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'moved[0]' on cpu
    return moved[0] + torch.ones(3, device="cuda:0")


def until_none(tensors):
    found = []
    for t in tensors:
        if t is None:
            break
        found.append(t)
    return found


def good_until():
    x, y = torch.ones(3), torch.ones(3, device="cuda:0")
    return torch.cat(until_none((y, None, x)))
