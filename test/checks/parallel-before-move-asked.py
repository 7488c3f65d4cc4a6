# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# Whoever asks where the input is knows where the module is, although the input went through another module.
import sys

import torch
from torch import nn

use_cuda = "--cuda" in sys.argv and torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")


class Net(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        self.main = nn.Sequential(nn.Linear(2, 2))

    def forward(self, x):
        if x.is_cuda and self.count > 1:
            return nn.parallel.data_parallel(self.main, x, range(self.count))
        return self.main(x)


class Always(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        self.main = nn.Sequential(nn.Linear(2, 2))

    def forward(self, x):
        return nn.parallel.data_parallel(self.main, x, range(self.count))


count = int(sys.argv[1])
first, second = Net(count).to(device), Net(count).to(device)
made = first(torch.randn(2, 2, device=device))
second(made)
always = Always(count).to(device)
# CHECK: asked.py:[[#@LINE+1]]:1: warning: 'data_parallel' may meet a module that is not in its place
always(made)
