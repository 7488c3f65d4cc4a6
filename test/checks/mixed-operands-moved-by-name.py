# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A function moves what the object that it is given has, by its names: to_cuda(self).
import torch
from torch import nn


def to_cuda(impl, device):
    for key in dir(impl):
        module = getattr(impl, key)
        if isinstance(module, (nn.Module, nn.Parameter)):
            module.cuda(device)


def to_eval(impl):
    for key in dir(impl):
        module = getattr(impl, key)
        if isinstance(module, nn.Module):
            module.eval()


class Moved_ok:
    def __init__(self):
        self.q = nn.Linear(2, 2)

    def build(self):
        to_cuda(self, "cuda:0")

    def predict(self, x):
        return self.q(torch.tensor(x, device="cuda:0"))


class Evaluated:
    def __init__(self):
        self.q = nn.Linear(2, 2)

    def build(self):
        to_eval(self)

    def predict(self, x):
        # CHECK: :[[@LINE+1]]:16: warning: operands of 'Linear' are on different devices: 'self.q' on cpu, {{.*}} on cuda:0
        return self.q(torch.tensor(x, device="cuda:0"))


for one in (Moved_ok(), Evaluated()):
    one.build()
    one.predict([1.0, 2.0])
