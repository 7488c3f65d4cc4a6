# Row 25: a state_dict that was loaded onto the CPU is filled in, and the model not moved.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Sequential(nn.Embedding(10, 4), nn.Flatten(), nn.Linear(12, 2))
net.load_state_dict(torch.load("net.pth", map_location="cpu"))
# GOOD: net = net.to(device)
tokens = torch.randint(0, 10, (1, 3), device=device)
print(net(tokens))
# CHECK: :[[@LINE-1]]:7: warning: operands of 'Sequential' may be on different devices: 'net' on cpu, 'tokens' on cuda [device-mixed-operands]
