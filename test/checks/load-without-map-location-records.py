# Records of numbers that another module of the program writes: the names of the files say that they are the same.
# RUN: split-file %s %t
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-load-without-map-location %t/main.py %t/evaluation.py | FileCheck %t/main.py --implicit-check-not='warning:'

#--- evaluation.py
import os

import torch


def split_good(net, loader, options):
    device = options.get("device", "cuda")
    rows = []
    for x in loader:
        p = net(x.to(device)).exp()
        for k in range(p.shape[0]):
            rows.append({"id": k, "perplexity": p[k].item()})
    torch.save(rows, os.path.join("results/", ".numbers_" + options["id"] + ".pth"))


def split_bad(net, loader, options):
    device = options.get("device", "cuda")
    rows = []
    for x in loader:
        p = net(x.to(device)).exp()
        for k in range(p.shape[0]):
            rows.append({"id": k, "perplexity": p[k]})
    torch.save(rows, os.path.join("results/", ".tensors_" + options["id"] + ".pth"))

#--- main.py
import argparse
import os

import torch
from torch import nn

import evaluation

parser = argparse.ArgumentParser()
parser.add_argument("--id", default="")
parser.add_argument("--device", default="cuda")
opt = parser.parse_args()
numbers = os.path.join("results/", ".numbers_" + opt.id + ".pth")
if os.path.isfile(numbers):
    print(torch.load(numbers))
tensors = os.path.join("results/", ".tensors_" + opt.id + ".pth")
if os.path.isfile(tensors):
    # CHECK: :[[#@LINE+1]]:11: warning: 'torch.load' without a device
    print(torch.load(tensors))
net = nn.Linear(3, 1)
net.to(opt.device)
evaluation.split_good(net, torch.randn(4, 2, 3), vars(opt))
evaluation.split_bad(net, torch.randn(4, 2, 3), vars(opt))
