# Row 7: a layer is added to a model that has moved. A script that builds its model step by step.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
widths = [4, 16, 16]
model = nn.Sequential()
for number, (before, after) in enumerate(zip(widths, widths[1:])):
    model.add_module(f"layer{number}", nn.Linear(before, after))
    model.add_module(f"activation{number}", nn.LeakyReLU())
model.to(device)
print(sum(p.numel() for p in model.parameters()))

# The classes are only known now.
model.add_module("head", nn.Linear(widths[-1], 3))  # GOOD: model.add_module("head", nn.Linear(widths[-1], 3, device=device))
scores = model(torch.rand(5, 4, device=device))
# CHECK: :[[@LINE-1]]:10: warning: operands of 'Sequential' may be on different devices: 'model' on cpu, 'torch.rand(5, 4, device=device)' on cuda [device-mixed-operands]
print(scores.argmax(dim=1))
