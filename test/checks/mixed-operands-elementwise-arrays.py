# NumPy's functions that go by elements give a tensor of a tensor, which only one on the CPU can be.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'rates' is not registered with 'Bad', so 'to' leaves it on cpu
        self.rates = np.log(torch.ones(3))

    def forward(self, x):
        return torch.relu(x) + self.rates


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rates", np.log(torch.ones(3)))
        self.steps = np.log(np.ones(3))

    def forward(self, x):
        return torch.relu(x) + self.rates


Bad().to("cuda")(torch.ones(3, device="cuda"))
Good().to("cuda")(torch.ones(3, device="cuda"))


def bad(x):
    scale = np.sqrt(torch.arange(3))
    # CHECK-DAG: :[[#@LINE+1]]:25: warning: operands of '*' are on different devices: 'x.to("cuda")' on cuda, 'scale' on cpu
    return x.to("cuda") * scale


def good(x):
    scale = np.sqrt(torch.arange(3))
    return x.to("cuda") * scale.to("cuda"), x.to("cuda") * np.sqrt(torch.tensor(2.0))
