# What stands at a position of a list that is given to a function: behind many, nobody knows which it is.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


def second(rows):
    w = torch.zeros(2, 2).cuda()
    return w + rows[1]


def unpacked(rows):
    first, other, _ = rows
    w = torch.zeros(2, 2).cuda()
    return w + other


def many_good(n):
    second([torch.zeros(2, 2).cuda() for _ in range(n)] + [torch.zeros(2, 2)])
    rows = [torch.zeros(2, 2).cuda() for _ in range(n)]
    rows.append(torch.zeros(2, 2))
    unpacked(rows)


def written_bad():
    second([torch.zeros(2, 2).cuda()] + [torch.zeros(2, 2)])
    # CHECK: :[[#@LINE-1]]:5: warning: operands of '+' are on different devices: 'w' on cuda, 'rows[1]' on cpu
    rows = [torch.zeros(2, 2).cuda()]
    rows.append(torch.zeros(2, 2))
    rows.append(torch.zeros(2, 2).cuda())
    unpacked(rows)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of '+' are on different devices: 'w' on cuda, 'other' on cpu
