# A class that derives from DataParallel runs what it is given where that is; DistributedDataParallel with a list of
# devices moves its inputs, whoever has made it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
import torch.distributed as dist
from torch import nn


class Wrapped(nn.DataParallel):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)


class Named(nn.DataParallel):
    def __init__(self, module, name):
        super().__init__(module)
        self.name = name


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, hidden):
        return self.linear(x) + hidden


class Trainer:
    def __init__(self, rank):
        self.spread = nn.parallel.DistributedDataParallel(Net().cuda(), device_ids=[rank])
        self.alone = Net().cuda()

    def step(self, x):
        x = x.cuda()
        hidden = torch.zeros(x.shape[0], 4)
        return self.spread(x, hidden)

    def step_alone(self, x):
        x = x.cuda()
        hidden = torch.zeros(x.shape[0], 4)
        return self.alone(x, hidden)
        # CHECK: :[[@LINE-1]]:16: warning: operands of '+' are on different devices


def run():
    device = "cuda"
    x = torch.zeros(2, 4).to(device)
    net = Wrapped(nn.Linear(4, 4).to(device))
    named = Named(nn.Linear(4, 4).to(device), "a")
    print(net(x).mean(), named(x).mean())
    left = Wrapped(nn.Linear(4, 4))
    print(left(x).mean())
    # CHECK: :[[@LINE-1]]:11: warning: 'DataParallel' meets a module that is not in its place


dist.init_process_group(backend="nccl")
trainer = Trainer(dist.get_rank())
trainer.step(torch.zeros(2, 4))
trainer.step_alone(torch.zeros(2, 4))
run()
