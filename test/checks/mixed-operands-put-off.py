# Where a flag that is named for accelerators is off nothing is on one.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Tree_good(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.device = torch.device("cuda" if self.args["cuda"] else "cpu")
        self.linear = nn.Linear(3, 4)

    def forward(self, x):
        first = torch.ones(x.size(0), 1).to(self.device)
        mu = self.linear(torch.cat((first, x), 1))
        best = torch.zeros(mu.shape).to(self.device)
        ids = torch.max(mu, 1)[1]
        return best.scatter_(1, ids.view(-1, 1), 1.0)


class Tree(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.linear = nn.Linear(3, 4)

    def forward_bad(self, x):
        first = torch.ones(x.size(0), 1)
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of 'cat' may be on different devices
        return self.linear(torch.cat((first, x), 1))
