# Row 22: torch.cuda.device around a model's call. A function.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


def run(model: nn.Module, size: int):
    model.cuda(0)
    with torch.cuda.device(0), torch.no_grad():
        images = torch.rand(size, 3, 8, 8)  # GOOD: images = torch.rand(size, 3, 8, 8, device="cuda")
        return model(images)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Conv2d' are on different devices: 'model' on cuda:0, 'images' on cpu [device-mixed-operands]


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(run(nn.Conv2d(3, 2, 3), 2).shape)
