# Row 20: a replay buffer keeps tensors on the device of its owner, but not all of them. A class.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class ReplayBuffer:
    def __init__(self, capacity, width, device):
        self.device = torch.device(device)
        self.states = torch.zeros(capacity, width, device=self.device)
        self.rewards = torch.zeros(capacity, 1)  # GOOD: self.rewards = torch.zeros(capacity, 1, device=self.device)
        self.size = 0

    def push(self, state, reward):
        self.states[self.size] = torch.as_tensor(state, device=self.states.device)
        self.rewards[self.size] = reward
        self.size += 1


def td_error(critic: nn.Module, buffer: ReplayBuffer):
    values = critic(buffer.states)
    return (buffer.rewards - values).abs().mean()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    buffer = ReplayBuffer(8, 3, device)
    buffer.push([0.0, 1.0, 2.0], 1.0)
    critic = nn.Linear(3, 1, device=device)
    print(td_error(critic, buffer).item())
    # CHECK: :[[@LINE-1]]:11: warning: operands of '-' may be on different devices: 'buffer.rewards' on cpu, 'values' on cuda [device-mixed-operands]


main()
