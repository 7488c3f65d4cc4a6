# Stages of a pipeline bring their inputs where they want them: a container of such has no device of its own.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Stage(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device
        self.fc = nn.Linear(3, 3).to(device)

    def forward(self, x):
        return self.fc(x.to(self.device))


class To(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device

    def forward(self, x):
        return x.to(self.device)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return torch.relu(self.fc(x))


class Net(nn.Module):
    def __init__(self, stage):
        super().__init__()
        self.stages = nn.Sequential(Stage("cuda:0"), nn.Sequential(Stage("cuda:1")))

    def forward(self, x):
        return self.stages(x.cpu())


def run(model, x):
    return model(x.cpu())


def stages_bad():
    blocks = nn.Sequential(Block(), Block()).cuda()
    blocks(torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Sequential' are on different devices: 'blocks' on cuda, 'torch.ones(2, 3)' on cpu [device-mixed-operands]
    run(blocks, torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Sequential' are on different devices: 'model' on cuda, 'x.cpu()' on cpu [device-mixed-operands]


def stages_ok():
    stages = nn.Sequential(Stage("cuda:0"), Stage("cuda:1"))
    stages(torch.ones(2, 3))
    run(stages, torch.ones(2, 3))
    back = nn.Sequential(nn.Linear(3, 3).cuda(), To("cpu"))
    back(torch.ones(2, 3).cuda()) + torch.ones(2, 3)
    Net(Stage)(torch.ones(2, 3))


class Typed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        h = self.fc(x.to(torch.float32))
        mask = torch.ones(3).to(h.device)
        return (h * mask).to(x.dtype)


class Home(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x.to(self.fc.weight.device))


def types_bad():
    blocks = nn.Sequential(Typed(), Typed()).cuda()
    blocks(torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Sequential' are on different devices: 'blocks' on cuda, 'torch.ones(2, 3)' on cpu [device-mixed-operands]


def homes_ok():
    blocks = nn.Sequential(Home(), Home()).cuda()
    blocks(torch.ones(2, 3))
