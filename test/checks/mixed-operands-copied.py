# What is made of a tensor without a device is where that is: torch.tensor, torch.Tensor, torch.as_tensor, torch.asarray.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import numpy as np
import torch


def copied_ok():
    x = torch.ones(3, device="cuda")
    return torch.tensor(x) + x, torch.Tensor(x) + x, torch.as_tensor(x) + x, torch.asarray(x) + x


def copied_bad():
    x = torch.ones(3, device="cuda")
    return torch.tensor(x) + torch.ones(3)
    # CHECK: :[[@LINE-1]]:28: warning: operands of '+' are on different devices: 'torch.tensor(x)' on cuda, 'torch.ones(3)' on cpu


def placed_bad():
    x = torch.ones(3, device="cuda")
    return torch.tensor(x, device="cpu") + x
    # CHECK: :[[@LINE-1]]:42: warning: operands of '+' are on different devices: 'torch.tensor(x, device="cpu")' on cpu, 'x' on cuda


def values_bad():
    x = torch.ones(3, device="cuda")
    return torch.tensor([1.0, 2.0, 3.0]) + x
    # CHECK: :[[@LINE-1]]:42: warning: operands of '+' are on different devices: 'torch.tensor([1.0, 2.0, 3.0])' on cpu


def array_bad():
    return torch.asarray([1.0, 2.0]) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:38: warning: operands of '+' are on different devices: 'torch.asarray([1.0, 2.0])' on cpu


# A tensor's own method goes by that tensor.
def new_bad():
    x = torch.ones(3, device="cuda")
    return torch.ones(3).new_tensor(x) + x
    # CHECK: :[[@LINE-1]]:40: warning: operands of '+' are on different devices: 'torch.ones(3).new_tensor(x)' on cpu, 'x' on cuda


def new_ok():
    x = torch.ones(3, device="cuda")
    return x.new_tensor(torch.ones(3)) + x


# A function may be given a tensor, or numbers.
def scaled(x, s):
    return x * torch.tensor(s)


def given_ok():
    return scaled(torch.ones(3, device="cuda"), torch.ones(3, device="cuda"))


def given_bad():
    return scaled(torch.ones(3, device="cuda"), [1.0, 2.0, 3.0])
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'torch.tensor(s)' on cpu


def made(s):
    return torch.tensor(s)


def returned_ok():
    x = torch.ones(3, device="cuda")
    return made(x) + x


def returned_bad():
    x = torch.ones(3, device="cuda")
    return made([1.0, 2.0, 3.0]) + x
    # CHECK: :[[@LINE-1]]:34: warning: operands of '+' are on different devices: 'made([1.0, 2.0, 3.0])' on cpu, 'x' on cuda


# torch.as_tensor follows a tensor that its function is given, and makes one of a list or an array.
def followed(x, s):
    return x * torch.as_tensor(s)


def followed_ok():
    x = torch.ones(3, device="cuda")
    return followed(x, x), followed(x, 2.0)


def followed_list_bad():
    return followed(torch.ones(3, device="cuda"), [1.0, 2.0, 3.0])
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'torch.as_tensor(s)' on cpu


def through(net, s):
    return net(torch.as_tensor(s, dtype=torch.float32))


def through_ok():
    return through(torch.nn.Linear(2, 2).to("cuda"), torch.ones(2, device="cuda"))


def through_array_bad():
    return through(torch.nn.Linear(2, 2).to("cuda"), np.zeros(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'torch.as_tensor(s, dtype=torch.float32)' on cpu
