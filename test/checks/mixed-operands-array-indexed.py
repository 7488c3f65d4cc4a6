# An array of the host takes an index on the CPU: so is the batch from which that comes.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn

masses = np.arange(100.0)


class OnHost(nn.Module):
    def forward(self, inputs: dict[str, torch.Tensor]):
        m = torch.tensor(masses[inputs["z"]])
        inputs["x"] -= (m.unsqueeze(-1) * inputs["x"]).sum(0)
        return inputs


class Anywhere(nn.Module):
    def forward(self, inputs: dict[str, torch.Tensor]):
        m = torch.tensor(masses[3])
        m = torch.tensor([m, m])
        # CHECK: :[[#@LINE+1]]:41: warning: operands of '*' may be on different devices
        inputs["x"] -= (m.unsqueeze(-1) * inputs["x"]).sum(0)
        return inputs
