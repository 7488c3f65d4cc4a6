# A loss keeps the weight that its maker was given, where that was: whoever made it knows, and is told.
# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Trainer:
    def __init__(self, labels, device):
        self.weight = torch.bincount(labels)
        self.loss = nn.CrossEntropyLoss(weight=self.weight.sum() / self.weight)
        self.moved = nn.CrossEntropyLoss(weight=self.weight.float()).to(device)

    def step(self, x, y):
        return self.loss(x.cuda(), y.cuda())

    def step_ok(self, x, y):
        return self.moved(x.cuda(), y.cuda())

    def fit(self, batches):
        for x, y in batches:
            self.step(x, y)


class Loss(nn.Module):
    def __init__(self, weight=None):
        super().__init__()
        self.loss = nn.CrossEntropyLoss(weight=weight)

    def forward(self, x, y):
        return self.loss(x, y)


class Plain:
    def __init__(self, weight=None):
        self.loss = nn.CrossEntropyLoss(weight=weight)

    def __call__(self, x, y):
        return self.loss(x, y)


def make(weight=None):
    return nn.CrossEntropyLoss(weight=weight)


def ok(x, y, weight):
    x, y = x.cuda(), y.cuda()
    Loss()(x, y)
    Plain()(x, y)
    make()(x, y)
    make(None)(x, y)
    make(weight)(x, y)
    Loss(torch.ones(3).cuda())(x, y)
    Plain(torch.ones(3).cuda())(x, y)
    make(torch.ones(3).cuda())(x, y)
    Loss(torch.ones(3)).cuda()(x, y)
    Trainer(torch.zeros(3).cuda(), "cuda").step(x, y)
    Trainer(torch.zeros(3), "cuda").step_ok(x, y)


def bad(x, y):
    x, y = x.cuda(), y.cuda()
    Loss(torch.ones(3))(x, y)
    # CHECK: weights.py:[[#@LINE-1]]:5: warning: operands of 'CrossEntropyLoss' are on different devices: 'self.loss' on cpu, 'x' on cuda
    Plain(torch.ones(3))(x, y)
    # CHECK: weights.py:[[#@LINE-1]]:5: warning: operands of 'CrossEntropyLoss' are on different devices: 'self.loss' on cpu, 'x' on cuda
    make(torch.ones(3))(x, y)
    # CHECK: weights.py:[[#@LINE-1]]:5: warning: operands of 'CrossEntropyLoss' are on different devices: 'make(torch.ones(3))' on cpu, 'x' on cuda
    trainer = Trainer(torch.zeros(3, dtype=torch.long), "cuda")
    trainer.step(x, y)
    # CHECK: weights.py:[[#@LINE-1]]:13: warning: operands of 'CrossEntropyLoss' are on different devices: 'self.loss' on cpu, 'x.cuda()' on cuda
    trainer.fit([(x, y)])
    # CHECK: weights.py:[[#@LINE-1]]:13: warning: operands of 'CrossEntropyLoss' are on different devices: 'self.loss' on cpu, 'x.cuda()' on cuda
