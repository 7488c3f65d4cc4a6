# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A member that is one of several plain objects, as a flag of the constructor says: its methods are those of each of them.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Memory:
    def __init__(self, device):
        self.device = device
        self.states = torch.zeros(4, 8)

    def sample(self):
        return self.states[:2]


class Ranked(Memory):
    def sample(self):
        return self.states[:2].to(self.device)


class Movable:
    def __init__(self, device):
        self.device = device
        self.states = torch.zeros(4, 8)

    def sample(self):
        return self.states[:2]

    def move(self):
        self.states = self.states.to(self.device)


class OtherMovable(Movable):
    def sample(self):
        return self.states[2:]


class Agent_bad:
    def __init__(self, ranked):
        self.net = nn.Linear(8, 2).to(device)
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)

    def learn(self):
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices: 'self.net' on {{.*}}, 'self.memory.sample()' on cpu
        return self.net(self.memory.sample())


class Agent_good:
    def __init__(self, ranked):
        self.net = nn.Linear(8, 2).to(device)
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)

    def learn(self):
        return self.net(self.memory.sample().to(device))


# What they hold is moved, by the constructor or by another method.
class Moved_good:
    def __init__(self, other):
        self.net = nn.Linear(8, 2).to(device)
        if other:
            self.memory = OtherMovable(device)
        else:
            self.memory = Movable(device)
        self.memory.move()

    def learn(self):
        return self.net(self.memory.sample())


class Prepared_good:
    def __init__(self, other):
        self.net = nn.Linear(8, 2).to(device)
        self.memory = OtherMovable(device) if other else Movable(device)

    def prepare(self):
        self.memory.move()

    def learn(self):
        return self.net(self.memory.sample())


# The object keeps what its constructor asked, so that who asks it knows the class.
class Kept_bad:
    def __init__(self, ranked):
        self.ranked = ranked
        self.net = nn.Linear(8, 2).to(device)
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)

    def learn(self):
        x = self.memory.sample()
        if self.ranked:
            x = x.to(device)
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices: 'self.net' on {{.*}}, 'x' on cpu
        return self.net(x)


class Kept_good:
    def __init__(self, ranked):
        self.ranked = ranked
        self.net = nn.Linear(8, 2).to(device)
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)

    def learn(self):
        x = self.memory.sample()
        if not self.ranked:
            x = x.to(device)
        return self.net(x)


class Asked_good:
    def __init__(self, ranked):
        self.net = nn.Linear(8, 2).to(device)
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)

    def learn(self):
        x = self.memory.sample()
        if isinstance(self.memory, Ranked):
            return self.net(x)
        return self.net(x.to(device))


# Where the net is hangs together with which of them it is.
class Follows_good:
    def __init__(self, ranked):
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory("cpu")
        self.net = nn.Linear(8, 2).to(self.memory.device)

    def learn(self):
        return self.net(self.memory.sample())


class Base:
    def __init__(self, ranked):
        self.ranked = ranked
        if ranked:
            self.memory = Ranked(device)
        else:
            self.memory = Memory(device)


class Derived_bad(Base):
    def __init__(self, ranked):
        super().__init__(ranked)
        self.net = nn.Linear(8, 2).to(device)

    def learn(self):
        x = self.memory.sample()
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices: 'self.net' on {{.*}}, 'x' on cpu
        return self.net(x)


class Derived_good(Base):
    def __init__(self, ranked):
        super().__init__(ranked)
        self.net = nn.Linear(8, 2).to(device)

    def learn(self):
        x = self.memory.sample().to(device)
        return self.net(x)
