# Row 6: a loader without pin_memory feeds a GPU. A script.
# RUN: not %check --select device-unpinned-copy %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check --select device-unpinned-copy %t.py | count 0
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
train_set = TensorDataset(torch.rand(128, 3, 8, 8), torch.randint(0, 5, (128,)))
train_loader = DataLoader(train_set, batch_size=32, shuffle=True, num_workers=0)  # GOOD: train_loader = DataLoader(train_set, batch_size=32, shuffle=True, num_workers=0, pin_memory=True)
# CHECK: :[[@LINE-1]]:16: warning: each batch of the data loader is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
model = nn.Sequential(nn.Flatten(), nn.Linear(192, 5)).to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(2):
    for inputs, labels in train_loader:
        inputs = inputs.to(device)
        labels = labels.to(device)
        optimizer.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimizer.step()
