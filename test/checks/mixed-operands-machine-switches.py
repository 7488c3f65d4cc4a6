# `args.cuda = torch.cuda.is_available()` at the top level is what functions find there.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import argparse

import torch
from torch import nn

args = argparse.ArgumentParser().parse_args()
args.cuda = torch.cuda.is_available()
encoder = nn.Linear(4, 4)
if args.cuda:
    encoder.cuda()


def train_good():
    x = torch.zeros(4, 4)
    if args.cuda:
        x = x.cuda()
    encoder(x)


def train():
    x = torch.zeros(4, 4)
    encoder(x)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' {{.*}} on different devices: 'encoder' on cuda, 'x' on cpu


train_good()
train()
