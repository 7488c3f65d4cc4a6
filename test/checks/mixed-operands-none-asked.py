# What may be None is moved where it is not, and used where it is not: each question has the same answer.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def encode_ok(read, xs):
    try:
        read()
        net = nn.Linear(2, 2)
    except OSError:
        net = None
    if net is not None:
        net.to("cuda")
    for x in xs:
        x = torch.ones(2).to("cuda")
        if net is not None:
            net(x)


def encode_bad(read, xs):
    try:
        read()
        net = nn.Linear(2, 2)
    except OSError:
        net = None
    if net is not None:
        net.eval()
    for x in xs:
        x = torch.ones(2).to("cuda")
        if net is not None:
            net(x)
            # CHECK: :[[@LINE-1]]:13: warning: operands of 'Linear' may be on different devices: 'net' on cpu, 'x' on cuda


def turned_ok(read):
    try:
        read()
        net = nn.Linear(2, 2)
    except OSError:
        net = None
    if net is None:
        return None
    net.to("cuda")
    if net is None:
        return None
    return net(torch.ones(2).to("cuda"))
