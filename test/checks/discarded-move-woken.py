# What is moved and has no name is lost on purpose: it wakes the accelerator, or warms up an allocator.
# RUN: not %device_tidy check --isolated --output-format concise --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
import torch


def woken_ok():
    torch.zeros(1).cuda()
    torch.randn(1).to("cuda")
    torch.cuda.synchronize()


def named_bad(device):
    state = torch.zeros(1)
    state.to(device)
    # CHECK: :[[@LINE-1]]:11: warning: result of 'to' is discarded; 'state' stays on cpu [device-discarded-move]
    return state


def named_ok(device):
    state = torch.zeros(1)
    state = state.to(device)
    return state
