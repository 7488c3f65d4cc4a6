# Row 22: set_device does not change where factories create, either. A worker of several GPUs.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn


class Worker:
    def __init__(self, local_rank):
        torch.cuda.set_device(local_rank)
        self.rank = local_rank
        self.model = nn.Linear(4, 4).cuda()

    def step(self):
        x = torch.ones(2, 4)  # GOOD: x = torch.ones(2, 4, device="cuda")
        return self.model(x).sum()
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.model' on 'rank', 'x' on cpu [device-mixed-operands]


def main():
    if not torch.cuda.is_available():
        return
    worker = Worker(0)
    print(worker.step().item())


main()
