# One integer on an accelerator selects from a tensor on the CPU as a number does; a vector of them does not.
# RUN: not %device_tidy check --isolated --worlds gpu --select device-index-mismatch,device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch

device = torch.device("cuda")


def confusion_ok(target, predicted):
    matrix = torch.zeros(3, 3)
    target, predicted = target.to(device), predicted.to(device)
    for t, p in zip(target.view(-1), predicted.view(-1)):
        matrix[t.long(), p.long()] += 1
    for t, p in zip(target.flatten(), predicted.flatten()):
        matrix[t, p] += 1
    for t, p in zip(target, predicted):
        matrix[t, p] = torch.ones(1, device=device)[0]
    return matrix


def confusion(target, predicted):
    matrix = torch.zeros(3, 3)
    target, predicted = target.to(device), predicted.to(device)
    matrix[target, predicted] += 1
    # CHECK: numbers.py:[[#@LINE-1]]:5: warning: index is on another device than the tensor that it indexes: 'matrix' on cpu, 'target' on cuda
    for t in target.view(-1, 2):
        matrix[t] += 1
        # CHECK: numbers.py:[[#@LINE-1]]:9: warning: index is on another device than the tensor that it indexes: 'matrix' on cpu, 't' on cuda
    return matrix


def weighs():
    b = torch.zeros(5, 2)
    x = torch.ones(3, device=device)
    for row in b:
        x = x + row[0]
    for row in b:
        x = x + row
        # CHECK: numbers.py:[[#@LINE-1]]:15: warning: operands of '+' are on different devices: 'x' on cuda, 'row' on cpu
    return x


def weighs_ok():
    b = torch.zeros(5)
    x = torch.ones(3, device=device)
    return x + b[0] + b.sum(0) + torch.zeros(2, 3)[1, 1]


def unknown(i):
    b = torch.zeros(5)
    return torch.ones(3, device=device) + b[1:2]
    # CHECK: numbers.py:[[#@LINE-1]]:41: warning: operands of '+' are on different devices: 'torch.ones(3, device=device)' on cuda, 'b[1:2]' on cpu
