# Who writes `use_gpu=True` into a script has chosen; who leaves it at its default has not.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Trainer:
    def __init__(self, model, use_gpu=True):
        self.model = model
        self.use_gpu = use_gpu

    def run(self):
        if self.use_gpu:
            self.model.cuda()


def put_on_good():
    Trainer(nn.Linear(2, 2), use_gpu=True).run()


def left_bad():
    Trainer(nn.Linear(2, 2)).run()
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'run' needs an accelerator and fails on a machine without one


class Parser(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.head = nn.Linear(2, 2)

    def parallelize(self):
        self.body.to("cuda:0")
        self.head.to("cuda:1")

    def spread_bad(self):
        self.body.to("cuda:0")
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'to' needs an accelerator
        self.head.to("cuda:1")


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return Parser().to(device)


def wrap_good(model, world_size):
    if world_size == 1:
        return model
    return nn.parallel.DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])


def current_bad(model, world_size):
    if world_size == 1:
        return model
    return model.to(torch.cuda.current_device())
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'current_device' needs an accelerator
