# RUN: not %device_tidy check --isolated --worlds multi --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What all callers bring to the CPU is there, also behind a private function that hands it on. Behind one that anybody
# may call, `__call__`, there are other callers.
import torch


class Window:
    def __init__(self, device):
        self.device = torch.device(device)

    def place(self, x):
        return x.to(self.device)

    def __call__(self, x: torch.Tensor):
        return self._open(x)

    def _open(self, x: torch.Tensor):
        # CHECK: callers.py:[[#@LINE+1]]:16: warning: operands of 'cat' may be on different devices
        return torch.cat([torch.zeros(3), x])

    def _hand_on(self, x: torch.Tensor):
        return self._inner(x)

    def _inner(self, x: torch.Tensor):
        return torch.cat([torch.zeros(3), x])


def use(device):
    window = Window(device)
    window._hand_on(torch.rand(3))
    return window(torch.rand(3))
