# A function moves the module that it was given, of which it does not know what it is: its parts have moved.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def use(center, embed):
    return embed(center)


def train_ok(net, loader):
    net = net.to(device)
    for batch in loader:
        use(batch.to(device), net[0])
        for part in net:
            part(batch.to(device))


def train_named_ok(net, loader):
    net.to(device)
    for batch in loader:
        net["first"](batch.to(device))


def train_bad(net, loader):
    for batch in loader:
        use(batch.to(device), net[0])


def main():
    train_ok(nn.Sequential(nn.Embedding(9, 4), nn.Embedding(9, 4)), [torch.zeros(1).long()])
    train_named_ok(nn.ModuleDict({"first": nn.Linear(2, 2)}), [torch.zeros(2)])
    train_bad(nn.Sequential(nn.Embedding(9, 4), nn.Embedding(9, 4)), [torch.zeros(1).long()])
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Embedding' may be on different devices: 'embed' on cpu, 'center' on cuda
