# zip(*rows) gives columns, as replay buffers and collate functions use it.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import random

import numpy as np
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Buffer:
    def __init__(self):
        self.rows = []

    def sample(self, n):
        states, rewards = zip(*random.sample(self.rows, n))
        return torch.tensor(np.array(states)), torch.tensor(rewards)


class Agent:
    def __init__(self):
        self.net = torch.nn.Linear(3, 1).to(device)
        self.memory = Buffer()

    def learn_ok(self):
        states, rewards = self.memory.sample(8)
        return self.net(states.to(device)) * rewards.to(device)

    def learn_bad(self):
        states, rewards = self.memory.sample(8)
        return self.net(states.to(device)) * rewards
        # CHECK: :[[@LINE-1]]:44: warning: operands of '*' are on different devices: 'self.net(states.to(device))' on cuda, 'rewards' on cpu


def pairs():
    return [(torch.ones(3), torch.ones(3, device="cuda"))]


def columns_ok():
    x, y = zip(*pairs())
    return torch.stack(x) + torch.stack(y).cpu()


def columns_bad():
    x, y = zip(*pairs())
    return torch.stack(x) + torch.stack(y)
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices: 'torch.stack(x)' on cpu, 'torch.stack(y)' on cuda


# What is concatenated has a dimension.
def accuracy(loader):
    net = torch.nn.Linear(3, 2).to(device)
    outputs, labels = [], []
    for x, y in loader:
        outputs.append(net(x.to(device)))
        labels.append(y)
    return torch.cat(outputs).argmax(1) == torch.cat(labels)


def accuracy_ok():
    return accuracy([(torch.ones(2, 3), torch.ones(2).to(device))])


def accuracy_bad():
    return accuracy([(torch.ones(2, 3), torch.ones(2))])
    # CHECK: :[[@LINE-1]]:12: warning: operands of '==' are on different devices
