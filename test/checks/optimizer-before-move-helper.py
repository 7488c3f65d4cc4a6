# RUN: not %device_tidy check --isolated --level 1 --select device-optimizer-before-move --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Whose parameters an optimizer has that a helper, or another method, has made.
import torch
from torch import nn, optim


def make(net):
    return optim.Adagrad(net.parameters(), lr=0.1)


def helper_bad():
    net = nn.Linear(4, 2)
    optimizer = make(net)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda
    net.to("cuda")
    return optimizer


# Weights that are loaded say nothing of the optimizer.
def weights_bad(weights):
    net = nn.Linear(4, 2)
    optimizer = make(net)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda
    net.to("cuda")
    net.load_state_dict(weights)
    return optimizer


def helper_good():
    net = nn.Linear(4, 2)
    net.to("cuda")
    return make(net)


def made_again_good():
    net = nn.Linear(4, 2)
    optimizer = make(net)
    net.to("cuda")
    optimizer = make(net)
    return optimizer


def made_here_again_good():
    net = nn.Linear(4, 2)
    optimizer = optim.Adagrad(net.parameters(), lr=0.1)
    net.to("cuda")
    optimizer = optim.Adagrad(net.parameters(), lr=0.1)
    return optimizer


class Bad:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.build_optimizer()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda
        self.net.to("cuda")

    def build_optimizer(self):
        self.optimizer = optim.Adagrad(self.net.parameters(), lr=0.1)


class Good:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.net.to("cuda")
        self.build_optimizer()

    def build_optimizer(self):
        self.optimizer = optim.Adagrad(self.net.parameters(), lr=0.1)


# It loads the state again.
class Resumed:
    def __init__(self, path):
        self.net = nn.Linear(4, 2)
        self.build_optimizer()
        self.net.to("cuda")
        self.resume(path)

    def build_optimizer(self):
        self.optimizer = optim.Adagrad(self.net.parameters(), lr=0.1)

    def resume(self, path):
        self.optimizer.load_state_dict(torch.load(path, map_location="cpu"))


# State that is loaded goes where the parameters are.
class Loaded:
    def __init__(self, path):
        self.net = nn.Linear(4, 2).to("cuda")
        self.optimizer = optim.Adam(self.net.parameters())
        self.optimizer.load_state_dict(torch.load(path, map_location="cpu"))

    def step(self, x):
        self.net(x.to("cuda")).sum().backward()
        self.optimizer.step()


# A move in a method is seen by nobody who holds the optimizer.
class FN_Moved:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = optim.Adagrad(self.net.parameters(), lr=0.1)
        self.place()

    def place(self):
        self.net.to("cuda")
