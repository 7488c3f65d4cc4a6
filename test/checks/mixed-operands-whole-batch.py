# All that a loader puts into one batch may be a table, whose entries a model that nobody knows moves itself; level 1 does
# not speak of it. Parts of a batch are tensors, and a model whose class is here says what it does.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader
from tqdm import tqdm

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(model, loader):
    model.train()
    for batch in loader:
        model(batch).backward()


def train_counted(model, loader):
    for n, batch in enumerate(loader):
        model(batch).backward()


def train_shown(model, loader):
    for batch in tqdm(loader):
        model(batch).backward()


def train_first(model, loader):
    model(next(iter(loader))).backward()


def train_parts(model, loader):
    for x, y in loader:
        model(x).backward()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x).sum()


class Moving(Net):
    def forward(self, x):
        return self.layer(x.to(device)).sum()


def unknown(build, data):
    model = build().to(device)
    loader = DataLoader(data)
    train(model, loader)
    train_counted(model, loader)
    train_shown(model, loader)
    train_first(model, loader)
    train_parts(model, loader)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'forward' may be on different devices: 'model' on {{.*}}, 'x' on cpu


def known_bad(data):
    model = Net().to(device)
    for n, batch in enumerate(DataLoader(data)):
        model(batch).backward()
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'self.layer' on {{.*}}, 'x' on cpu


def known_good(data):
    model = Moving().to(device)
    for n, batch in enumerate(DataLoader(data)):
        model(batch).backward()


class Wrapped(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, v):
        return self.inner(v)


def wrapped_good(build, data):
    model = Wrapped(build()).to(device)
    for batch in DataLoader(data):
        model(batch).backward()


def wrapped_bad(build, data):
    model = Wrapped(build()).to(device)
    for batch, target in DataLoader(data):
        model(batch).backward()
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices
