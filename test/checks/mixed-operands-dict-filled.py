# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Dictionaries that are filled by computed keys.
import torch
from torch import nn


# A method that fills a dictionary by the names of parameters: what it put there is met later by these names.
class Average:
    def __init__(self, model):
        self.kept = {}
        self.register(model)

    def register(self, model):
        for n, p in model.named_parameters():
            self.kept[n] = p.data.clone()

    def update(self, model):
        for n, p in model.named_parameters():
            self.kept[n] = 0.9 * self.kept[n] + 0.1 * p


def average_bad():
    m = nn.Linear(3, 3)
    e = Average(m)
    m.to("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: '0.9 * self.kept[n]' on cpu, '0.1 * p' on cuda
    e.update(m)


def average_good():
    m = nn.Linear(3, 3)
    m.to("cuda")
    e = Average(m)
    e.update(m)


# So does a function that is given the dictionary.
def fill(kept, model):
    for n, p in model.named_parameters():
        kept[n] = p.data.clone()


def given_bad():
    m = nn.Linear(3, 3)
    kept = {}
    fill(kept, m)
    m.to("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' are on different devices: 'kept[n]' on cpu, 'p' on cuda
    return [kept[n] - p for n, p in m.named_parameters()]


def given_good():
    m = nn.Linear(3, 3)
    m.to("cuda")
    kept = {}
    fill(kept, m)
    return [kept[n] - p for n, p in m.named_parameters()]
