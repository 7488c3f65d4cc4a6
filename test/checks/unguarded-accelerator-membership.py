# RUN: not %device_tidy check --isolated --worlds cpu,gpu,multi --level 1 --output-format concise --select device-unguarded-accelerator,device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# `0 in range(torch.cuda.device_count())` asks for an accelerator.
import torch


def first_ok():
    if 0 in range(torch.cuda.device_count()):
        return torch.ones(3).cuda()
    return torch.ones(3)


def second_ok():
    if 1 in range(torch.cuda.device_count()):
        return torch.ones(3).cuda(1)
    return torch.ones(3)


def list_ok():
    if 0 in [*range(torch.cuda.device_count())]:
        return torch.ones(3).cuda()
    return torch.ones(3)


def missing_ok():
    if 0 not in range(torch.cuda.device_count()):
        return torch.ones(3)
    return torch.ones(3).cuda()


def missing_bad():
    if 0 not in range(torch.cuda.device_count()):
        return torch.ones(3).cuda()
        # CHECK: :[[#@LINE-1]]:30: warning: 'cuda' needs an accelerator
    return torch.ones(3)
