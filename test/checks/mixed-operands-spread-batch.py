# A batch of a loader is spread over the parameters of a module or a function: its parts are on the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x, y, scale=1.0):
        return self.lin(x) * scale - y


net = Net().to(device)
TABLES = [{"x": torch.zeros(4), "y": torch.zeros(4)}]
PAIRS = [(torch.zeros(4), torch.zeros(4))]


def names_bad():
    for batch in DataLoader(TABLES):
        net(**batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'self.lin' on cuda, 'x' on cpu


def names_ok():
    for batch in DataLoader(TABLES):
        batch = {k: v.to(device) for k, v in batch.items()}
        net(**batch)


def names_changed_ok():
    for batch in DataLoader(TABLES):
        for k in batch:
            batch[k] = batch[k].to(device)
        net(**batch, scale=2.0)


def positions_bad():
    for items in DataLoader(PAIRS):
        net(*items)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'self.lin' on cuda, 'x' on cpu


def positions_ok():
    for items in DataLoader(PAIRS):
        net(*[x.to(device) for x in items])


def step(x, y):
    return net(x.to(device), y)


def subtract(x, y):
    return net.lin(x) - y


def function_bad():
    for items in DataLoader(PAIRS):
        subtract(*items)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'net.lin' on cuda, 'x' on cpu


def unpacked_ok():
    for x, y in DataLoader(PAIRS):
        step(x, y.to(device))


# What the program collates itself may be anything.
def collated_ok(collate):
    for items in DataLoader(PAIRS, collate_fn=collate):
        net(*items)
        net(**items)
