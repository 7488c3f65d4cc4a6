# Row 13: data_parallel replicates a model that is still on the CPU.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
from torch.nn.parallel import data_parallel


def forward_on_all(layer_sizes, x):
    layers = [nn.Linear(a, b) for a, b in zip(layer_sizes, layer_sizes[1:])]
    model = nn.Sequential(*layers)
    # GOOD: model.to("cuda:0")
    return data_parallel(model, x, device_ids=[0, 1])
    # CHECK: :[[@LINE-1]]:12: warning: 'data_parallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda:0 [device-parallel-before-move]


if torch.cuda.device_count() > 1:
    print(forward_on_all([4, 8, 2], torch.rand(6, 4, device="cuda:0")))
