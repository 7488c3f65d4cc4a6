# What is read on the host by those who mean the host: numbers, arrays, what is used for nothing else.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unregistered-state,device-mixed-operands %s | FileCheck %s --check-prefixes=ONE --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# A parameter that is a number unless somebody gives another.
class NumberOk(nn.Module):
    def forward(self, images, size=640):
        shapes = [[y * (size / max(s)) for y in s] for s in (image.shape[:2] for image in images)]
        return np.stack(shapes, 0).max(0)


class TensorBad(nn.Module):
    def forward(self, images, size):
        shapes = [[y * (size / max(s)) for y in s] for s in (image.shape[:2] for image in images)]
        return np.stack(shapes, 0).max(0)
        # CHECK: :[[@LINE-1]]:16: warning: 'stack' reads memory of 'shapes' on the host
        # ONE: :[[@LINE-2]]:16: warning: 'stack' reads memory of 'shapes' on the host


# No module of PyTorch is called with an array.
class BackendOk(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.model = nn.Linear(2, 2) if weights.endswith(".pt") else load(weights)

    def forward(self, image, keras=False):
        image = image.permute(0, 2, 3, 1).cpu().numpy()
        return (self.model(image, training=False) if keras else self.model(image)[0]).numpy()


class BackendBad(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.model = nn.Linear(2, 2) if weights.endswith(".pt") else load(weights)

    def forward(self, image, keras=False):
        image = image.permute(0, 2, 3, 1)
        return (self.model(image, training=False) if keras else self.model(image)[0]).numpy()
        # CHECK: :[[@LINE-1]]:87: warning: 'numpy' reads memory of the chosen value on the host
        # ONE: :[[@LINE-2]]:87: warning: 'numpy' reads memory of the chosen value on the host


# What forward does nothing else with is meant to be there: of level 2.
class ScalesOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x, info):
        scales = info.data.numpy()[:, 2]
        # CHECK: :[[@LINE-1]]:28: warning: 'numpy' reads memory of 'info.data' on the host
        return self.layer(x), scales


class UsedBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        scales = x.data.numpy()[:, 2]
        # CHECK: :[[@LINE-1]]:25: warning: 'numpy' reads memory of 'x.data' on the host
        # ONE: :[[@LINE-2]]:25: warning: 'numpy' reads memory of 'x.data' on the host
        return self.layer(x), scales
