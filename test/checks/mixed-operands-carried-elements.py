# Parts that a constructor takes out of what it is given move along with the whole, which ones nobody knows.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Both(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.enc, self.dec = nets
        self.cuda()


class Listed(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = nn.ModuleList(nets)
        self.cuda()


class Entry(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.enc = nets["enc"]
        self.cuda()


class Starred(nn.Module):
    def __init__(self, *nets):
        super().__init__()
        self.enc = nets[0]
        self.cuda()


class Named(nn.Module):
    def __init__(self, **nets):
        super().__init__()
        for name, net in nets.items():
            setattr(self, name, net)
        self.cuda()


class Numbered(nn.Module):
    def __init__(self, nets):
        super().__init__()
        for i, net in enumerate(nets):
            self.add_module(str(i), net)
        self.cuda()


class Plain(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = list(nets)
        self.cuda()


def pairs_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Both((a, b))
    b(a(torch.zeros(2, 3).cuda()))


def listed_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Listed([a, b])
    b(a(torch.zeros(2, 3).cuda()))


def entry_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Entry({"enc": a, "dec": b})
    a(torch.zeros(2, 3).cuda())


def starred_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Starred(a, b)
    a(torch.zeros(2, 3).cuda())


def named_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Named(enc=a, dec=b)
    a(torch.zeros(2, 3).cuda())


def numbered_good():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Numbered([a, b])
    b(a(torch.zeros(2, 3).cuda()))


def plain_bad():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    Plain([a, b])
    a(torch.zeros(2, 3).cuda())
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'a' on cpu


pairs_good()
listed_good()
entry_good()
starred_good()
named_good()
numbered_good()
plain_bad()
