# What was made is called as it is called where it was made, not as what was computed of it.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|error}}:'
import torch
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def part_bad(n: int):
    x = torch.rand(4, 4, device=device)
    table = [torch.zeros(4) for _ in range(3)]
    t = torch.stack(table)
    return t[0:2] + x[:2]
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' may be on different devices: 't[0:2]' on cpu
    # CHECK: :[[@LINE-4]]:{{[0-9]+}}: note: 'torch.zeros(4)' created on cpu here
    # CHECK: fix: create 'torch.zeros(4)' on 'device'


def part_ok(n: int):
    x = torch.rand(4, 4, device=device)
    table = [torch.zeros(4, device=device) for _ in range(3)]
    t = torch.stack(table)
    return t[0:2] + x[:2]


def joined_bad(data):
    loader = DataLoader(data, batch_size=2)
    xs, ys = zip(*[(a.to(device), b) for a, b in loader])
    return torch.cat(xs) - torch.cat(ys)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '-' may be on different devices: 'torch.cat(xs)' on cuda, 'torch.cat(ys)' on cpu
    # CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: 'a, b' collated on cpu here by the data loader


def joined_ok(data):
    loader = DataLoader(data, batch_size=2)
    xs, ys = zip(*[(a.to(device), b.to(device)) for a, b in loader])
    return torch.cat(xs) - torch.cat(ys)
