# Row 4: cuda() and to(device) mixed. A function with a device of its caller.
# RUN: not %check --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn.functional as F


def train_one_epoch(model, loader, optimizer, device):
    model.train()
    running = 0.0
    for batch in loader:
        x = batch["x"].to(device, non_blocking=True)
        y = batch["y"].cuda(non_blocking=True)  # GOOD: y = batch["y"].to(device, non_blocking=True)
        # CHECK: :[[@LINE-1]]:24: warning: 'batch["y"]' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ [device-mixed-transfer]
        optimizer.zero_grad(set_to_none=True)
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        running += loss.item()
    return running / len(loader)
