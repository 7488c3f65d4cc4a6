# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# map(f, xs) is what f gives for each element.
import torch


def halves_bad(x: torch.Tensor):
    q, k = map(lambda t: t.view(3, -1).cuda(), x.chunk(2, dim=-1))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'q' on cuda, 'torch.ones(3)' on cpu
    return q + torch.ones(3), k


def halves_good(x: torch.Tensor):
    q, k = map(lambda t: t.view(3, -1).cuda(), x.chunk(2, dim=-1))
    return q + torch.ones(3, device="cuda"), k


def brought(x):
    return x.cuda()


def named_bad(xs):
    moved = list(map(brought, xs))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'moved[0]' on cuda, 'torch.ones(3)' on cpu
    return moved[0] + torch.ones(3)


def named_good(xs):
    moved = list(map(brought, xs))
    return moved[0] + torch.ones(3).cuda()


def numbers_good(text):
    # Numbers fit anywhere.
    a, b = map(int, text.split(","))
    return torch.ones(3).cuda() * a + b


def several_good(xs, ys):
    # Of two sequences nobody follows what comes together.
    return [z + torch.ones(3) for z in map(torch.add, xs, ys)]


def own_good(map, xs):
    # This one is somebody else's.
    return map(brought, xs)[0] + torch.ones(3)
