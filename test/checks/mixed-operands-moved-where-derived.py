# The constructor of a derived class moves what its base has made: methods of the base do not know where that is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Flagged:
    gpu = False

    def __init__(self):
        self.net = nn.Linear(2, 2)

    def run_ok(self, x):
        if self.gpu:
            x = x.cuda()
        return self.net(x)


class FlaggedOn(Flagged):
    gpu = True

    def __init__(self):
        super().__init__()
        self.net.cuda()


class Named:
    def __init__(self):
        self.device = "cpu"
        self.net = nn.Linear(2, 2)

    def run_ok(self, x):
        return self.net(x.to(self.device))


class NamedOn(Named):
    def __init__(self):
        super().__init__()
        self.device = "cuda"
        self.net.to(self.device)


class Left:
    def __init__(self):
        self.device = "cpu"
        self.net = nn.Linear(2, 2)

    def run_bad(self, x):
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices
        return self.net(x.to(self.device))


class LeftOn(Left):
    def __init__(self):
        super().__init__()
        self.device = "cuda"


FlaggedOn().run_ok(torch.ones(2)), Flagged().run_ok(torch.ones(2))
NamedOn().run_ok(torch.ones(2)), Named().run_ok(torch.ones(2))
LeftOn().run_bad(torch.ones(2)), Left().run_bad(torch.ones(2))
