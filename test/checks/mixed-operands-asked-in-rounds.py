# What a loop asks of the machine holds after it, whatever other loops follow: the machine stays the same.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands --select device-mixed-return %s | FileCheck %s --implicit-check-not=warning:
import torch


def listed_ok(xs, names):
    losses = []
    for x in xs:
        if torch.cuda.is_available():
            losses.append(torch.zeros(3).cuda())
        else:
            losses.append(torch.zeros(3))
    names = [n + "!" for n in names]
    return torch.stack(losses), names


def listed_bad(xs, names):
    losses = [torch.zeros(3)]
    for x in xs:
        if torch.cuda.is_available():
            losses.append(torch.zeros(3).cuda())
        else:
            losses.append(torch.zeros(3))
    names = [n + "!" for n in names]
    return torch.stack(losses), names
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'stack' {{.*}}


def last_ok(xs, names):
    for x in xs:
        if torch.cuda.is_available():
            last = torch.zeros(3).cuda()
        else:
            last = torch.zeros(3)
    for n in names:
        print(n)
    return last


def last_bad(xs, names):
    for x in xs:
        if torch.cuda.is_available():
            last = torch.zeros(3).cuda()
        else:
            last = torch.zeros(3)
    for n in names:
        print(n)
    return last + torch.zeros(3)
    # CHECK: :[[@LINE-1]]:17: warning: operands of '+' may be on different devices: 'last' on cuda, 'torch.zeros(3)' on cpu
