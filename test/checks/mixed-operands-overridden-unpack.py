# forward hands the batch to a method that each class has, which moves every part. One train() for models of two classes.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Base(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device
        self.layer = nn.Linear(4, 1)

    def forward(self, batch):
        data, mask = self.unpack(batch)
        return self.layer(data * mask).mean()


class A(Base):
    def unpack(self, batch):
        return batch[0].to(self.device), batch[1].to(self.device)


class B(Base):
    def unpack(self, batch):
        return batch[0].to(self.device).float(), batch[1].to(self.device).float()


class Kept(Base):
    def unpack(self, batch):
        return batch[0].float(), batch[1].float()


class Held(Base):
    def unpack(self, batch):
        return batch[0], batch[1]


def train(model, loader):
    for batch in loader:
        model(batch).backward()


def run(model, loader):
    for batch in loader:
        model(batch).backward()


parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda:0")
args = parser.parse_args()
loader = DataLoader(TensorDataset(torch.ones(8, 4), torch.ones(8, 4)), batch_size=2)
train(A(args.device).to(args.device), loader)
train(B(args.device).to(args.device), loader)
run(Kept(args.device).to(args.device), loader)
# CHECK: :[[@LINE-1]]:1: warning: operands of 'forward' may be on different devices
run(Held(args.device).to(args.device), loader)
# CHECK: :[[@LINE-1]]:1: warning: operands of 'forward' may be on different devices
