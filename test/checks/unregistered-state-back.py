# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# A class that has a `cpu` of its own brings back what it holds; `to` and `cuda` leave it all the same.
import torch
from torch import nn


class TensorBackBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.mask = torch.ones(4)
        # CHECK: :[[#@LINE-1]]:21: warning: 'mask' is not registered with 'TensorBackBad', so 'to' leaves it on cpu

    def cpu(self):
        self.mask = self.mask.cpu()
        return super().cpu()

    def forward(self, x):
        return self.w * x + self.mask


class TensorBothOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.mask = torch.ones(4)

    def cpu(self):
        self.mask = self.mask.cpu()
        return super().cpu()

    def cuda(self, device=None):
        self.mask = self.mask.cuda(device)
        return super().cuda(device)

    def forward(self, x):
        return self.w * x + self.mask


class LayersBackBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.layers = [nn.Linear(4, 4)]
        # CHECK: :[[#@LINE-1]]:24: warning: 'layers' is not registered with 'LayersBackBad', so 'to' leaves it on cpu

    def cpu(self):
        for layer in self.layers:
            layer.cpu()
        return super().cpu()

    def forward(self, x):
        return self.layers[0](self.w * x)


class LayersBothOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.layers = [nn.Linear(4, 4)]

    def cpu(self):
        for layer in self.layers:
            layer.cpu()
        return super().cpu()

    def cuda(self, device=None):
        for layer in self.layers:
            layer.cuda(device)
        return super().cuda(device)

    def forward(self, x):
        return self.layers[0](self.w * x)
