# Row 23: the result of to() is not assigned. A script.
# RUN: not %check --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(10, 2)
model.to(device)

inputs = torch.randn(5, 10)
inputs.to(device)  # GOOD: inputs = inputs.to(device)
# CHECK: :[[@LINE-1]]:8: warning: result of 'to' is discarded; 'inputs' stays on cpu [device-discarded-move]
outputs = model(inputs)
print(outputs)
