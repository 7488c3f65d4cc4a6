# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A text, or a number, or None: a callee that asks which it is has no answer.
import torch


def move(x, kind):
    if kind is not None:
        return x.cuda()
    return x


def given_good(x, flag):
    return move(torch.ones(3), "batch" if flag else None) + (torch.ones(3).cuda() if flag else torch.ones(3))


def given_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'move(torch.ones(3), "batch")' on cuda
    return move(torch.ones(3), "batch") + torch.ones(3)


def none_good():
    return move(torch.ones(3), None) + torch.ones(3)


def FN_either_bad(flag):
    return move(torch.ones(3), "batch" if flag else None) + torch.ones(3)  # not told apart behind the call


def here_bad(flag):
    kind = "batch" if flag else None
    x = torch.ones(3)
    if kind is not None:
        x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on cuda
    return x + torch.ones(3)


def here_good(flag):
    kind = "batch" if flag else None
    x = torch.ones(3)
    if kind is not None:
        x = x.cuda()
    return x + torch.ones(3).to(x.device)
