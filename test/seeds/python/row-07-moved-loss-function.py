# Row 7: a loss without state is moved by hand. A function.
# RUN: not %check --select device-moved-loss %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
from torch.optim import SGD


def train(model, loader, device, lr=0.1):
    loss_fn = nn.BCEWithLogitsLoss()
    loss_fn = loss_fn.to(device)  # GOOD:
    # CHECK: :[[@LINE-1]]:23: warning: 'loss_fn' is a 'BCEWithLogitsLoss' without state: there is nothing to move [device-moved-loss]
    optimizer = SGD(model.parameters(), lr=lr)
    for x, y in loader:
        loss = loss_fn(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
