# A class that says itself what becomes of a member that is set, or read, may register it or move it there.
# RUN: not %device_tidy check --isolated --select device-unregistered-state,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class RegistersOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.position = torch.ones(3)

    def __setattr__(self, name, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, nn.Parameter) and "_buffers" in self.__dict__:
            self.register_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def forward(self, x):
        return self.fc(x) + self.position


class MovesOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.mask = torch.ones(3)

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        return value.to(self.fc.weight.device) if name == "mask" else value

    def forward(self, x):
        return self.fc(x) * self.mask


class Leaves(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        # CHECK: :[[@LINE+1]]:21: warning: 'mask' is not registered with 'Leaves'
        self.mask = torch.ones(3)

    def forward(self, x):
        return self.fc(x) * self.mask


x = torch.ones(2, 3, device="cuda" if torch.cuda.is_available() else "cpu")
RegistersOk().to(x.device)(x)
MovesOk().to(x.device)(x)
Leaves().to(x.device)(x)
