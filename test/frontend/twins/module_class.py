import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.scale = torch.ones([4])

    def forward(self, x):
        return self.widen(x) * self.scale

    def widen(self, x):
        return x * self.width
