# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What the constructors of a base and of a class that derives from it say of members.
import torch
from torch import nn


# The base chooses the device; what the class puts there is there.
class Chooses:
    def __init__(self, gpu=True):
        self.device = torch.device("cuda" if gpu and torch.cuda.is_available() else "cpu")
        self.net = None


class Placed_bad(Chooses):
    def __init__(self, gpu=True):
        super().__init__(gpu)
        self.net = nn.Linear(8, 2).to(self.device)

    def learn(self):
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices: 'self.net' on 'device', 'torch.zeros(2, 8)' on cpu
        return self.net(torch.zeros(2, 8))


class Placed_good(Chooses):
    def __init__(self, gpu=True):
        super().__init__(gpu)
        self.net = nn.Linear(8, 2).to(self.device)

    def learn(self):
        return self.net(torch.zeros(2, 8, device=self.device))


# A method of the base reads what only the classes that derive from it make: who calls it on one of these knows it.
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.value = nn.Linear(8, 2)

    def values(self, x):
        return self.value(x)


class Acts(Chooses):
    def act(self, state):
        return self.net.values(torch.tensor(state))

    def act_there(self, state):
        return self.net.values(torch.tensor(state, device=self.device))


class Agent(Acts):
    def __init__(self, gpu=True):
        super().__init__(gpu)
        self.net = Net().to(self.device)

    def run_bad(self):
        # CHECK: :[[#@LINE+1]]{{.*}} warning: operands of 'Linear' may be on different devices
        return self.act([0.0] * 8)

    def run_good(self):
        return self.act_there([0.0] * 8)


class AgentOnHost(Acts):
    def __init__(self, gpu=True):
        super().__init__(gpu)
        self.net = Net()


def called_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' {{.*}}: 'self.value' on cuda, {{.*}} on cpu
    return Agent().act([0.0] * 8)


def called_good():
    return Agent().act_there([0.0] * 8)


def on_host_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' {{.*}}: 'self.value' on cpu, {{.*}} on cuda
    return AgentOnHost().act_there([0.0] * 8)


def on_host_good():
    return AgentOnHost().act([0.0] * 8)
