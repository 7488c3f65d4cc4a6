# What each run calls fails without an accelerator whatever is loaded: the load is of level 2.
# RUN: split-file %s %t
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator --ignore device-mixed-operands %t | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --select device-load-without-map-location %t | FileCheck %s --check-prefixes=CHECK,TWO --implicit-check-not=warning:

#--- callee.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def moved(x):
    return x.cuda()


def moved_if(x, needed):
    if needed:
        return x.cuda()
    return x


def moved_where_there_is_one(x):
    if not torch.cuda.is_available():
        return x
    return x.cuda()


def epoch(net, rows):
    for row in rows:
        net(row.to(device))
        torch.cuda.synchronize()


def read_ok(path):
    net = torch.nn.Linear(2, 2)
    # TWO: callee.py:31:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    return net.to(device)(moved(torch.ones(2)))


def read_if_bad(path, needed):
    net = torch.nn.Linear(2, 2)
    # CHECK: callee.py:38:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    return net.to(device)(moved_if(torch.ones(2), needed))


def read_guarded_bad(path):
    net = torch.nn.Linear(2, 2)
    # CHECK: callee.py:45:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    return net.to(device)(moved_where_there_is_one(torch.ones(2, device=device)))


def trained_ok(path, rows, n):
    net = torch.nn.Linear(2, 2)
    # TWO: callee.py:52:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    net.to(device)
    for _ in range(n):
        epoch(net, rows)


def asked_bad(path, rows):
    net = torch.nn.Linear(2, 2)
    # CHECK: callee.py:61:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    net.to(device)
    if torch.cuda.is_available():
        epoch(net, rows)


#--- caller.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Trainer:
    def __init__(self, path):
        self.net = torch.nn.Linear(2, 2)
        # TWO: caller.py:10:34: warning: 'torch.load' without a device
        self.net.load_state_dict(torch.load(path))
        self.net.to(device)

    def train(self, rows):
        for row in rows:
            self.net(row.to(device))
            torch.cuda.synchronize()


class Tester:
    def __init__(self, path):
        self.net = torch.nn.Linear(2, 2)
        # CHECK: caller.py:23:34: warning: 'torch.load' without a device
        self.net.load_state_dict(torch.load(path))
        self.net.to(device)

    def test(self, rows):
        return [self.net(row.to(device)) for row in rows]


def train(path, rows):
    Trainer(path).train(rows)


def test(path, rows):
    Tester(path).test(rows)


def both(path, rows):
    Trainer(path).train(rows)
    Tester(path).test(rows)



# What needs one whenever it is made.
#--- parts.py
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Attention(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.distances = torch.zeros((n, n)).cuda()


class Net(nn.Module):
    def __init__(self, layers=3):
        super().__init__()
        self.layers = nn.ModuleList([Attention(4) for _ in range(layers)])


class Solver:
    def __init__(self):
        self.model = Net()

    def test(self, path):
        # TWO: parts.py:25:36: warning: 'torch.load' without a device
        self.model.load_state_dict(torch.load(path))


Solver().test("net.pt")
