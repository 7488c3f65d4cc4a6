# What a function makes of a number or of a list, and what it is given as a tensor: isinstance tells them apart.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Focal(nn.Module):
    def __init__(self, alpha=None):
        super().__init__()
        self.alpha = alpha
        if isinstance(alpha, (float, int)):
            self.alpha = torch.Tensor([alpha, 1 - alpha])
        if isinstance(alpha, list):
            # CHECK: :[[@LINE+1]]:26: warning: 'alpha' is not registered with 'Focal', so 'to' leaves it on cpu
            self.alpha = torch.Tensor(alpha)

    def forward(self, log_p, target):
        if self.alpha is not None:
            log_p = log_p * self.alpha.gather(0, target.view(-1))
        return log_p.sum()


class Focal_ok(nn.Module):
    def __init__(self, alpha=None):
        super().__init__()
        self.alpha = alpha
        if isinstance(alpha, (float, int)):
            self.alpha = torch.Tensor([alpha, 1 - alpha])
        if isinstance(alpha, list):
            self.alpha = torch.Tensor(alpha)

    def forward(self, log_p, target):
        if self.alpha is not None:
            log_p = log_p * self.alpha.to(target.device).gather(0, target.view(-1))
        return log_p.sum()


def weights(w):
    if isinstance(w, (list, tuple)):
        w = torch.tensor(w)
    return w


def weights_bad():
    return weights([1.0, 2.0]) * torch.ones(2).cuda()
    # CHECK: :[[@LINE-1]]:32: warning: operands of '*' are on different devices: 'weights([1.0, 2.0])' on cpu


def weights_ok():
    return weights(torch.ones(2).cuda()) * torch.ones(2).cuda(), weights(0.5) * torch.ones(2).cuda()


# Numbers are tensors on the CPU where as_tensor makes them.
class Noise:
    def __init__(self, scale):
        self.scale = torch.as_tensor(scale).expand(3)


def noise_bad():
    return Noise(0.5).scale * torch.ones(3).cuda()
    # CHECK: :[[@LINE-1]]:29: warning: operands of '*' are on different devices: 'Noise(0.5).scale' on cpu


def noise_ok():
    return Noise(torch.ones(3).cuda()).scale * torch.ones(3).cuda()


# What was moved and is an operand is a tensor: its move is no move in place.
TABLE = torch.ones(3)


def chosen(t):
    return TABLE.gather(-1, t.cpu()).to(t.device)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x, t):
        return self.fc(x) + t


def step(net, x, t):
    a = chosen(t)
    return net(a * x, t)


def step_bad():
    net = Net().to("cuda")
    return step(net, torch.ones(3, device="cuda"), torch.zeros(3, dtype=torch.long))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'a' on cpu, 'x' on cuda


def step_ok():
    net = Net().to("cuda")
    return step(net, torch.ones(3, device="cuda"), torch.zeros(3, dtype=torch.long, device="cuda"))
