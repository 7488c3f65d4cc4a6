# Row 2: the model is moved to a GPU although the program chooses its device.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def restore(path):
    net = nn.Linear(6, 6)
    net.load_state_dict(torch.load(path, map_location=device))
    return net.cuda()  # GOOD: return net.to(device)
    # CHECK: :[[@LINE-1]]:16: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]


net = restore("net.pt")
x = torch.ones(2, 6).to(device)
print(net(x))
