# Row 7: a sum of losses begins on the CPU and is added to in place.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


def total_loss(model, batches, device):
    total = torch.zeros(1)  # GOOD: total = torch.zeros(1, device=device)
    for x in batches:
        x = x.to(device)
        total += (model(x) - x).abs().mean()
        # CHECK: :[[@LINE-1]]:15: warning: operands of '+=' may be on different devices: 'total' on cpu, '(model(x) - x).abs().mean()' on its caller's device [device-mixed-operands]
    return total.item() / len(batches)


if __name__ == "__main__":
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    autoencoder = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 4)).to(dev)
    print(total_loss(autoencoder, [torch.rand(3, 4) for _ in range(5)], dev))
