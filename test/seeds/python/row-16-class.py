# Row 16: a model that nobody moved under autocast for GPUs. A class that trains with a GradScaler.
# RUN: not %check --select device-autocast-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.cuda.amp import GradScaler, autocast


class AmpTrainer:
    def __init__(self, lr=0.01):
        self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))  # GOOD: self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2)).cuda()
        self.loss_fn = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=lr)
        self.scaler = GradScaler()

    def step(self, inputs: torch.Tensor, labels: torch.Tensor):
        self.optimizer.zero_grad()
        with autocast():
            outputs = self.net(inputs)
            # CHECK: :[[@LINE-1]]:23: warning: 'Sequential' is called under autocast for another device: 'self.net' on cpu, the autocast region on cuda [device-autocast-mismatch]
            loss = self.loss_fn(outputs, labels)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.detach()


def main():
    if not torch.cuda.is_available():
        return
    trainer = AmpTrainer()
    x = torch.rand(4, 8)  # GOOD: x = torch.rand(4, 8, device="cuda")
    y = torch.zeros(4, dtype=torch.long)  # GOOD: y = torch.zeros(4, dtype=torch.long, device="cuda")
    print(trainer.step(x, y))


main()
