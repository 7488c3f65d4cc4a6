# What a constructor makes is where it makes it until somebody moves the whole; a function that is the default of a
# parameter has no state; data sets and pipelines of samples are on the host.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
import torch.nn.functional as F
import torchaudio
from torch import nn


def fill(weight):
    return weight.data.uniform_(-1, 1)


class Mlp_good(nn.Module):
    def __init__(self, init=fill):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        layer = nn.Linear(2, 2)
        init(layer.weight)
        self.layers = nn.ModuleList([layer])

    def forward(self, x):
        return self.layers[0](self.fc(x))


class Block_good(nn.Module):
    def __init__(self, shape, n):
        super().__init__()
        self.size = torch.prod(torch.as_tensor(shape))
        self.linear = nn.Linear(self.size, n)
        with torch.no_grad():
            self.linear.weight.data = self.make()

    def make(self):
        return torch.ones_like(self.linear.weight.data) / self.size

    def forward(self, x):
        return self.linear(x.flatten(1))


def resample_good(data, rate):
    for sample in data:
        sample["wav"] = torchaudio.transforms.Resample(sample["rate"], rate)(sample["wav"])
        yield sample


def resample_bad(wav, rate: int):
    return torchaudio.transforms.Resample(8000, rate)(wav)
    # CHECK: :[[@LINE-1]]:12: warning: the result of 'Resample' is created without a device, so on the default one


class Schedule:
    def __init__(self, state, classes):
        self.rows_good = torch.zeros(1, classes, classes)
        self.rows_good[:, :, state] = 1

    def move(self, device):
        self.rows_good = self.rows_good.to(device)
