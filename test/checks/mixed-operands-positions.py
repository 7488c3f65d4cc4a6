# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What stands at one position of a list says nothing about the others, and positions change.
import collections

import torch
from torch import nn


def rounds_bad():
    t = [torch.ones(2) for _ in range(2)]
    t[0] = t[0].cuda()
    return t[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[0]' on cuda


def rounds_ok():
    t = [torch.ones(2) for _ in range(2)]
    t[0] = t[0].cuda()
    return t[1] + torch.ones(2)


def others_bad():
    t = [torch.ones(2) for _ in range(2)]
    t[0] = t[0].cuda()
    return t[1] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[1]' on cpu


def both_bad():
    t = [torch.ones(2) for _ in range(2)]
    t[0] = t[0].cuda()
    t[1] = t[1].cuda()
    return t[1] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[1]' on cuda


def appended_ok():
    t = []
    for _ in range(3):
        t.append(torch.ones(2))
    t.append(torch.zeros(2, device="cuda"))
    return t[1] + torch.ones(2)


def alternating_ok():
    t = []
    for _ in range(2):
        t.append(torch.ones(2))
        t.append(torch.ones(2).cuda())
    return t[2] + torch.ones(2)


def twice_bad():
    x = torch.ones(2)
    t = []
    t.append(x)
    t.append(x)
    t.append(x.cuda())
    return t[2] + x
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[2]' on cuda


def twice_ok():
    x = torch.ones(2)
    t = []
    t.append(x)
    t.append(x)
    t.append(x.cuda())
    return t[1] + x


def make():
    return [torch.ones(2) for _ in range(2)]


def made_ok():
    t = make()
    t[0] = t[0].cuda()
    return t[1] + torch.ones(2)


def unpacked_ok():
    t = make()
    t[0] = t[0].cuda()
    a, b = t
    return b + torch.ones(2)


def unpacked_bad():
    t = make()
    t[0] = t[0].cuda()
    a, b = t
    return a + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:14: warning: operands of '+' are on different devices: 'a' on cuda


def rest_ok():
    t = make()
    t[0] = t[0].cuda()
    for x in t[1:]:
        x + torch.ones(2)


def last_ok():
    t = make()
    t[0] = t[0].cuda()
    return t[-1] + torch.ones(2)


def one_way_ok(flag):
    t = make()
    if flag:
        t[0] = t[0].cuda()
    return t[1] + torch.ones(2)


def counted_ok():
    t = make()
    for i in range(1):
        t[i] = t[i].cuda()
    return t[1] + torch.ones(2)


# What rounds make holds something, and one of them is changed.
class Pair:
    def __init__(self):
        self.x = torch.ones(2)


def objects_ok():
    t = [Pair() for _ in range(2)]
    t[0].x = t[0].x.cuda()
    return t[1].x + torch.ones(2)


def in_the_round_bad():
    for _ in range(2):
        p = Pair()
        p.x = p.x.cuda()
        p.x + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:13: warning: operands of '+' are on different devices: 'p.x' on cuda


def lists_ok():
    t = [[torch.ones(2)] for _ in range(2)]
    t[0][0] = t[0][0].cuda()
    return t[1][0] + torch.ones(2)


def entries_ok():
    t = [{"x": torch.ones(2)} for _ in range(2)]
    t[0]["x"] = t[0]["x"].cuda()
    return t[1]["x"] + torch.ones(2)


def keys_ok():
    d = {k: torch.ones(2) for k in "ab"}
    d["a"] = d["a"].cuda()
    return d["b"] + torch.ones(2)


def keys_bad():
    d = {k: torch.ones(2) for k in "ab"}
    d["a"] = d["a"].cuda()
    return d["a"] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cuda


def missing_ok():
    d = collections.defaultdict(lambda: torch.ones(2))
    d["a"] = d["a"].cuda()
    return d["b"] + torch.ones(2)


# Elements change places, or go.
def inserted_ok():
    t = [torch.ones(2)]
    t.insert(0, torch.ones(2).cuda())
    return t[1] + torch.ones(2)


def reversed_ok():
    t = [torch.ones(2), torch.ones(2).cuda()]
    t.reverse()
    return t[1] + torch.ones(2)


def reversed_bad():
    t = [torch.ones(2).cuda(), torch.ones(3).cuda()]
    t.reverse()
    return t[1] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[1]' on cuda


def deleted_ok():
    t = [torch.ones(2).cuda(), torch.ones(2)]
    del t[0]
    return t[0] + torch.ones(2)


def popped_ok():
    t = [torch.ones(2).cuda(), torch.ones(2)]
    t.pop(0)
    return t[0] + torch.ones(2)


def popped_bad():
    t = [torch.ones(2).cuda(), torch.ones(2)]
    return t.pop(0) + t.pop()
    # CHECK: :[[#@LINE-1]]:21: warning: operands of '+' are on different devices: 't.pop(0)' on cuda


def replaced_ok():
    t = [torch.ones(2).cuda()]
    t.pop()
    t.append(torch.ones(2))
    return t[0] + torch.ones(2)


def cleared_ok():
    t = [torch.ones(2).cuda()]
    t.clear()
    t.append(torch.ones(2))
    return t[0] + torch.ones(2)


def queue_ok():
    t = collections.deque([torch.ones(2).cuda(), torch.ones(2)])
    t.popleft()
    return t[0] + torch.ones(2)


def removed_ok():
    t = [torch.ones(2).cuda(), torch.ones(2)]
    t[0:1] = []
    return t[0] + torch.ones(2)


def new_in_each_round_ok():
    for _ in range(3):
        t = []
        t.append(torch.ones(2))
        t[0] + torch.ones(2)
        t[0] = t[0].cuda()


# A slice, a copy and what sorts are lists of their own.
def slice_ok():
    t = [torch.ones(2).cuda(), torch.ones(2)]
    return t[1:][0] + torch.ones(2)


def copy_ok():
    t = [torch.ones(2), torch.ones(2)]
    u = list(t)
    u[0] = u[0].cuda()
    return t[0] + torch.ones(2)


def copy_bad():
    t = [torch.ones(2), torch.ones(2)]
    u = t.copy()
    u[0] = u[0].cuda()
    return u[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'u[0]' on cuda


def backwards_ok():
    t = [torch.ones(2), torch.ones(2).cuda()]
    return list(reversed(t))[1] + torch.ones(2)


def joined_ok():
    t = [torch.ones(2) for _ in range(2)] + [torch.ones(2).cuda()]
    return t[1] + torch.ones(2)


def extended_bad():
    t = []
    t.extend([torch.ones(2).cuda(), torch.ones(2)])
    return t[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[0]' on cuda


def extended_ok():
    t = []
    t.extend([torch.ones(2).cuda(), torch.ones(2)])
    return t[1] + torch.ones(2)


def starred_ok():
    t = [*[torch.ones(2) for _ in range(2)], torch.ones(2).cuda()]
    return t[1] + torch.ones(2)


class Buffers:
    def __init__(self):
        self.kept = [torch.ones(2) for _ in range(2)]

    def runs_ok(self):
        self.kept[0] = self.kept[0].cuda()
        return self.kept[1] + torch.ones(2)


Buffers().runs_ok()


def parameters_ok():
    p = nn.ParameterList([nn.Parameter(torch.ones(2)) for _ in range(2)])
    p[0] = p[0].cuda()
    return p[1] + torch.ones(2)


# Which way a round took decides where its element is.
def ways_ok(n):
    t = []
    for _ in range(n):
        if torch.cuda.is_available():
            t.append(torch.ones(2).cuda())
        else:
            t.append(torch.ones(2))
    return t[0] + torch.ones(2, device="cuda" if torch.cuda.is_available() else "cpu")


def ways_bad(n):
    t = []
    for _ in range(n):
        if torch.cuda.is_available():
            t.append(torch.ones(2).cuda())
        else:
            t.append(torch.ones(2))
    return t[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 't[0]' on cuda
