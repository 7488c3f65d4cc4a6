# Row 1: the model is on the GPU, the input on the CPU. The device is in a dataclass.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
from dataclasses import dataclass, field
from typing import List

import torch
import torch.nn as nn


@dataclass
class Config:
    device: torch.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    layers: List[int] = field(default_factory=lambda: [16, 32, 4])
    batch_size: int = 8


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        blocks = []
        for i in range(len(sizes) - 1):
            blocks.append(nn.Linear(sizes[i], sizes[i + 1]))
            blocks.append(nn.ReLU())
        self.net = nn.Sequential(*blocks[:-1])

    def forward(self, x):
        return self.net(x)


def evaluate(cfg: Config) -> float:
    model = MLP(cfg.layers).to(cfg.device)
    samples = torch.zeros(cfg.batch_size, cfg.layers[0])
    # GOOD: samples = samples.to(cfg.device)
    return model(samples).sum().item()
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' may be on different devices: 'self.net' on 'cfg.device', 'x' on cpu [device-mixed-operands]


if __name__ == "__main__":
    print(evaluate(Config()))
