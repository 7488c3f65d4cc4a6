# One function is given modules of several classes: each brings a part of the batch where it wants it, or does not.
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Numbers(Dataset):
    def __getitem__(self, i):
        return {"x": torch.ones(4)}

    def __len__(self):
        return 8


class Moving(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, batch):
        return self.layer(batch["x"].to(DEVICE))


class AlsoMoving(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, batch):
        return self.layer(batch["x"].to(DEVICE))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, batch):
        return self.layer(batch["x"])


class AlsoPlain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, batch):
        return self.layer(batch["x"])


def train_ok(model, loader):
    for batch in loader:
        model(batch).mean().backward()


def train_bad(model, loader):
    for batch in loader:
        model(batch).mean().backward()


train_ok(Moving().to(DEVICE), DataLoader(Numbers(), batch_size=2))
train_ok(AlsoMoving().to(DEVICE), DataLoader(Numbers(), batch_size=2))
# CHECK: warning: operands of 'forward' may be on different devices
train_bad(Plain().to(DEVICE), DataLoader(Numbers(), batch_size=2))
# CHECK: warning: operands of 'forward' may be on different devices
train_bad(AlsoPlain().to(DEVICE), DataLoader(Numbers(), batch_size=2))
