# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Objects of libraries that a class keeps in members: who made them says what they do with tensors.
import h5py
import matplotlib.pyplot as plt
import torch
from torch import nn


class Stream:
    def __init__(self, path, device, n):
        self.file = h5py.File(path, "w")
        self.rows = self.file.create_dataset("rows", (0, 3), maxshape=(None, 3))
        self.buffer = torch.zeros(n, 3, device=device)

    def flush_bad(self, at, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__setitem__' reads memory of 'self.buffer[:n]' on the host
        self.rows[at:at + n] = self.buffer[:n]

    def flush_good(self, at, n):
        self.rows[at:at + n] = self.buffer[:n].cpu()


class Monitor(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.fig, self.ax = plt.subplots()

    def forward(self, x):
        y = self.lin(x)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'plot' reads memory of {{.*}} on the host
        self.ax.plot(y[0].detach())
        return y


class MonitorGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.fig, self.ax = plt.subplots()

    def forward(self, x):
        y = self.lin(x)
        self.ax.plot(y[0].detach().cpu())
        return y


# Nobody knows who made what is given, nor what is stored twice.
class Given(nn.Module):
    def __init__(self, ax):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.ax = ax
        self.other = plt.gca()

    def use(self, other):
        self.other = other

    def forward(self, x):
        y = self.lin(x)
        self.ax.plot(y)
        self.other.plot(y)
        return y
