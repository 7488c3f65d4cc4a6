# What is made where a caller gives nothing, and taken apart or reshaped afterwards; loops over modules that add up.
# RUN: not %device_tidy check --isolated --worlds gpu --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


def states(n, device=None):
    return torch.zeros(1, n, device=device), torch.zeros(1, n, device=device)


def memories(n, device=None):
    return [torch.zeros(1, n, device=device) for _ in range(n)]


def unpacks(x, hidden=None):
    if hidden is None:
        hidden = states(3)
    h, c = hidden
    return torch.cat([h, x])


def unpacks_ok(x, hidden=None):
    if hidden is None:
        hidden = states(3, x.device)
    h, c = hidden
    return torch.cat([h, x])


def takes(x, hidden=None):
    hidden = hidden or memories(3)
    return torch.cat([hidden[0], x])


def takes_ok(x, hidden=None):
    hidden = hidden or memories(3, x.device)
    return torch.cat([hidden[0], x])


def walks(x, hidden=None):
    if hidden is None:
        hidden = memories(3)
    for i, h in zip(range(3), hidden):
        x = torch.cat([h, x])
    return x


def walks_ok(x, hidden=None):
    if hidden is None:
        hidden = memories(3, x.device)
    for i, h in zip(range(3), hidden):
        x = torch.cat([h, x])
    return x


def reshapes(x, mean=None):
    if mean is None:
        mean = torch.tensor([0.1])
    return x * mean.view(1, -1)


def reshapes_ok(x, mean=None):
    if mean is None:
        mean = torch.tensor([0.1], device=x.device)
    return x * mean.view(1, -1)


def converts(x, mean):
    if not isinstance(mean, torch.Tensor):
        mean = torch.tensor(mean)
    return x * mean.view(1, -1)


def converts_ok(x, mean):
    if not isinstance(mean, torch.Tensor):
        mean = torch.tensor(mean, device=x.device)
    return x * mean.view(1, -1)


x = torch.randn(2, 3, device="cuda")
# CHECK: :[[@LINE+1]]:1: warning: operands of 'cat' are on different devices: 'h' on cpu, 'x' on cuda
unpacks(x)
unpacks_ok(x)
# What is given is where it is.
unpacks(x, states(3, "cuda"))
# CHECK: :[[@LINE+1]]:1: warning: operands of 'cat' are on different devices: 'hidden[0]' on cpu, 'x' on cuda
takes(x)
takes_ok(x)
takes(x, memories(3, "cuda"))
# CHECK: :[[@LINE+1]]:1: warning: operands of 'cat' are on different devices: 'h' on cpu, 'x' on cuda
walks(x)
walks_ok(x)
walks(x, memories(3, "cuda"))
# CHECK: :[[@LINE+1]]:1: warning: operands of '*' are on different devices: 'x' on cuda, 'mean.view(1, -1)' on cpu
reshapes(x)
reshapes_ok(x)
# CHECK: :[[@LINE+1]]:1: warning: operands of '*' are on different devices: 'x' on cuda, 'mean.view(1, -1)' on cpu
converts(x, [0.1])
converts_ok(x, [0.1])
converts(x, torch.ones(3, device="cuda"))


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.kv = nn.Linear(d, d)
        self.q = nn.Linear(d, d)

    def forward(self, x, memory):
        k = self.kv(torch.cat([memory, x], 1))
        return self.q(x) @ k.transpose(1, 2) @ k


class Stack(nn.Module):
    def __init__(self, d, n):
        super().__init__()
        self.layers = nn.ModuleList([Block(d) for _ in range(n)])

    def memories(self, d):
        return [torch.zeros(1, 3, d) for _ in self.layers]

    def forward(self, x, memories=None):
        if memories is None:
            memories = self.memories(x.size(2))
        for layer, memory in zip(self.layers, memories):
            # CHECK: :[[@LINE+1]]:21: warning: operands of 'cat' may be on different devices: 'memory' on cpu, 'x' on its caller's device
            x = x + layer(x, memory)
        return x


class Stack_ok(nn.Module):
    def __init__(self, d, n):
        super().__init__()
        self.layers = nn.ModuleList([Block(d) for _ in range(n)])

    def memories(self, d):
        p = next(self.parameters())
        return [torch.zeros(1, 3, d, device=p.device) for _ in self.layers]

    def forward(self, x, memories=None):
        if memories is None:
            memories = self.memories(x.size(2))
        for layer, memory in zip(self.layers, memories):
            x = x + layer(x, memory)
        return x


Stack(8, 2).cuda()(torch.randn(1, 4, 8).cuda())
Stack_ok(8, 2).cuda()(torch.randn(1, 4, 8).cuda())


# What a module holds without registering it, and perhaps was given: the class alone does not say that it stays behind.
class Weighted(nn.Module):
    def __init__(self, n, weight=None):
        super().__init__()
        self.weight = weight if weight is not None else torch.ones(n) / n

    def forward(self, losses, target):
        hits = torch.cat([(target == i).unsqueeze(1) for i in range(3)], 1).float()
        return ((losses * hits).sum(1) * self.weight).sum()


class Weighted_ok(nn.Module):
    def __init__(self, n, weight=None):
        super().__init__()
        self.register_buffer("weight", weight if weight is not None else torch.ones(n) / n)

    def forward(self, losses, target):
        hits = torch.cat([(target == i).unsqueeze(1) for i in range(3)], 1).float()
        return ((losses * hits).sum(1) * self.weight).sum()


target = torch.randint(3, (2, 4), device="cuda")
# CHECK: :[[@LINE+1]]:1: warning: operands of '*' are on different devices: '(losses * hits).sum(1)' on cuda, 'self.weight' on cpu
Weighted(4).cuda()(torch.randn(2, 3, 4, device="cuda"), target)
Weighted_ok(4).cuda()(torch.randn(2, 3, 4, device="cuda"), target)
Weighted(4, torch.ones(4).cuda()).cuda()(torch.randn(2, 3, 4, device="cuda"), target)


class Spectrum(nn.Module):
    def __init__(self, n_fft=16):
        super().__init__()
        self.n_fft = n_fft
        # CHECK: :[[@LINE+1]]:23: warning: 'window' is not registered with 'Spectrum', so 'to' leaves it on cpu
        self.window = torch.hann_window(n_fft)

    def forward(self, wave):
        return torch.stft(wave, self.n_fft, window=self.window, return_complex=True)


class Spectrum_ok(nn.Module):
    def __init__(self, n_fft=16):
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("window", torch.hann_window(n_fft))

    def forward(self, wave):
        return torch.stft(wave, self.n_fft, window=self.window, return_complex=True)


Spectrum().cuda()(torch.randn(64, device="cuda"))
Spectrum_ok().cuda()(torch.randn(64, device="cuda"))
