# What makes the host wait for the accelerator in each iteration.
# RUN: not %device_tidy check --isolated --select device-hidden-sync %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn


def item_bad(batches):
    model = nn.Linear(4, 4).cuda()
    total = 0.0
    for batch in batches:
        loss = model(batch.cuda()).mean()
        total += loss.item()
        # CHECK: :[[@LINE-1]]:23: warning: 'item' waits for 'loss' on cuda in each iteration of the loop [device-hidden-sync]
        # CHECK: note:
    return total


def item_ok(batches):
    model = nn.Linear(4, 4).cuda()
    total = torch.zeros((), device="cuda")
    for batch in batches:
        loss = model(batch.cuda()).mean()
        total += loss.detach()
    return total.item()


def printed_bad(n):
    x = torch.ones(4, device="cuda")
    for i in range(n):
        x = x * 2
        print(i, x)
        # CHECK: :[[@LINE-1]]:9: warning: 'print' waits for 'x' on cuda in each iteration of the loop [device-hidden-sync]
        # CHECK: note: 'x' created on cuda here


def printed_ok(n):
    x = torch.ones(4, device="cuda")
    for i in range(n):
        x = x * 2
        if i % 100 == 0:
            print(i, x)


def condition_bad(n):
    x = torch.ones(4, device="cuda")
    for _ in range(n):
        x = x * 0.5
        if x.sum() < 1:
            # CHECK: :[[@LINE-1]]:12: warning: a condition waits for 'x.sum() < 1' on cuda in each iteration of the loop [device-hidden-sync]
            # CHECK: note:
            break


def condition_ok(n):
    x = torch.ones(4, device="cuda")
    for i in range(n):
        x = x * 0.5
        if i > 100:
            break
    return x


def converted_bad(losses, n):
    x = torch.ones(4, device="cuda")
    for i in range(n):
        losses.append(float((x * 2).sum()))
        # CHECK: :[[@LINE-1]]:23: warning: 'float' waits for '(x * 2).sum()' on cuda in each iteration of the loop [device-hidden-sync]
        # CHECK: note:


def converted_ok(losses, n):
    x = torch.ones(4, device="cuda")
    for i in range(n):
        losses.append((x * 2).sum())


# The host's tensors, and epochs around the loop that works.
def host_ok(n):
    x = torch.ones(4)
    return [float((x * 2).sum()) for i in range(n)]


def epochs_ok(batches):
    model = nn.Linear(4, 4).cuda()
    for _ in range(10):
        total = torch.zeros((), device="cuda")
        for batch in batches:
            total += model(batch.cuda()).mean().detach()
        print(total)
