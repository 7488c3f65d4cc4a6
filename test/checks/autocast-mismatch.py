# Autocast is for one type of device.
# RUN: not %device_tidy check --isolated --select device-autocast-mismatch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn


def host_bad(x):
    model = nn.Linear(4, 2).to("cuda")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return model(x.to("cuda"))
        # CHECK: :[[@LINE-1]]:16: warning: 'Linear' is called under autocast for another device: 'model' on cuda, the autocast region on cpu [device-autocast-mismatch]
        # CHECK: :[[@LINE-4]]:29: note: 'model' moved to cuda here


def host_ok(x):
    model = nn.Linear(4, 2).to("cuda")
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return model(x.to("cuda"))


def old_bad(x):
    model = nn.Linear(4, 2)
    with torch.cuda.amp.autocast():
        return model(x)
        # CHECK: :[[@LINE-1]]:16: warning: 'Linear' is called under autocast for another device: 'model' on cpu, the autocast region on cuda [device-autocast-mismatch]
        # CHECK: :[[@LINE-4]]:13: note: 'model' created on cpu here, the default device


def old_ok(x):
    model = nn.Linear(4, 2).cuda()
    with torch.cuda.amp.autocast():
        return model(x)


def option_ok(x, half):
    model = nn.Linear(4, 2)
    with torch.cuda.amp.autocast(enabled=half):
        return model(x)


def after_ok(x):
    model = nn.Linear(4, 2)
    with torch.autocast("cuda"):
        pass
    return model(x)


def variable_ok(x, device: torch.device):
    model = nn.Linear(4, 2).to(device)
    with torch.autocast(device.type):
        return model(x.to(device))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)


def own_bad(x):
    model = Net()
    with torch.autocast("cuda"):
        return model(x)
        # CHECK: :[[@LINE-1]]:16: warning: 'forward' is called under autocast for another device: 'model' on cpu, the autocast region on cuda [device-autocast-mismatch]
        # CHECK: :[[@LINE-4]]:13: note: 'model' created on cpu here, the default device


def own_ok(x):
    model = Net().cuda()
    with torch.autocast("cuda"):
        return model(x)
