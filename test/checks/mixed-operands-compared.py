# An index or a name that is compared chooses where all of the program is, as a flag does.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch


class Indexed:
    def __init__(self):
        self.index = None

    def choose(self, index):
        self.index = index

    def place(self):
        return "cpu" if self.index == -1 else f"cuda:{self.index}"

    def weight(self):
        return torch.empty(4, 4, device=self.place())

    def forward_ok(self, states):
        assert states.device.type
        return torch.matmul(states, self.weight())

    def forward_bad(self, states):
        assert states.device.type
        return torch.matmul(states, torch.empty(4, 4))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'matmul' may be on different devices
