# Row 7: a loss without state is moved by hand. A class that trains.
# RUN: not %check --select device-moved-loss %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class Trainer:
    def __init__(self, model, device):
        self.device = device
        self.model = model.to(device)
        self.criterion = nn.CrossEntropyLoss()
        self.criterion.to(device)  # GOOD:
        # CHECK: :[[@LINE-1]]:24: warning: 'self.criterion' is a 'CrossEntropyLoss' without state: there is nothing to move [device-moved-loss]

    def loss(self, x, y):
        return self.criterion(self.model(x.to(self.device)), y.to(self.device))


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(Trainer(nn.Linear(4, 2), device).loss(torch.ones(1, 4), torch.tensor([1])))
