# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is made of the numbers that were read of a tensor is on the CPU, and has its dimensions.
import torch


def listed_bad():
    here = torch.ones(3, device="cuda")
    return torch.tensor(here.tolist()) + here
    # CHECK: :[[@LINE-1]]:40: warning: operands of '+' are on different devices: 'torch.tensor(here.tolist())' on cpu, 'here' on cuda


def listed_ok():
    here = torch.ones(3, device="cuda")
    return torch.tensor(here.tolist(), device="cuda") + here


def array_bad():
    here = torch.ones(3, device="cuda")
    numbers = here.cpu().numpy()
    copy = torch.tensor(numbers)
    return copy + here
    # CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'copy' on cpu, 'here' on cuda


def array_ok():
    here = torch.ones(3, device="cuda")
    numbers = here.cpu().numpy()
    copy = torch.tensor(numbers).cuda()
    return copy + here


# One number goes along with any tensor.
def one_ok():
    here = torch.ones(3, device="cuda")
    return torch.tensor(here.sum().tolist()) + torch.tensor(here[0].cpu().numpy()) + here


def one_bad():
    here = torch.ones(3, device="cuda")
    return torch.tensor(here.sum(0, keepdim=True).tolist()) + here
    # CHECK: :[[@LINE-1]]:61: warning: operands of '+' are on different devices: {{.*}} on cpu, 'here' on cuda
