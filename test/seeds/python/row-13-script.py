# Row 13: DataParallel around a model that is still on the CPU. A script.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

if torch.cuda.device_count() < 2:
    raise SystemExit("needs two GPUs")
print(f"{torch.cuda.device_count()} GPUs")

model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 8))
model = nn.DataParallel(model)  # GOOD: model = nn.DataParallel(model).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

inputs = torch.randn(16, 32).cuda()
for step in range(10):
    outputs = model(inputs)
    # CHECK: :[[@LINE-1]]:15: warning: 'DataParallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda:0 [device-parallel-before-move]
    optimizer.zero_grad()
    outputs.square().mean().backward()
    optimizer.step()
torch.save(model.module.state_dict(), "parallel.pt")
