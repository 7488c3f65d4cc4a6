# What a callee mixes is told there.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-return %s | FileCheck %s --implicit-check-not=warning:
import torch


def mixed_by_callee(x: torch.Tensor):
    if x.device and len(x.shape) == 0:
        return torch.zeros(3)
        # CHECK: :[[@LINE-1]]:9: warning: 'mixed_by_callee' may return 'torch.zeros(3)' on cpu
    return x * 2


def told_by_callee_ok(x: torch.Tensor):
    if x.device and len(x.shape) == 1:
        return mixed_by_callee(x)
    return x + 1


# What says little of its parameter tells nothing: its caller does.
def pick(x, flag):
    if flag:
        return torch.zeros(3)
    return x * 2


class Picks(torch.nn.Module):
    def __init__(self, flag):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)
        self.flag = flag

    def forward(self, x: torch.Tensor):
        return pick(self.lin(x), self.flag)
        # CHECK: :[[@LINE-1]]:9: warning: 'forward' may return {{.*}} on cpu
