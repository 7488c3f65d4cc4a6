# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Collectives work on the CPU, and say that they are not simulated on a device."""

# REQUIRES: torch
# RUN: rm -f %t %t2 && %device_tidy run -q --devices 2 -- %python %s %t
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
import torch.distributed as dist
from device_tidy.simulation import NotSimulated
from expect import raises
from torch import nn

dist.init_process_group("gloo", init_method=f"file://{sys.argv[1]}", rank=0, world_size=1)
x = torch.ones(3)
dist.all_reduce(x)
model = nn.parallel.DistributedDataParallel(nn.Linear(3, 2))
model(x).sum().backward()
assert model.module.weight.grad is not None

no = "device-tidy: simulated devices have no collectives"
raises(NotSimulated, no, lambda: dist.all_reduce(x.cuda()))
raises(NotSimulated, no, lambda: dist.all_gather([x.cuda()], x.cuda()))
raises(NotSimulated, no, lambda: dist.broadcast(x.cuda(), 0))
raises(NotSimulated, no, lambda: nn.parallel.DistributedDataParallel(nn.Linear(3, 2).cuda()))
raises(NotSimulated, no, lambda: dist.new_group([0], backend="nccl"))
dist.destroy_process_group()
raises(
    NotSimulated,
    no,
    lambda: dist.init_process_group("nccl", init_method=f"file://{sys.argv[1]}2", rank=0, world_size=1),
)
