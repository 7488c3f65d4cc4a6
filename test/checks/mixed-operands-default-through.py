# Whoever sets the default device sets it for what is called, and for what that calls.
# RUN: rm -rf %t && split-file %s %t
# RUN: cd %t/script && %device_tidy check --isolated --level 1 .
# RUN: cd %t/option && %device_tidy check --isolated --level 1 .
# RUN: cp -r %t/script %t/bad && sed -i /set_default/d %t/bad/train.py
# RUN: cd %t/bad && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s
# CHECK: disc.py:12:26: warning: {{.*}}'mask' on cpu

#--- script/train.py
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor")
from config import build

disc = build().to(torch.device("cuda:0"))
for x in torch.utils.data.DataLoader(torch.rand(9, 3)):
    print(disc(x.to("cuda:0")))

#--- script/config.py
from disc import Disc


def build():
    return Disc()

#--- script/disc.py
import torch
from torch import nn


class Disc(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(3, 1)

    def forward(self, x):
        mask = torch.randint(0, 2, (len(x), 1)).bool()
        return self.main(torch.where(mask, x, x.flip(1)))

#--- option/main.py
import argparse

import torch
from net import Net


def main(opt):
    if opt.gpu:
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
    net = Net(3)
    print(net(torch.ones(2, 3)))


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--gpu", action="store_true")
    main(p.parse_args())

#--- option/net.py
from base import Base


class Net(Base):
    pass

#--- option/base.py
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(n, n))
        self.adjacency = torch.ones(n, n) - torch.eye(n)

    def forward(self, x):
        return x @ (self.w * self.adjacency)
