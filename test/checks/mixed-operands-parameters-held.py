# `to` gives a parameter other memory, whoever holds it; it makes other buffers.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def alias_bad():
    net = nn.Linear(2, 2)
    w = net.weight
    return w + torch.zeros(2, 2, device=dev)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices: 'w' on cpu, 'torch.zeros(2, 2, device=dev)' on cuda [device-mixed-operands]


def alias_ok():
    net = nn.Linear(2, 2)
    w = net.weight
    net.to(dev)
    return w + torch.zeros(2, 2, device=dev)


def back_bad():
    net = nn.Linear(2, 2).to(dev)
    w = net.weight
    net.cpu()
    return w + torch.zeros(2, 2, device=dev)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices: 'w' on cpu, 'torch.zeros(2, 2, device=dev)' on cuda [device-mixed-operands]


def back_ok():
    net = nn.Linear(2, 2).to(dev)
    w = net.weight
    net.cpu()
    return w + torch.zeros(2, 2)


def list_bad():
    net = nn.Linear(2, 2)
    params = list(net.parameters())
    return params[0] + torch.zeros(2, 2, device=dev)
    # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices: 'params[0]' on cpu, 'torch.zeros(2, 2, device=dev)' on cuda [device-mixed-operands]


def list_ok():
    net = nn.Linear(2, 2)
    params = list(net.parameters())
    net.to(dev)
    for p in params:
        p.data.add_(torch.ones(1, device=dev))
    return params[0] + torch.zeros(2, 2, device=dev)


class Clip:
    def __init__(self, params):
        self.params = list(params)
        self.w = self.params[0]

    def loss(self, target):
        return (self.w - target).sum() + sum((p - 1).abs().sum() for p in self.params)


def object_ok():
    net = nn.Linear(2, 2)
    clip = Clip(net.parameters())
    net.to(dev)
    return clip.loss(torch.zeros(2, 2, device=dev))


def registered_bad():
    style = nn.Parameter(torch.randn(2))
    m = nn.Module()
    m.style = style
    return style + torch.ones(2, device=dev)
    # CHECK: :[[@LINE-1]]:18: warning: operands of '+' may be on different devices: 'style' on cpu, 'torch.ones(2, device=dev)' on cuda [device-mixed-operands]


def registered_ok():
    style = nn.Parameter(torch.randn(2))
    m = nn.Module()
    m.style = style
    m.to(dev)
    return style + torch.ones(2, device=dev)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2))
        self.keep = (self.p, 1)

    def forward(self, x):
        return x + self.keep[0]


def tuple_ok():
    return Tied().to(dev)(torch.randn(1, 2, device=dev))


def tied_ok():
    enc, dec = nn.Embedding(4, 2), nn.Linear(2, 4, bias=False)
    dec.weight = enc.weight
    enc.to(dev)
    return dec(torch.ones(1, 2, device=dev))


def tied_owner_ok():
    enc, dec = nn.Embedding(4, 2), nn.Linear(2, 4, bias=False)
    dec.weight = enc.weight
    dec.to(dev)
    return enc(torch.ones(1, 2, device=dev, dtype=torch.long))


def tied_bad():
    enc, dec = nn.Embedding(4, 2), nn.Linear(2, 4, bias=False)
    enc.to(dev)
    return dec(torch.ones(1, 2, device=dev))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'dec' on cpu, 'torch.ones(1, 2, device=dev)' on cuda [device-mixed-operands]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 5)
        self.out = nn.Linear(5, 5)
        self.out.weight = self.emb.weight


def tied_part_ok():
    m = Model()
    m.emb.to(dev)
    return m.out.weight + torch.zeros(5, 5, device=dev)
