# Row 23: the results of cuda() and to() are not assigned in a loop over a loader.
# RUN: not %check --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def fit(model, loader, optimizer):
    model.to(device)
    model.train()
    for x, y in loader:
        x.to(device)  # GOOD: x = x.to(device)
        # CHECK: :[[@LINE-1]]:11: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
        y.to(device, non_blocking=True)  # GOOD: y = y.to(device, non_blocking=True)
        # CHECK: :[[@LINE-1]]:11: warning: result of 'to' is discarded; 'y' stays where it was [device-discarded-move]
        loss = F.cross_entropy(model(torch.flatten(x, 1)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


dataset = TensorDataset(torch.rand(20, 4), torch.randint(2, (20,)))
net = nn.Linear(4, 2)
fit(net, DataLoader(dataset, batch_size=5, pin_memory=True), torch.optim.SGD(net.parameters(), lr=0.1))
