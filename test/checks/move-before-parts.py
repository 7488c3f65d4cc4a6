# What `to` moves is what the module holds then.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-move-before-parts %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'to' moves what the module holds so far: 'embed', which is made behind it, stays on cpu
        self.to(device)
        self.embed = nn.Embedding(10, 4)

    def forward(self, tokens):
        return self.embed(tokens.to(self.device))


class Good(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device
        self.embed = nn.Embedding(10, 4)
        self.to(device)

    def forward(self, tokens):
        return self.embed(tokens.to(self.device))


class BadIfAsked(nn.Module):
    def __init__(self, cfg, move=True):
        super().__init__()
        self.first = nn.Linear(2, 2)
        if move:
            # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'to' moves what the module holds so far: 'second', which is made behind it, stays on cpu
            self.to(cfg.device)
        self.second = nn.Linear(2, 2)


class GoodMovedAgain(nn.Module):
    def __init__(self, cfg, move=True):
        super().__init__()
        self.to(cfg.device)
        self.second = nn.Linear(2, 2)
        if move:
            self.to(cfg.device)


class GoodMadeThere(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.to(device)
        self.a = nn.Linear(2, 2, device=device)
        self.b = nn.Linear(2, 2).to(device)


class GoodOnHost(nn.Module):
    def __init__(self):
        super().__init__()
        self.to("cpu")
        self.a = nn.Linear(2, 2)


class GoodType(nn.Module):
    def __init__(self):
        super().__init__()
        self.to(torch.float64)
        self.a = nn.Linear(2, 2)


# Whoever makes one moves it.
class GoodMovedByUser(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.to(device)
        self.a = nn.Linear(2, 2)


def make(device):
    net = GoodMovedByUser(device)
    net.to(device)
    return net


class Base(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.to(device)
        self.a = nn.Linear(2, 2)


class Derived(Base):
    def __init__(self, device):
        super().__init__(device)
        self.b = nn.Linear(2, 2)
        self.to(device)


# With a method of its own for that.
class BadOwn(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'to' moves what the module holds so far: 'a', which is made behind it, stays on cpu
        self.to(self.cfg.device)
        self.a = nn.Linear(2, 2)

    def to(self, device):
        self.cfg.device = device
        return nn.Module.to(self, device)


class GoodOwn(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.a = nn.Linear(2, 2)
        self.to(self.cfg.device)

    def to(self, device):
        self.cfg.device = device
        return nn.Module.to(self, device)
