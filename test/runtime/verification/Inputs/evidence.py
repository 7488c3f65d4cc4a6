# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of which only a run can tell how they go."""

import sys

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        mask = torch.ones(2)
        y = self.fc(x)
        if y.device.type == "meta":
            return x * mask
        return (y) + mask


def main(device):
    net = Net().to(device)
    x = torch.ones(3, 2, device=device)
    for _ in range(3):
        try:
            net(x)
        except RuntimeError:
            print("failed")


main(sys.argv[1])
