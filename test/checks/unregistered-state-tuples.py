# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Tensors in tuples, and in tuples that a dictionary or a list holds.
import torch
from torch import Tensor, nn


class Replay(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("age", torch.zeros(n))
        self.clear()

    def clear(self):
        blank = torch.zeros(1)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'memory' is not registered with 'Replay'
        self.memory = {i: (blank, blank) for i in range(len(self.age))}

    def forward(self, index: int):
        value, time = self.memory[index]
        return (self.age - time) * value


class ReplayGood(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("age", torch.zeros(n))
        self.clear()

    def clear(self):
        blank = torch.zeros(1)
        self.memory = {i: (blank, blank) for i in range(len(self.age))}

    def forward(self, index: int):
        value, time = self.memory[index]
        return (self.age - time.to(self.age.device)) * value.to(self.age.device)


class Columns(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.register_buffer("last", torch.zeros(n))
        self.lin = nn.Linear(1, width)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'rows' is not registered with 'Columns'
        self.rows = [(torch.zeros(2), torch.ones(2)) for _ in range(n)]

    def forward(self, nodes: Tensor):
        values, times = zip(*[self.rows[i] for i in nodes.tolist()])
        return self.lin((torch.cat(times) - self.last).unsqueeze(1))


class ColumnsGood(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.register_buffer("last", torch.zeros(n))
        self.lin = nn.Linear(1, width)
        self.rows = [(torch.zeros(2), torch.ones(2)) for _ in range(n)]

    def forward(self, nodes: Tensor):
        values, times = zip(*[self.rows[i] for i in nodes.tolist()])
        return self.lin((torch.cat(times).to(self.last.device) - self.last).unsqueeze(1))


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'stats' is not registered with 'Pair'
        self.stats = (torch.zeros(3), torch.ones(3))

    def forward(self, x):
        mean, std = self.stats
        return (x - mean) / std


class PairGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("std", torch.ones(3))

    def forward(self, x):
        mean, std = self.mean, self.std
        return (x - mean) / std


# Numbers are nowhere.
class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = (3, 4)

    def forward(self, x):
        h, w = self.size
        return x * h + w
