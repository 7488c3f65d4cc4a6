# What `to` gives of a parameter is a parameter only where there is nothing to move.
# RUN: not %device_tidy check --isolated --select device-moved-parameter %s | FileCheck %s --implicit-check-not=warning:
# RUN: cp %s %t.py && not %device_tidy check --isolated --select device-moved-parameter --fix --unsafe-fixes %t.py > %t.out ; FileCheck --check-prefix=FIXED %s < %t.py
import torch
from torch import nn


class Given(nn.Module):
    def __init__(self, device):
        super().__init__()
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'weight' is no parameter of 'Given' where 'to' moves it: it is neither trained nor saved [device-moved-parameter]
        self.weight = nn.Parameter(torch.ones(3)).to(device)
        # FIXED: self.weight = nn.Parameter(torch.ones(3).to(device))
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'bias' is no parameter of 'Given' where 'cuda' moves it
        self.bias = nn.Parameter(0.1 * torch.ones(3), requires_grad=True).cuda()
        # FIXED: self.bias = nn.Parameter((0.1 * torch.ones(3)).cuda(), requires_grad=True)


class GivenOk(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3).to(device))
        self.bias = nn.Parameter((0.1 * torch.ones(3)).cuda(), requires_grad=True)


# Where it is already, or only the type changes; and what is no member of a module.
class OtherOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3)).to("cpu")
        self.cpu = nn.Parameter(torch.ones(3)).cpu()


class MovedBefore(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3).to(device)).to(device)
        self.bias = nn.Parameter(torch.ones(3, device=device)).to(device)


class Plain:
    def __init__(self, device):
        self.weight = nn.Parameter(torch.ones(3)).to(device)


def local_ok(device):
    weight = nn.Parameter(torch.ones(3)).to(device)
    return weight


# Through a variable.
class Variable(nn.Module):
    def __init__(self, device):
        super().__init__()
        weight = nn.Parameter(torch.ones(3))
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'weight' is no parameter of 'Variable' where 'to' moves it
        weight = weight.to(device)
        self.weight = weight


# Known miss: through a container.
class Container_FN(nn.Module):
    def __init__(self, device):
        super().__init__()
        weights = [nn.Parameter(torch.ones(3)).to(device)]
        self.weight = weights[0]
