# Global modules of a script whose constructors read other globals of it: they are what the script makes them.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

width = 64
device = torch.device("cuda")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return self.fc(x)


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self.out = nn.Linear(width, 2)

    def forward(self, x):
        return self.out(self.net(x))


def build():
    return Whole().to(device)


left = Net()
moved = Net().to(device)
whole = build()


def step_bad():
    x = torch.zeros(2, width, device=device)
    return left(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda [device-mixed-operands]


def whole_bad():
    return whole(torch.zeros(2, width))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'x' on cpu [device-mixed-operands]


def step_ok():
    x = torch.zeros(2, width, device=device)
    return moved(x)


def whole_ok():
    return whole(torch.zeros(2, width, device=device))


def main():
    step_bad()
    step_ok()
    whole_bad()
    whole_ok()


main()
