# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Somebody else makes the move, or is free to: nothing is certain about where the module is. All of these programs run,
# but for those that hand on what moves nothing.
import functools
import threading

import placement
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def run(f):
    f()


def apply(f, x):
    f(x)


def each(f, parts):
    for part in parts:
        f(part)


def give(x):
    placement.to_gpu(x)


def move(module, args):
    module.cuda()


def to_host(module, args, output):
    return output.cpu()


def show(module, args, output):
    print(output.shape)


def methods_ok():
    m = Pair()
    for f in [m.a.cuda, m.b.cuda]:
        f()
    return m(torch.ones(2, 4, device="cuda"))


def methods_of_children_ok():
    m = Pair()
    fs = [part.cuda for part in m.children()]
    for f in fs:
        f()
    return m(torch.ones(2, 4, device="cuda"))


def threads_ok():
    m = Pair()
    ts = [threading.Thread(target=part.cuda) for part in (m.a, m.b)]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    return m(torch.ones(2, 4, device="cuda"))


def partial_ok():
    m = Pair()
    functools.partial(m.a.to, "cuda")()
    functools.partial(m.b.to, "cuda")()
    return m(torch.ones(2, 4, device="cuda"))


def function_ok():
    m = Pair()
    run(lambda: m.cuda())
    return m(torch.ones(2, 4, device="cuda"))


def function_that_moves_nothing_ok():
    m = Pair().cuda()
    run(lambda: m.train())
    return m(torch.ones(2, 4, device="cuda"))


def function_that_moves_nothing_bad():
    m = Pair().cuda()
    run(lambda: m.train())
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def function_of_a_pool_ok(pool):
    m = Pair()
    list(pool.map(lambda part: part.cuda(), m.children()))
    return m(torch.ones(2, 4, device="cuda"))


def functions_of_parts_ok():
    m = Pair()
    apply(lambda part: part.cuda(), m.a)
    apply(nn.Module.cuda, m.b)
    return m(torch.ones(2, 4, device="cuda"))


def functions_of_each_ok():
    m = Pair()
    each(lambda part: part.cuda(), m.children())
    return m(torch.ones(2, 4, device="cuda"))


def functions_of_two_ok():
    m = Pair()
    each(nn.Module.cuda, [m.a, m.b])
    return m(torch.ones(2, 4, device="cuda"))


def given_by_a_helper_ok():
    m = Pair()
    give(m)
    return m(torch.ones(2, 4, device="cuda"))


def given_in_a_list_ok():
    m = Pair()
    give([m.a, m.b])
    return m(torch.ones(2, 4, device="cuda"))


def hook_ok():
    m = Pair()
    m.register_forward_pre_hook(move)
    return m(torch.ones(2, 4, device="cuda"))


def hook_of_parts_ok():
    m = Pair()
    m.a.register_forward_pre_hook(move)
    m.b.register_forward_pre_hook(move)
    return m(torch.ones(2, 4, device="cuda"))


def hook_of_outputs_ok():
    m = Pair().cuda()
    m.register_forward_hook(to_host)
    return m(torch.ones(2, 4, device="cuda")) + torch.ones(2, 4)


def hook_that_moves_nothing_ok():
    m = Pair().cuda()
    m.register_forward_hook(show)
    return m(torch.ones(2, 4, device="cuda"))


def hook_that_moves_nothing_bad():
    m = Pair().cuda()
    m.register_forward_hook(show)
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def replaced_forward_ok():
    m = Pair()
    m.forward = lambda x: x
    return m(torch.ones(2, 4, device="cuda"))
