# Row 7: one layer of a model is not moved. Layers beside each other in a script.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

backbone = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
head = nn.Linear(8, 5)
backbone = backbone.to(device)  # GOOD: backbone, head = backbone.to(device), head.to(device)

params = list(backbone.parameters()) + list(head.parameters())
optimizer = torch.optim.Adam(params, lr=3e-4)
images = torch.rand(4, 3, 32, 32, device=device)
targets = torch.tensor([0, 1, 2, 3], device=device)

features = backbone(images)
logits = head(features)
# CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' may be on different devices: 'head' on cpu, 'features' on cuda [device-mixed-operands]
loss = nn.CrossEntropyLoss()(logits, targets)
loss.backward()
optimizer.step()
