# A function that is given modules of several classes, whose parts are on several GPUs: such a module has no place of its
# own, and its inputs are where its forward wants them.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Base(nn.Module):
    def step(self, x):
        return self(x)


class Parallel(Base):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(3, 3).to("cuda:0")
        self.dec = nn.Linear(3, 3).to("cuda:1")

    def forward(self, x):
        return self.dec(self.enc(x).to("cuda:1"))


class Recurrent(Base):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 3)
        self.out = nn.Linear(3, 3)
        self.rnn.to("cuda:0")
        self.out.to("cuda:1")

    def forward(self, x):
        return self.out(self.rnn(x)[0].to("cuda:1"))


class Whole(Base):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(3, 3)
        self.to("cuda:1")

    def forward(self, x):
        return self.enc(x)


def train(model, x):
    return model(x.to("cuda:0"))


def train_base(model: Base, x):
    return model(x.to("cuda:0")).sum() + torch.zeros(1, device="cuda:1")


class Trainer:
    def __init__(self, model):
        self.model = model

    def fit(self, x):
        return self.model(x.to("cuda:0")).mean()


def given_bad(x):
    train(Whole(), x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'forward' may be on different devices: 'model' on cuda:1, 'x.to("cuda:0")' on cuda:0 [device-mixed-operands]
    Trainer(Whole()).fit(x)
    # CHECK: :[[@LINE-1]]:22: warning: operands of 'forward' may be on different devices: 'self.model' on cuda:1, 'x.to("cuda:0")' on cuda:0 [device-mixed-operands]


def given_ok(x):
    train(Parallel(), x)
    train(Recurrent(), x)
    train_base(Parallel(), x)
    train_base(Recurrent(), x)
    Trainer(Parallel()).fit(x)
    Trainer(Recurrent()).fit(x)
    for model in (Parallel(), Recurrent()):
        train_base(model, x)
