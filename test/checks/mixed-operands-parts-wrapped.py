# A function that puts what another makes of a part in the part's place, and goes on with the parts of that.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def patch(model, wrap):
    def inner(model):
        for name, layer in model.named_children():
            setattr(model, name, wrap(layer))
            inner(layer)

    inner(model)


def same(layer):
    return layer


def bad(net):
    patch(net, same)
    net.cuda()
    x = torch.ones(3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' are on different devices
    return x + torch.ones(3, device="cuda")


def good(net):
    patch(net, same)
    net.cuda()
    x = torch.ones(3, device="cuda")
    return x + torch.ones(3, device="cuda")


def moved_bad():
    net = nn.Sequential(nn.Linear(3, 3))
    patch(net, same)
    net.cpu()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Sequential' are on different devices
    return net(torch.ones(3, device="cuda"))


def moved_good():
    net = nn.Sequential(nn.Linear(3, 3))
    patch(net, same)
    net.cuda()
    return net(torch.ones(3, device="cuda"))
