# A constructor that moves the whole, `self.cuda()`, takes along what it was given and has made a part of it, if that is
# a module: whoever gives it knows.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Framework(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.parallel = nn.DataParallel(self.net)
        if torch.cuda.is_available():
            self.cuda()

    def step(self, x):
        if torch.cuda.is_available():
            x = x.cuda()
        y = self.parallel(x)
        return y.reshape(-1) + torch.zeros_like(y, device="cuda" if torch.cuda.is_available() else "cpu").reshape(-1)


class Beside(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.nets = [net]
        self.cuda()

    def step(self, x):
        return self.nets[0](x)


class Whole(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.cuda()

    def step(self, x):
        return self.net(x)


class Holder(Whole):
    def __init__(self, net):
        super().__init__(net)
        self.step(torch.zeros(2, 4).cuda())


all_nets = [nn.Linear(4, 3), nn.Linear(4, 3), nn.Linear(4, 3), nn.Linear(4, 3)]
Framework(all_nets[0]).step(torch.rand(2, 4))
Whole(all_nets[1]).step(torch.rand(2, 4).cuda())
Holder(all_nets[2])
Beside(all_nets[3]).step(torch.rand(2, 4).cuda())
# CHECK: :[[#@LINE-1]]:21: warning: operands of 'Linear' may be on different devices: 'self.nets[0]' on cpu, 'x' on cuda
