# A CPU tensor with dimensions stays there beside what may be a number: nothing on another device can meet it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def table(width, size):
    return torch.arange(size) * (2 * (torch.arange(size) // 2) / width)


class PlacedBad(nn.Module):
    def __init__(self, config):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:22: warning: 'table' is not registered with 'PlacedBad'
        self.table = table(config.width, 16)
        self.embed = nn.Embedding(16, 16)

    def forward(self, ids):
        return self.embed(ids) + self.table


class PlacedGood(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.register_buffer("table", table(config.width, 16))
        self.embed = nn.Embedding(16, 16)

    def forward(self, ids):
        return self.embed(ids) + self.table


# One without dimensions gives way.
class ScaleOk(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.scale = torch.tensor(2.0) * config.scale
        self.embed = nn.Embedding(16, 16)

    def forward(self, ids):
        return self.embed(ids) * self.scale
