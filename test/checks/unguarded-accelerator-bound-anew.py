# What a script does at its top fails without an accelerator; that is told there. Variables that it binds afterwards hold
# what they hold on all machines once that is repaired: a device that was asked for falls back, and one that is named does
# not.
# RUN: split-file %s %t
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/moved.py | FileCheck %t/moved.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/called.py | FileCheck %t/called.py --implicit-check-not=warning:

#--- moved.py
import torch

device = torch.device("cuda")
model = torch.nn.Linear(2, 2)
model.to(device)
# CHECK: :[[@LINE-1]]:7: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
other = torch.device("cuda")


def asked_ok(x):
    return x.to(device)


def named_bad(x):
    return x.to(other)
    # CHECK: :[[@LINE-1]]:14: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]

#--- called.py
import torch


def make():
    return torch.nn.Linear(2, 2).cuda()
    # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]


model = make()
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
other = torch.device("cuda")


def asked_ok(x):
    return x.to(device)


def named_bad(x):
    return x.to(other)
    # CHECK: :[[@LINE-1]]:14: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
