# A private function that brings both places itself: nothing of it hangs on who calls it.
# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def _bad():
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices: 'torch.ones(3, device="cuda:0")' on cuda:0, 'torch.ones(3)' on cpu


def _ok():
    return torch.ones(3, device="cuda:0") + torch.ones(3, device="cuda:0")
