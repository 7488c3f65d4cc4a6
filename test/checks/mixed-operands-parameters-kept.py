# `param.data = self.kept[name]` puts back what the object has taken from there: the module stays where it was, unless the
# class moves what it keeps, or is given it.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Averages:
    def __init__(self):
        self.kept = {}

    def keep(self, model):
        for name, param in model.named_parameters():
            self.kept[name] = param.data.clone()

    def put_back(self, model):
        for name, param in model.named_parameters():
            param.data = self.kept[name]


class OnHost:
    def __init__(self):
        self.kept = {}

    def keep(self, model):
        for name, param in model.named_parameters():
            self.kept[name] = param.data.cpu()

    def put_back(self, model):
        for name, param in model.named_parameters():
            param.data = self.kept[name]


class Given:
    def __init__(self, kept):
        self.kept = kept

    def put_back(self, model):
        for name, param in model.named_parameters():
            param.data = self.kept[name]


def kept(x):
    model = nn.Linear(3, 3).to("cuda")
    averages = Averages()
    averages.keep(model)
    averages.put_back(model)
    # CHECK: :[[#@LINE+1]]:32: warning: operands of '+' are on different devices: 'model(x.to("cuda"))' on cuda, 'torch.ones(3)' on cpu
    return model(x.to("cuda")) + torch.ones(3)


def kept_there(x):
    model = nn.Linear(3, 3).to("cuda")
    averages = Averages()
    averages.keep(model)
    averages.put_back(model)
    return model(x.to("cuda")) + torch.ones(3, device="cuda")


def kept_on_host(x):
    model = nn.Linear(3, 3).to("cuda")
    averages = OnHost()
    averages.keep(model)
    averages.put_back(model)
    return model(x) + torch.ones(3)


def given(x, state):
    model = nn.Linear(3, 3).to("cuda")
    Given(state).put_back(model)
    return model(x.cpu())
