# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --check-prefix=CERTAIN --implicit-check-not='OpenRow'
# A number in a tensor fits anywhere. What a layer is made of is a number.
import torch
from torch import nn


class SizeGood(nn.Module):
    def __init__(self, width, dim):
        super().__init__()
        self.key = nn.Linear(width, dim)
        self.scale = torch.sqrt(torch.tensor(dim).float())

    def forward(self, x: torch.Tensor):
        return self.key(x) / self.scale


class OpenBad(nn.Module):
    def __init__(self, width, scales):
        super().__init__()
        self.key = nn.Linear(width, 4)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'scale' is not registered with 'OpenBad'
        self.scale = torch.sqrt(torch.tensor(scales).float())

    def forward(self, x: torch.Tensor):
        return self.key(x) / self.scale


# The numbers of a row fit anywhere, too.
class RowGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.FloatTensor([1.0, 0.5, 0.25])

    def forward(self, outputs, target: torch.Tensor):
        return sum(self.weights[i] * (output - target) for i, output in enumerate(outputs))


class TableBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+2]]:{{.*}} warning: 'weights' is not registered with 'TableBad'
        # CERTAIN: :[[#@LINE+1]]:{{.*}} warning: 'weights' is not registered with 'TableBad'
        self.weights = torch.FloatTensor([[1.0, 0.5], [0.25, 0.1]])

    def forward(self, outputs, target: torch.Tensor):
        return sum(self.weights[i] * (output - target) for i, output in enumerate(outputs))


# What may be a row is of level 2.
class OpenRow(nn.Module):
    def __init__(self, first=0.3, count=5):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'weights' is not registered with 'OpenRow'
        self.weights = torch.FloatTensor([first / 2**scale for scale in range(count)])

    def forward(self, outputs, target: torch.Tensor):
        return sum(self.weights[i] * (output - target) for i, output in enumerate(outputs))
