# A part that a constructor makes only if none is given is not made where something is given, whatever that is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from elsewhere import clone
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Learner(nn.Module):
    def __init__(self, module, update=None):
        super().__init__()
        self.module = module
        if update is not None:
            self.update = update
        else:
            self.update = nn.Linear(3, 3)

    def forward(self, x):
        return self.update(self.module(x))


def given_good(module, data):
    return Learner(clone(module), clone(module.update))(data.to(device))


def made_bad(module, data):
    return Learner(clone(module))(data.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices: 'self.module' on cpu, 'x' on cuda
