# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A variable of a module that holds an object of one of several classes, in a function: level 2.
import sys

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Dense:
    def make(self, n):
        return torch.ones(n)

    def place(self, n):
        return torch.ones(n, device="cuda")


class Sparse:
    def make(self, n):
        return torch.zeros(n, device="cuda")

    def place(self, n):
        return torch.zeros(n, device="cuda")


class Kept:
    def __init__(self, place):
        self.place = place
        self.w = torch.ones(3).to(place)

    def scale(self, x):
        return x.to(self.place) * self.w


class Narrow:
    def __init__(self, place):
        self.w = torch.ones(3, device=place)

    def scale(self, x):
        return x.to(self.w.device) * self.w


maker = Dense() if len(sys.argv) > 1 else Sparse()
if len(sys.argv) > 2:
    scaler = Kept(device)
else:
    scaler = Narrow(device)
changed = Dense() if len(sys.argv) > 3 else Sparse()


def choose():
    global changed
    changed = Sparse()


def made_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.ones(4).cuda()' on cuda, 'maker.make(4)' on cpu
    return torch.ones(4).cuda() + maker.make(4)


def made_good():
    return torch.ones(4).cuda() + maker.place(4)


def members_good():
    x = torch.ones(3).to(device)
    return x + scaler.scale(x)


def changed_good():
    choose()
    return torch.ones(4).cuda() + changed.make(4)


def is_dense_good():
    if isinstance(maker, Dense):
        return torch.ones(4) + maker.make(4)
    return torch.ones(4).cuda() + maker.place(4)
