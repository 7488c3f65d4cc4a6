# In a program that says nowhere where anything is, its modules are on the CPU until somebody else moves them: what a
# method of theirs reads on the host is of level 2.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 %t/nowhere | count 0
# RUN: not %device_tidy check --isolated --output-format concise %t/nowhere | FileCheck %t/nowhere/core.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/somewhere | FileCheck %t/somewhere/core.py --implicit-check-not=warning:

#--- nowhere/core.py
import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.pi = nn.Linear(n, n)

    def act(self, obs):
        with torch.no_grad():
            return self.pi(obs).numpy()
            # CHECK: core.py:[[@LINE-1]]:33: warning: 'numpy' reads memory of 'self.pi(obs)' on the host

#--- nowhere/train.py
import torch
from core import Actor


def train(env, actor=Actor):
    net = actor(env.size)
    return net.act(torch.as_tensor(env.reset(), dtype=torch.float32))

#--- somewhere/core.py
import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.pi = nn.Linear(n, n)

    def act(self, obs):
        with torch.no_grad():
            return self.pi(obs).numpy()
            # CHECK: core.py:[[@LINE-1]]:33: warning: 'numpy' reads memory of 'self.pi(obs)' on the host

#--- somewhere/train.py
import torch
from core import Actor


def train(env, device, actor=Actor):
    net = actor(env.size).to(device)
    return net.act(torch.as_tensor(env.reset(), dtype=torch.float32).to(device))
