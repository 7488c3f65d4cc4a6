# Row 2: a checkpoint without map_location. A script that would run on the CPU, too.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = "cuda" if torch.cuda.is_available() else "cpu"

model = nn.Sequential(nn.Linear(10, 10), nn.ReLU(), nn.Linear(10, 2))
state = torch.load("checkpoint.pth")  # GOOD: state = torch.load("checkpoint.pth", map_location=device)
# CHECK: :[[@LINE-1]]:9: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
model.load_state_dict(state["model"])
model = model.to(device)
model.eval()
print(model(torch.zeros(1, 10, device=device)))
