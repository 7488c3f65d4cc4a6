# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A layer on cuda:0 is called with what is asked where it is: an execution in which that is on the CPU fails there, and
# the branch that supposes it is not looked at.
import torch
from torch import nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.bias = nn.Parameter(torch.zeros(2))

    def shift_good(self, state):
        mean = self.mean(state)
        zeros = torch.zeros(2)
        if state.is_cuda:
            zeros = zeros.cuda()
        return mean, zeros + self.bias

    def shift_by_type_good(self, state):
        zeros = torch.zeros(2)
        if state.device.type == "cuda":
            zeros = zeros.cuda()
        # The layer may come later.
        return zeros + self.bias, self.mean(state)

    def shift_from_host_good(self, state):
        mean = self.mean(state)
        zeros = torch.zeros(2, device="cpu" if state.device.type == "cpu" else "cuda")
        return mean, zeros + self.bias

    def shift_bad(self, state):
        mean = self.mean(state)
        zeros = torch.zeros(2)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'zeros' on cpu, 'self.bias' on the module's device
        return mean, zeros + self.bias

    def shift_by_other_bad(self, state, other):
        mean = self.mean(state)
        zeros = torch.zeros(2)
        if other.is_cuda:
            zeros = zeros.cuda()
        return mean, zeros + self.bias

    def shift_elsewhere_bad(self, state, runs):
        # Nothing says that the layer runs where this is computed.
        mean = self.mean(state) if runs else None
        zeros = torch.zeros(2)
        if state.is_cuda:
            zeros = zeros.cuda()
        return mean, zeros + self.bias

    def on_host_bad(self, state):
        # The layer itself stands behind the question.
        if state.is_cuda:
            return self.mean(state)
        return self.mean(state.cpu())


class Agent:
    def __init__(self):
        self.actor = Policy().to(device)

    def good(self, s):
        return self.actor.shift_good(s)

    def by_type_good(self, s):
        return self.actor.shift_by_type_good(s)

    def from_host_good(self, s):
        return self.actor.shift_from_host_good(s)

    def by_other_bad(self, s, other):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'zeros' on cpu, 'self.bias' on cuda:0
        return self.actor.shift_by_other_bad(s, other)

    def elsewhere_bad(self, s, runs):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'zeros' on cpu, 'self.bias' on cuda:0
        return self.actor.shift_elsewhere_bad(s, runs)

    def on_host_bad(self, s):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.mean' on cuda:0, 'state.cpu()' on cpu
        return self.actor.on_host_bad(s)

    def given_bad(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.mean' on cuda:0, 'state' on cpu
        return self.actor.shift_good(torch.ones(3))
