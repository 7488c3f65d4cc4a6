# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A flag that a constructor does not keep puts a member on an accelerator, whoever moves it: the method that meets it
# with the CPU fails with that flag.
import torch
from torch import nn


class InTheMove:
    def __init__(self, gpu):
        self.net = nn.Linear(2, 2).to("cuda" if gpu else "cpu")

    def bad(self, b):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.net(b)' on the device of 'net', 'torch.ones(2)' on cpu
        return self.net(b) + torch.ones(2)

    def good(self, b):
        y = self.net(b)
        return y + torch.ones(2, device=y.device)


class Made:
    def __init__(self, gpu):
        self.w = torch.zeros(2, device=torch.device("cuda" if gpu else "cpu"))

    def bad(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.w' on the device of 'w', 'torch.ones(2)' on cpu
        return self.w + torch.ones(2)

    def good(self):
        return self.w + torch.ones(2, device=self.w.device)


class N(nn.Module):
    def __init__(self, gpu):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.device = "cuda" if gpu else "cpu"
        self.to(self.device)

    def forward(self, x):
        return self.l(x)


class MovesItself:
    def __init__(self, gpu):
        self.net = N(gpu)

    def bad(self, b):
        total = torch.tensor(0.0)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+=' may be on different devices: 'total' on cpu, 'self.net(b).mean()' on the device of 'net'
        total += self.net(b).mean()
        return total

    def good(self, b):
        total = torch.tensor(0.0, device=self.net.device)
        total += self.net(b).mean()
        return total


# The method that moves it sees no class.
class ByMethod:
    def __init__(self, use_gpu):
        self.policy = nn.Linear(3, 3)
        if use_gpu:
            self.to_gpu()

    def to_gpu(self):
        self.policy.cuda()

    def bad(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.policy(x)' on the device of 'policy', 'torch.randn(3)' on cpu
        return self.policy(x) + torch.randn(3)

    def good(self, x):
        y = self.policy(x)
        return y + torch.randn(3, device=y.device)


# The same flag, kept, leaves both where they are.
class Kept:
    def __init__(self, gpu):
        self.gpu = gpu
        self.net = nn.Linear(2, 2).to("cuda" if gpu else "cpu")

    def good(self, b):
        x = torch.from_numpy(b)
        if self.gpu:
            x = x.cuda()
        return self.net(x)


class OnHost:
    def __init__(self, double):
        self.w = torch.zeros(2, device="cpu")
        if double:
            self.w = self.w.double()

    def good(self):
        return self.w + torch.ones(2)
