# Row 13: a model is moved after DistributedDataParallel was made. A class.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Engine:
    def __init__(self, device: torch.device):
        self.device = device
        net = nn.Sequential(nn.Flatten(), nn.Linear(16, 4))
        # GOOD: net.to(self.device)
        self.model = DistributedDataParallel(net)
        self.model.to(self.device)
        # CHECK: :[[@LINE-1]]:20: warning: 'DistributedDataParallel' may meet a module that is not in its place: 'self.model' on cpu, its next place on 'device' [device-parallel-before-move]
        self.optimizer = torch.optim.AdamW(self.model.parameters())

    def step(self, images, labels):
        images, labels = images.to(self.device), labels.to(self.device)
        loss = nn.functional.cross_entropy(self.model(images), labels)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main(rank):
    torch.distributed.init_process_group("nccl", rank=rank, world_size=2)
    engine = Engine(torch.device("cuda", rank))
    engine.step(torch.rand(2, 4, 4), torch.tensor([0, 1]))
