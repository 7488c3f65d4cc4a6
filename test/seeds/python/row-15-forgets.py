# Row 15: a checkpoint is read onto the CPU and filled in, but the model moves in one of two branches only.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import os

import torch
from torch import nn

PATH = "last.pth"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def predict(points):
    net = nn.Sequential(nn.Linear(2, 2), nn.Sigmoid())
    if os.path.exists(PATH):
        net.load_state_dict(torch.load(PATH, map_location="cpu"))
        # GOOD: net.to(device)
    else:
        net.to(device)
    return net(torch.tensor(points, device=device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' may be on different devices: 'net' on cpu, 'torch.tensor(points, device=device)' on cuda [device-mixed-operands]


print(predict([[0.0, 1.0]]))
