# A class of the program that is called like a type of typing is that class: GANs have a Generator.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)

    def forward(self, z):
        return self.linear(z)


def sample_ok(generator: Generator):
    generator.to("cuda")
    return generator(torch.zeros(3, device="cuda"))


def sample_bad(generator: Generator):
    generator.to("cuda")
    return generator(torch.zeros(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.linear' on cuda, 'z' on cpu
