# Row 24: a model that is built where a GPU is current. Methods.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self, observations, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, actions))

    def forward(self, observation):
        return self.layers(observation)


class Agent:
    def __init__(self, device):
        self.device = device
        self.actor = Actor(4, 2)  # GOOD: self.actor = Actor(4, 2).to(device)

    def act(self, observation):
        state = torch.as_tensor(observation, dtype=torch.float32, device=self.device)
        return self.actor(state).argmax().item()
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Sequential' may be on different devices: 'self.layers' on cpu, 'observation' on 'device' [device-mixed-operands]


agent = Agent(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
print(agent.act([0.0, 0.1, 0.2, 0.3]))
