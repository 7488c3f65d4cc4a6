# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A memory of steps: rows of tuples that one method puts in and another takes out by columns, zip(*rows). What the caller
# gave for a row is what stands in its column.
import random
from collections import namedtuple

import torch
from torch import nn

Step = namedtuple("Step", ("state", "action"))


class Rows:
    def __init__(self):
        self.rows = []

    def push(self, state, action):
        self.rows.append((state, action))

    def sample(self, count):
        state, action = zip(*random.sample(self.rows, count))
        return torch.stack(state), torch.tensor(action)


class Ring:
    def __init__(self, capacity):
        self.capacity = capacity
        self.rows = []
        self.position = 0

    def push(self, state, action):
        if len(self.rows) < self.capacity:
            self.rows.append(None)
        self.rows[self.position] = (state, action)
        self.position = (self.position + 1) % self.capacity

    def sample(self, count):
        state, action = zip(*random.sample(self.rows, count))
        return torch.stack(state), torch.tensor(action)


class Named:
    def __init__(self, capacity):
        self.capacity = capacity
        self.rows = []
        self.position = 0

    def push(self, *args):
        if len(self.rows) < self.capacity:
            self.rows.append(None)
        self.rows[self.position] = Step(*args)
        self.position = (self.position + 1) % self.capacity

    def sample(self, count):
        return random.sample(self.rows, count)


def rows_bad(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Rows()
    state = torch.from_numpy(x)
    for i in range(9):
        memory.push(state, i)
    states, _ = memory.sample(4)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'net' on cuda, 'states' on cpu
    return net(states)


def rows_good(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Rows()
    state = torch.from_numpy(x)
    for i in range(9):
        memory.push(state, i)
    states, _ = memory.sample(4)
    return net(states.to("cuda"))


def ring_bad(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Ring(9)
    memory.push(torch.from_numpy(x), 1)
    states, _ = memory.sample(4)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'net' on cuda, 'states' on cpu
    return net(states)


def ring_good(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Ring(9)
    memory.push(torch.from_numpy(x).to("cuda"), 1)
    states, _ = memory.sample(4)
    return net(states)


def named_bad(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Named(9)
    memory.push(torch.from_numpy(x), torch.ones(1, device="cuda"))
    batch = Step(*zip(*memory.sample(4)))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'net' on cuda
    return net(torch.stack(batch.state)) + torch.stack(batch.action)


def named_good(x):
    net = nn.Linear(8, 2).to("cuda")
    memory = Named(9)
    memory.push(torch.from_numpy(x), torch.ones(1, device="cuda"))
    batch = Step(*zip(*memory.sample(4)))
    return net(torch.stack(batch.state).to("cuda")) + torch.stack(batch.action)


class Agent:
    def __init__(self):
        self.memory = Ring(9)
        self.net = nn.Linear(8, 2).to("cuda")

    def act(self, x):
        state = torch.from_numpy(x)
        self.memory.push(state, 1)
        return self.net(state.to("cuda"))

    def learn_bad(self):
        states, _ = self.memory.sample(4)
        return self.net(states)

    def learn_good(self):
        states, _ = self.memory.sample(4)
        return self.net(states.to("cuda"))


def agent_bad(x):
    agent = Agent()
    agent.act(x)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.net' on cuda, 'states' on cpu
    agent.learn_bad()


def agent_good(x):
    agent = Agent()
    agent.act(x)
    agent.learn_good()
