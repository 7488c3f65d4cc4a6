# Two members hold what the constructor was given: a flag that is asked through one is the flag of the other.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.layer = nn.Linear(4, 4)
        self.other = nn.Linear(4, 4)

    def forward(self, state, x, actions):
        mask = 1 - torch.eye(4)
        if self.args.cuda:
            mask = mask.cuda()
        actions = self.other(actions) * mask.unsqueeze(0)
        return torch.cat([state, self.layer(x), actions], dim=-1)


class PolicyOk:
    def __init__(self, args):
        self.args = args
        self.net = Net(args)
        if self.args.cuda:
            self.net.cuda()

    def learn(self, s, x, u):
        if self.args.cuda:
            s = s.cuda()
            x = x.cuda()
            u = u.cuda()
        return self.net(s, x, u)


class PolicyBad:
    def __init__(self, args):
        self.args = args
        self.net = Net(args)

    def learn(self, s, x, u):
        if self.args.cuda:
            s = s.cuda()
            x = x.cuda()
            u = u.cuda()
        return self.net(s, x, u)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' {{.*}} 'self.other' on cpu, 'actions' on cuda
