# Something that nobody knows takes the place of a parameter, or of a part: where the layer is then nobody knows either.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import importlib
import pickle
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(3, 3)

    def forward(self, x):
        return self.f(x)


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(3, 3)
        self.emb.weight = pickle.load(open("emb.pkl", "rb"))

    def forward(self, x):
        return self.emb(x)


def both_good(weights):
    n = nn.Linear(3, 3)
    n.weight = weights.get("w")
    n.bias = weights.get("b")
    n(torch.zeros(2, 3).cuda())


def weight_good(path):
    n = nn.Linear(3, 3, bias=False)
    n.weight = pickle.load(open(path, "rb"))["w"]
    n(torch.zeros(2, 3).cuda())


def part_good(name):
    net = Net()
    net.f = importlib.import_module(name).build("cuda")
    return net(torch.zeros(2, 3).cuda())


def bad():
    n = nn.Linear(3, 3)
    n.scale = pickle.load(open("scale.pkl", "rb"))
    n(torch.zeros(2, 3).cuda())
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'n' on cpu


both_good({})
weight_good("w.pkl")
part_good("nets")
Embedding()(torch.zeros(2).long().cuda())
bad()
