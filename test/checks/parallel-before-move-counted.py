# A list with an index for each accelerator is not empty where there is one, and only there.
# RUN: not %device_tidy check --isolated --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def asked_ok(x):
    gpus = list(range(torch.cuda.device_count()))
    device = torch.device("cuda:0" if gpus else "cpu")
    net = nn.DataParallel(nn.Linear(3, 1), device_ids=gpus)
    net.to(device)
    return net(x.to(device))


def counted_ok(x):
    gpus = list(range(torch.cuda.device_count()))
    device = torch.device("cuda:0" if len(gpus) > 0 else "cpu")
    net = nn.DataParallel(nn.Linear(3, 1))
    net.to(device)
    return net(x.to(device))


def several(x):
    gpus = list(range(torch.cuda.device_count()))
    device = torch.device("cuda:0" if len(gpus) > 1 else "cpu")
    net = nn.DataParallel(nn.Linear(3, 1))
    net.to(device)
    # CHECK: :[[@LINE+1]]:12: warning: 'DataParallel' may meet a module that is not in its place
    return net(x.to(device))
