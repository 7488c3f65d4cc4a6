# Row 7: the weights of a loss stay on the CPU.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn


def build(device):
    model = nn.Linear(6, 3).to(device)
    class_weights = torch.tensor([1.0, 2.0, 0.5])  # GOOD: class_weights = torch.tensor([1.0, 2.0, 0.5], device=device)
    criterion = nn.CrossEntropyLoss(weight=class_weights)
    return model, criterion


def run():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model, criterion = build(device)
    x = torch.randn(5, 6, device=device)
    y = torch.randint(0, 3, (5,), device=device)
    loss = criterion(model(x), y)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'CrossEntropyLoss' may be on different devices: 'criterion' on cpu, 'model(x)' on cuda [device-mixed-operands]
    loss.backward()
    return loss


if __name__ == "__main__":
    run()
