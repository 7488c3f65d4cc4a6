# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# One of two that a branch makes or gives.
import torch
from torch import nn


# A member that is made in both branches, of two classes, and goes to the same device.
class Embedder:
    def __init__(self, kind, device):
        self.device = device
        if kind == "linear":
            self.m = nn.Linear(3, 3)
            self.m.to(self.device)
        else:
            self.m = nn.Bilinear(3, 3, 3)
            self.m.to(self.device)

    def run_bad(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'forward' may be on different devices: 'self.m' on 'device', 'torch.ones(3)' on cpu
        return self.m(torch.ones(3))

    def run_good(self, x):
        return self.m(torch.ones(3).to(self.device))


class Net(nn.Module):
    def __init__(self, deep):
        super().__init__()
        if deep:
            self.body = nn.Linear(3, 3)
        else:
            self.body = nn.Conv1d(3, 3, 1)
        self.head = nn.Linear(3, 3)

    def forward(self, x):
        return self.head(self.body(x))


def net_bad(deep):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'forward' are on different devices: 'self.body' on cuda, 'x' on cpu
    return Net(deep).cuda()(torch.ones(3, 3))


def net_good(deep):
    return Net(deep).cuda()(torch.ones(3, 3).cuda())


def told_good():
    net = Net(True)
    net.to("cuda")
    return net.body(torch.ones(3, 3).cuda())


# A parameter of the call says whether a tensor or an array comes back, and which device it is.
class Buffer:
    def sample(self, to_tensor=False, device=None):
        rows = [[1.0, 2.0], [3.0, 4.0]]
        if to_tensor:
            return torch.tensor(rows).to(device)
        else:
            return rows


def sampled_bad():
    rows = Buffer().sample(to_tensor=True, device="cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'rows' on cuda, 'torch.ones(2)' on cpu
    return rows + torch.ones(2)


def sampled_good():
    rows = Buffer().sample(to_tensor=True, device="cuda")
    return rows.cpu() + torch.ones(2)


def listed_good():
    rows = Buffer().sample(device="cuda")
    return torch.ones(2, 2) + torch.tensor(rows)


def choose(device="auto"):
    return torch.device("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device


def chosen_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.zeros(3).to(choose())' on cuda, 'torch.ones(3)' on cpu
    return torch.zeros(3).to(choose()) + torch.ones(3)


def chosen_good():
    return torch.zeros(3).to(choose("cpu")) + torch.ones(3)


class Agent:
    def __init__(self, device="auto"):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device

    def act(self):
        return torch.zeros(3).to(self.device)


def acted_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'Agent().act()' on cuda, 'torch.ones(3)' on cpu
    return Agent().act() + torch.ones(3)


def acted_good():
    return Agent("cpu").act() + torch.ones(3)


def pair(x, as_dict=True):
    rows = torch.tensor(x).to("cuda")
    if as_dict:
        return {"rows": rows}
    return rows, len(x)


def pair_bad():
    rows, n = pair([1.0, 2.0], as_dict=False)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'rows' on cuda, 'torch.ones(2)' on cpu
    return rows + torch.ones(2)


def pair_good():
    rows, n = pair([1.0, 2.0], as_dict=False)
    return rows.cpu() + torch.ones(2)
