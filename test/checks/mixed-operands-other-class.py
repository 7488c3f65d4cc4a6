# A class whose __new__ gives objects of another class makes those.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Small(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return self.fc(x)


class Large(Small):
    pass


class Network:
    def __new__(cls, n):
        return Small(n)


class Chosen:
    def __new__(cls, n):
        if n > 8:
            return Large(n)
        return Small(n)


# One that gives its own objects.
class Own:
    def __new__(cls, n):
        return super().__new__(cls)

    def __init__(self, n):
        self.fc = nn.Linear(n, n).to("cuda")


net = Network(3)
net.to("cuda")
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'Linear' are on different devices
net(torch.zeros(3))
net(torch.zeros(3, device="cuda"))

chosen = Chosen(3)
chosen.to("cuda")
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'Linear' are on different devices
chosen(torch.zeros(3))
chosen(torch.zeros(3, device="cuda"))

# CHECK: :[[#@LINE+1]]:8: warning: operands of 'Linear' are on different devices
Own(3).fc(torch.zeros(3))
Own(3).fc(torch.zeros(3, device="cuda"))
