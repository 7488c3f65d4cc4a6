# A table that stands for a parameter that was left out: who takes an entry takes it of either.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.ones(n, n))

    def written_bad(self, x, state=None):
        if state is None:
            state = {"a": torch.zeros(3)}
        return x @ self.w + state["a"]
        # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices

    def written_good(self, x, state=None):
        if state is None:
            state = {"a": torch.zeros(3, device=x.device)}
        return x @ self.w + state["a"]

    def called_bad(self, x, state=None):
        state = state or dict(a=torch.zeros(3))
        return x @ self.w + state["a"]
        # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices

    def called_good(self, x, state=None):
        state = state or dict(a=x.new_zeros(3))
        return x @ self.w + state["a"]

    # What only the caller's table has.
    def other_good(self, x, state=None):
        if state is None:
            state = {"a": torch.zeros(3)}
        if "b" in state:
            return x @ self.w + state["b"]
        return x
