# x.type(t): callers say whether t is the type of a tensor, which says a place, too, or one of elements.
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --select device-mixed-operands,device-mixed-return,device-implicit-creation %s | FileCheck %s --implicit-check-not='warning:'
import torch


def converted(x, dtype):
    return torch.arange(3).type(dtype) + x


def type_ok():
    x = torch.ones(3, device="cuda")
    return converted(x, x.type()), converted(x, "torch.cuda.FloatTensor"), converted(x, torch.cuda.FloatTensor)


def elements_bad():
    x = torch.ones(3, device="cuda")
    return converted(x, x.dtype)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'torch.arange(3).type(dtype)' on cpu, 'x' on cuda


def written_bad():
    return converted(torch.ones(3, device="cuda"), torch.float32)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'torch.arange(3).type(dtype)' on cpu, 'x' on cuda


def host_bad():
    return converted(torch.ones(3, device="cuda"), torch.FloatTensor)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'torch.arange(3).type(dtype)' on cpu, 'x' on cuda
