# A variable of a file that one of several branches fills, and none of them may: where it is used, one of them has.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--net")
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()


class One(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(4, 4)

    def forward(self, x):
        return self.f(x)


class Two(One):
    def forward(self, x):
        return self.f(x) * 2


if args.net == "one":
    net = One()
elif args.net == "two":
    net = Two()
if args.cuda:
    net.cuda()


def run_bad():
    return net(torch.ones(3, 4))


def run_good():
    x = torch.ones(3, 4)
    if args.cuda:
        x = x.cuda()
    return net(x)


run_bad()
# CHECK: :[[@LINE-1]]:1: warning: operands of {{.*}} may be on different devices: {{.*}} on cuda, {{.*}} on cpu
run_good()
