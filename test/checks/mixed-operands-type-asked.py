# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# The type of one of two things, of which nobody knows which: what follows is analysed all the same.
import torch


def kind(x, y, flag):
    z = x if flag else y
    return z.type()


def called_bad(x, y, flag):
    kind(x, y, flag)
    # CHECK: :[[@LINE+1]]:33: warning: operands of '+' are on different devices
    return torch.ones(2).cuda() + torch.ones(2)


def called_ok(x, y, flag):
    kind(x, y, flag)
    return torch.ones(2).cuda() + torch.ones(2).cuda()
