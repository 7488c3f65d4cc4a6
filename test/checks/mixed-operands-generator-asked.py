# A generator says where it is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def drawn_bad():
    g = torch.Generator(device="cuda")
    drawn = torch.rand(3, generator=g, device=g.device)
    # CHECK: :[[#@LINE+1]]:26: warning: operands of '+' are on different devices
    return torch.ones(3) + drawn


def drawn_good():
    g = torch.Generator(device="cuda")
    drawn = torch.rand(3, generator=g, device=g.device)
    return torch.ones(3, device="cuda") + drawn
