# Row 26: a machine with more GPUs than any has. A class that shares out the work.
# RUN: not %check --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class Pipeline(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(16, 16).to("cuda:0")
        self.second = nn.Linear(16, 4).to("cuda:15")  # GOOD: self.second = nn.Linear(16, 4).to("cuda:1")
        # CHECK: :[[@LINE-1]]:43: warning: '"cuda:15"' names no accelerator for 'to': the last accelerator is cuda:7 [device-invalid-index]

    def forward(self, x):
        x = torch.relu(self.first(x.to("cuda:0")))
        return self.second(x.to(self.second.weight.device))


def main():
    if torch.cuda.device_count() < 2:
        raise SystemExit("needs two GPUs")
    print(Pipeline()(torch.ones(2, 16)))


if __name__ == "__main__":
    main()
