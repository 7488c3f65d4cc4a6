# Row 13: DistributedDataParallel before the move. A function that spawned processes run.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


class ToyModel(nn.Module):
    def __init__(self):
        super(ToyModel, self).__init__()
        self.net1 = nn.Linear(10, 10)
        self.relu = nn.ReLU()
        self.net2 = nn.Linear(10, 5)

    def forward(self, x):
        return self.net2(self.relu(self.net1(x)))


def setup(rank, world_size):
    os.environ["MASTER_ADDR"] = "localhost"
    os.environ["MASTER_PORT"] = "12355"
    dist.init_process_group("nccl", rank=rank, world_size=world_size)


def demo_basic(rank, world_size):
    setup(rank, world_size)
    model = ToyModel()  # GOOD: model = ToyModel().to(rank)
    model = nn.parallel.DistributedDataParallel(model, device_ids=[rank], output_device=rank)
    # CHECK: :[[@LINE-1]]:13: warning: 'DistributedDataParallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda [device-parallel-before-move]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    optimizer.zero_grad()
    loss = model(torch.randn(20, 10).to(rank)).square().mean()
    loss.backward()
    optimizer.step()
    dist.destroy_process_group()


if __name__ == "__main__":
    count = torch.cuda.device_count()
    mp.spawn(demo_basic, args=(count,), nprocs=count, join=True)
