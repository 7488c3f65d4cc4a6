# Row 3: parameters and layers in a plain list are not registered.
# RUN: not %check --select device-unregistered-state,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
import torch.nn.functional as F


class Experts(nn.Module):
    def __init__(self, dim, count=4):
        super().__init__()
        self.gate = nn.Linear(dim, count)
        self.experts = [nn.Linear(dim, dim) for _ in range(count)]  # GOOD: self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(count)])
        # CHECK: :[[@LINE-1]]:25: warning: 'experts' is not registered with 'Experts', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, x):
        weights = F.softmax(self.gate(x), dim=-1)
        total = 0
        for i, expert in enumerate(self.experts):
            total = total + weights[:, i:i + 1] * expert(x)
        return total


def main():
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    model = Experts(dim=16).to(device)
    batch = torch.randn(5, 16, device=device)
    print(model(batch).norm())


if __name__ == "__main__":
    main()
