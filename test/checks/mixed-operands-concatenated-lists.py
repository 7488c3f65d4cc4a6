# The elements of lists that are read one after the other: itertools.chain, concat of toolz.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import itertools

import cytoolz
import torch
import torch.nn.functional as F
from toolz import concat
from torch import nn

net = nn.Linear(3, 1).to("cuda")
rows = []
for i in range(3):
    rows.append([net(torch.zeros(3, device="cuda"))])
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'mse_loss' are on different devices
F.mse_loss(torch.cat(list(concat(rows))), torch.ones(3))
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'mse_loss' are on different devices
F.mse_loss(torch.cat(list(cytoolz.concat(rows))), torch.ones(3))
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'mse_loss' are on different devices
F.mse_loss(torch.cat(list(itertools.chain.from_iterable(rows))), torch.ones(3))
F.mse_loss(torch.cat(list(concat(rows))), torch.ones(3, device="cuda"))
F.mse_loss(torch.cat(list(concat(rows))).cpu(), torch.ones(3))
