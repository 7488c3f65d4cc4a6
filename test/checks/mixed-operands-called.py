# What all calls of a function give it excuses it: a tensor that they bring to the CPU, a flag that nobody sets.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def table_ok(layout, device):
    empty = torch.tensor([], dtype=torch.int64, device=layout.device)
    rows = layout.nonzero()[:, 0]
    return torch.stack((torch.arange(layout.sum()), rows)).to(device), empty


def table_bad(layout, device):
    empty = torch.tensor([], dtype=torch.int64, device=layout.device)
    rows = layout.nonzero()[:, 0]
    return torch.stack((torch.arange(layout.sum()), rows)).to(device), empty
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'stack' may be on different devices


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("master", torch.ones(4, 4, dtype=torch.long))

    def forward(self, x):
        return table_ok(self.master[:2].cpu(), x.device), table_bad(self.master[:2], x.device)


# A class that only the program itself uses, and only on the CPU.
class _Pool(nn.Module):
    def forward(self, x, n):
        return torch.arange(x.shape[1])[None, :] < n[:, None]


class _OtherPool(nn.Module):
    def forward(self, x, n):
        return torch.arange(x.shape[1])[None, :] < n[:, None]
        # CHECK: :[[@LINE-1]]:50: warning: operands of '<' may be on different devices


def metric(preds, x):
    return _Pool()(torch.from_numpy(preds), torch.tensor([3])), _OtherPool()(x, x[0])


class Causal(nn.Module):
    def _attend_ok(self, q: torch.Tensor, causal=False):
        if causal:
            return q + torch.ones(4)
        return q

    def _attend_bad(self, q: torch.Tensor, causal=False):
        if causal:
            return q + torch.ones(4)
            # CHECK: :[[@LINE-1]]:{{.*}} warning: operands of '+' may be on different devices
        return q

    def forward(self, q):
        return self._attend_ok(q) + self._attend_bad(q, causal=True)


# The same of what the function itself says enough about.
class Masked(nn.Module):
    def _attend_ok(self, q, causal=False):
        bias = torch.zeros(q.size(-2), device=q.device)
        if causal:
            bias.masked_fill_(torch.ones(q.size(-2), dtype=torch.bool), 1.0)
        return q + bias

    def _attend_bad(self, q, causal=False):
        bias = torch.zeros(q.size(-2), device=q.device)
        if causal:
            bias.masked_fill_(torch.ones(q.size(-2), dtype=torch.bool), 1.0)
            # CHECK: :[[@LINE-1]]:{{.*}} warning: operands of 'masked_fill_' may be on different devices
        return q + bias

    def forward(self, q, causal):
        return self._attend_ok(q) + self._attend_bad(q, causal=causal)


# Somebody else may hold the function, or call a method of that name.
def _held_bad(x, causal=False):
    if causal:
        return x.cuda() + torch.zeros(3)
        # CHECK: :[[@LINE-1]]:25: warning: operands of '+' are on different devices
    return x


held = _held_bad


def _tabled_bad(x, causal=False):
    if causal:
        return x.cuda() + torch.zeros(3)
        # CHECK: :[[@LINE-1]]:25: warning: operands of '+' are on different devices
    return x


TABLE = {"t": _tabled_bad}


def _called_ok(x, causal=False):
    if causal:
        return x.cuda() + torch.zeros(3)
    return x


class Op:
    def _go_bad(self, x, causal=False):
        if causal:
            return x.cuda() + torch.zeros(3)
            # CHECK: :[[@LINE-1]]:29: warning: operands of '+' are on different devices
        return x

    def _stay_ok(self, x, causal=False):
        if causal:
            return x.cuda() + torch.zeros(3)
        return x

    def run(self, x):
        return self._go_bad(x), self._stay_ok(x)


def use(x, op, name):
    _held_bad(x), held(x, causal=True), _tabled_bad(x), TABLE[name](x, causal=True), _called_ok(x)
    return op._go_bad(x, causal=True)
