import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros([4]))
        self.weight = nn.Parameter(torch.ones([4]))

    def forward(self, x):
        return (x - self.mean) * self.weight
