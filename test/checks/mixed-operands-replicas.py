# A module that runs replicas scatters what it is given, whoever calls it: `DataParallel(net)` takes batches on the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn
from torch.utils.data import DataLoader


def validate(loader, model):
    for x, y in loader:
        model(x)


def replicas_ok(loader: DataLoader):
    model = nn.DataParallel(nn.Linear(3, 3)).cuda()
    validate(loader, model)


def replicas_here_ok(loader: DataLoader):
    model = nn.DataParallel(nn.Linear(3, 3)).cuda()
    for x, y in loader:
        model(x)


def replicas_bad(loader: DataLoader):
    model = nn.Linear(3, 3).cuda()
    validate(loader, model)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu [device-mixed-operands]
