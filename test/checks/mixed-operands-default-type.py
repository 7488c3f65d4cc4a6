# RUN: split-file --leading-lines %s %t
# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %t/typed.py %t/placed.py %t/plain.py | FileCheck %s --implicit-check-not=warning:
# torch.Tensor(...) makes a tensor of the default type, and follows no default device; torch.FloatTensor is of its own.

#--- placed.py
import torch

torch.set_default_device("cuda")
ones = torch.ones(2)
# CHECK: placed.py:[[#@LINE+1]]:32: warning: operands of '+' are on different devices: 'torch.Tensor([1.0, 2.0])' on cpu
bad = torch.Tensor([1.0, 2.0]) + ones

#--- plain.py
import torch


def bad(x):
    # CHECK: plain.py:[[#@LINE+1]]:21: warning: operands of '/' are on different devices: 'x.cuda()' on cuda, 'torch.Tensor([10.0, 10.0])' on cpu
    return x.cuda() / torch.Tensor([10.0, 10.0])

#--- typed.py
import torch


def helper_ok(x):
    return x.cuda() / torch.Tensor([10.0, 10.0])


if __name__ == "__main__":
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
    ones = torch.ones(2).cuda()
    good = torch.Tensor([1.0, 2.0]) + ones
    # CHECK: typed.py:[[#@LINE+1]]:41: warning: operands of '+' are on different devices: 'torch.FloatTensor([1.0, 2.0])' on cpu
    bad = torch.FloatTensor([1.0, 2.0]) + ones
