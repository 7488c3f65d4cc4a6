# Row 1: the model is on the GPU, the input on the CPU. A class that trains.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn, optim
from torch.nn import functional as F


class Classifier(nn.Module):
    def __init__(self, in_features, hidden, classes):
        super(Classifier, self).__init__()
        self.fc1 = nn.Linear(in_features, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.fc2 = nn.Linear(hidden, classes)

    def forward(self, x):
        x = F.relu(self.norm(self.fc1(x)))
        return self.fc2(x)


class Trainer:
    def __init__(self, use_cuda=True):
        self.device = torch.device("cuda" if use_cuda and torch.cuda.is_available() else "cpu")
        self.model = Classifier(20, 64, 3).to(self.device)
        self.optimizer = optim.Adam(self.model.parameters(), lr=1e-3)

    def step(self, batch_size=32):
        features = torch.rand(batch_size, 20)  # GOOD: features = torch.rand(batch_size, 20, device=self.device)
        target = torch.randint(0, 3, (batch_size,), device=self.device)
        self.optimizer.zero_grad()
        logits = self.model(features)
        # CHECK: :[[@LINE-1]]:18: warning: operands of 'Linear' may be on different devices: 'self.fc1' on 'device', 'x' on cpu [device-mixed-operands]
        loss = F.cross_entropy(logits, target)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def run(self, steps):
        history = []
        for i in range(steps):
            history.append(self.step())
            if i % 10 == 0:
                print(f"step {i}: {history[-1]:.4f}")
        return history


if __name__ == "__main__":
    Trainer().run(20)
