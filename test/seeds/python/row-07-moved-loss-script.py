# Row 7: a loss without state is moved by hand. A script.
# RUN: not %check --select device-moved-loss %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(4, 2).to(device)
criterion = nn.MSELoss().to(device)  # GOOD: criterion = nn.MSELoss()
# CHECK: :[[@LINE-1]]:26: warning: 'nn.MSELoss()' is a 'MSELoss' without state: there is nothing to move [device-moved-loss]
x = torch.ones(3, 4, device=device)
print(criterion(model(x), torch.zeros(3, 2, device=device)))
