# A list of what a function gives that makes one of several modules: what is moved of it moves in place.
# RUN: not %device_tidy check --isolated --output-format concise --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class A(nn.Linear):
    pass


class B(nn.Linear):
    pass


def make(deep):
    if deep:
        return A(3, 3)
    return B(3, 3)


def rows(deep):
    if deep:
        return torch.zeros(3)
    return torch.ones(3)


class Modules(nn.Module):
    def __init__(self, deep, device):
        super().__init__()
        self.nets = [make(deep).to(device)]

    def end_good(self):
        self.nets[-1].cpu()


class Tensors(nn.Module):
    def __init__(self, deep, device):
        super().__init__()
        self.nets = [rows(deep).to(device)]

    def end_bad(self):
        self.nets[-1].cpu()
        # CHECK: :[[@LINE-1]]:23: warning: result of 'cpu' is discarded; 'self.nets[-1]' stays where it was
