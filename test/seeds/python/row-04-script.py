# Row 4: cuda() and to(device) mixed. A script.
# RUN: not %check --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn, optim

device = torch.device("cuda:1" if torch.cuda.device_count() > 1 else "cuda:0" if torch.cuda.is_available() else "cpu")
use_gpu = torch.cuda.is_available()

model = nn.Linear(12, 4).to(device)
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.parameters(), lr=0.01)

for step in range(100):
    inputs = torch.rand(8, 12).to(device)
    labels = torch.randint(4, (8,))
    if use_gpu:
        labels = labels.cuda()  # GOOD: labels = labels.to(device)
        # CHECK: :[[@LINE-1]]:25: warning: 'labels' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ [device-mixed-transfer]
    loss = criterion(model(inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
