# An index that no machine has.
# RUN: not %device_tidy check --isolated --select device-invalid-index %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def string_bad(x: torch.Tensor):
    return x.to("cuda:8")
    # CHECK: :[[@LINE-1]]:17: warning: '"cuda:8"' names no accelerator for 'to': the last accelerator is cuda:7 [device-invalid-index]


def string_ok(x: torch.Tensor):
    return x.to("cuda:7")


def count_bad():
    return torch.device("cuda", torch.cuda.device_count())
    # CHECK: :[[@LINE-1]]:33: warning: 'torch.cuda.device_count()' names no accelerator for 'device': it is the number of accelerators, one more than the last index [device-invalid-index]


def count_ok():
    return torch.device("cuda", torch.cuda.device_count() - 1)


def current_bad():
    torch.cuda.set_device(16)
    # CHECK: :[[@LINE-1]]:27: warning: '16' names no accelerator for 'set_device': the last accelerator is cuda:7 [device-invalid-index]


def current_ok():
    torch.cuda.set_device(1)


# get_device() of a tensor on the CPU is -1.
def asked_bad(x: torch.Tensor, a):
    return torch.from_numpy(a).to(x.get_device()) + x
    # CHECK: :[[@LINE-1]]:35: warning: 'x.get_device()' names no accelerator for 'to': it is -1 where 'x' is on the CPU


def asked_ok(x: torch.Tensor, a):
    return torch.from_numpy(a).to(x.device) + x


def asked_behind_question_ok(x: torch.Tensor, a):
    if x.is_cuda:
        return torch.from_numpy(a).to(x.get_device()) + x
    return torch.from_numpy(a) + x


# The number itself has been asked.
def asked_for_number_ok(x: torch.Tensor, a):
    index = x.get_device()
    if index >= 0:
        return torch.from_numpy(a).to(index) + x
    return torch.from_numpy(a) + x


# Only tensors have that method.
def asked_of_untyped_bad(x, a):
    return torch.from_numpy(a).to(x.get_device()) + x
    # CHECK: :[[@LINE-1]]:35: warning: 'x.get_device()' names no accelerator for 'to': it is -1 where 'x' is on the CPU


def asked_of_untyped_ok(x, a):
    return torch.from_numpy(a).to(x.device) + x
