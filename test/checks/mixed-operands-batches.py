# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s
# What gives one part of a batch that somebody brings to a device gives the other parts as well, and they are where
# that one was before. Nobody knows what it is, so that this is of level 2.
import torch
from torch import nn


def predict_bad(model, batches):
    device = next(model.parameters()).device
    for x, shift in batches:
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'model(x)' on its caller's device, 'shift' on cpu [device-mixed-operands]
        print((model(x) + shift).sum().item())


def predict_good(model, batches):
    device = next(model.parameters()).device
    for x, shift in batches:
        x, shift = x.to(device), shift.to(device)
        print((model(x) + shift).sum().item())


def count_bad(model, batches, device):
    hits = 0
    for _, (x, y) in enumerate(batches):
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '==' may be on different devices: 'model(x).argmax(1)' on its caller's device, 'y' on cpu [device-mixed-operands]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def count_good(model, batches, device):
    hits = 0
    for _, (x, y) in enumerate(batches):
        x = x.to(device)
        hits += (model(x).argmax(1).cpu() == y).sum().item()
    return hits


def names_good(model, batches, device):
    for x, names, count in batches:
        x = x.to(device)
        for name, value in zip(names, model(x)):
            print(name, value, count)


def types_good(model, batches):
    # Nothing is brought anywhere.
    for x, y in batches:
        x = x.to(torch.float32)
        print((model(x) == y).sum())


def back_good(model, batches):
    for x, y in batches:
        x = x.to("cpu")
        print((model(x) == y).sum())
