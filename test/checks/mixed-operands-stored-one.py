# What is stored by an assignment loses its leading dimensions of size 1, so that one element may come from the CPU
# (slicePrefix1sSize in python_variable_indexing.cpp of PyTorch).
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|error}}:'
import torch


def masked_bad():
    x = torch.rand(4, device="cuda")
    x[x > 0.5] = torch.tensor([0.0, 1.0])
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '[]' are on different devices


def masked_ok():
    x = torch.rand(4, device="cuda")
    x[x > 0.5] = torch.tensor([0.0])


def named_ok(pad: float):
    x = torch.rand(4, device="cuda")
    x[x > 0.5] = torch.tensor([pad])


def rows_bad():
    x = torch.rand(4, 3, device="cuda")
    x[torch.tensor([0])] = torch.zeros(1, 3)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '[]' are on different devices


def rows_ok():
    x = torch.rand(4, 3, device="cuda")
    x[torch.tensor([0])] = torch.zeros(1, 1)


def held_bad():
    x = torch.rand(4, device="cuda")
    v = torch.ones((2,))
    x[torch.tensor([0, 1])] = v
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '[]' are on different devices


def held_ok():
    x = torch.rand(4, device="cuda")
    v = torch.ones((1,))
    x[torch.tensor([0, 1])] = v


def written_bad():
    x = torch.rand(4, device="cuda")
    x.index_put_((torch.tensor([0]),), torch.zeros(1))
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'index_put_' are on different devices


def put(x, v):
    x[x > 0.5] = v


def given_ok():
    put(torch.rand(4, device="cuda"), torch.zeros(1))
