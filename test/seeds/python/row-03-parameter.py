# Row 3: a parameter that is moved where it is made is a plain tensor, and not registered.
# RUN: not %check --select device-unregistered-state,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class ScaledLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in))
        nn.init.xavier_uniform_(self.weight)
        self.scale = torch.ones(n_out, requires_grad=True)  # GOOD: self.scale = nn.Parameter(torch.ones(n_out))
        # CHECK: :[[@LINE-1]]:22: warning: 'scale' is not registered with 'ScaledLinear', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, x):
        return (x @ self.weight.t()) * self.scale


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
layer = ScaledLinear(4, 2).to(device)
print(layer(torch.ones(3, 4, device=device)))
