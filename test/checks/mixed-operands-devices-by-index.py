# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# f"cuda:{x.get_device()}" is the device that x is on.
import torch


def beside_ok(x):
    noise = torch.randn(3, device=f"cuda:{x.get_device()}")
    return x + noise


def joined_ok(x):
    i = x.get_device()
    noise = torch.randn(3, device="cuda:" + str(i) if i > -1 else "cpu")
    return x + noise


def ok():
    return beside_ok(torch.ones(3).cuda()), joined_ok(torch.ones(3).cuda())


def other(x, y):
    noise = torch.randn(3, device=f"cuda:{y.get_device()}")
    return x + noise


def several():
    # CHECK: :[[@LINE+1]]:12: warning: operands of '+' may be on different devices: 'x' on cuda:0, 'noise' on cuda:1
    return other(torch.ones(3).cuda(0), torch.ones(3).cuda(1))


def several_ok():
    return other(torch.ones(3).cuda(1), torch.ones(3).cuda(1))
