# What stands in for a value until the first round of a loop makes it is met by no later round.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Sums(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(4, 4)

    def forward(self, xs):
        return self.flagged_ok(xs) + self.numbered_ok(xs) + self.counted_ok(xs)

    def flagged_ok(self, xs):
        started = False
        t = torch.empty(0)
        for x in xs:
            if started:
                t = self.up(x) + t
            else:
                started = True
                t = self.up(x)
        return t

    def flagged_bad(self, xs):
        started = True
        t = torch.empty(0)
        for x in xs:
            if started:
                t = self.up(x) + t
                # CHECK: :[[#@LINE-1]]:32: warning: operands of '+' may be on different devices
            else:
                started = True
                t = self.up(x)
        return t

    def numbered_ok(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs):
            if i == 0:
                t = self.up(x)
            else:
                t = self.up(x) + t
        return t

    def numbered_bad(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs, 1):
            if i == 0:
                t = self.up(x)
            else:
                t = self.up(x) + t
                # CHECK: :[[#@LINE-1]]:32: warning: operands of '+' may be on different devices
        return t

    def counted_ok(self, xs):
        t = torch.zeros(4)
        for i in range(len(xs)):
            if not i > 0:
                t = self.up(xs[i])
            else:
                t = self.up(xs[i]) + t
        return t

    def counted_bad(self, xs):
        t = torch.zeros(4)
        for i in range(len(xs)):
            if not i >= 0:
                t = self.up(xs[i])
            else:
                t = self.up(xs[i]) + t
                # CHECK: :[[#@LINE-1]]:36: warning: operands of '+' may be on different devices
        return t

    def later_ok(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs):
            y = self.up(x)
            if i > 0 and x is not None:
                y = y + t
            t = y
        return t

    def later_bad(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs):
            y = self.up(x)
            if i >= 0 and x is not None:
                y = y + t
                # CHECK: :[[#@LINE-1]]:23: warning: operands of '+' may be on different devices
            t = y
        return t

    # A first round that may end before it makes the value.
    def left_bad(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs):
            if i == 0:
                if x is None:
                    continue
                t = self.up(x)
            else:
                t = self.up(x) + t
                # CHECK: :[[#@LINE-1]]:32: warning: operands of '+' may be on different devices
        return t

    # What the first round makes of the stand-in is where that was.
    def doubled_bad(self, xs):
        t = torch.zeros(4)
        for i, x in enumerate(xs):
            if i == 0:
                t = t * 2
            else:
                t = self.up(x) + t
                # CHECK: :[[#@LINE-1]]:32: warning: operands of '+' may be on different devices
        return t

    # The other operand is no stand-in.
    def base_bad(self, xs):
        base = torch.zeros(4)
        t = base
        for i, x in enumerate(xs):
            if i == 0:
                t = self.up(x)
            else:
                t = t + base
                # CHECK: :[[#@LINE-1]]:23: warning: operands of '+' may be on different devices
        return t

    # That an empty tensor has no elements is not asked here.
    def FP_empty(self, xs):
        t = torch.empty(0)
        for x in xs:
            if t.numel() == 0:
                t = self.up(x)
            else:
                t = self.up(x) + t
                # CHECK: :[[#@LINE-1]]:32: warning: operands of '+' may be on different devices
        return t
