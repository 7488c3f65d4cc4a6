# Row 19: a model on a GPU is exported with example inputs on the CPU. A class that exports in three formats.
# RUN: not %check --select device-export-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
from pathlib import Path

import torch
from torch import nn


class Exporter:
    def __init__(self, net: nn.Module, size: int):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = net.to(self.device).eval()
        self.size = size

    def example(self):
        return torch.zeros(1, self.size)  # GOOD: return torch.zeros(1, self.size, device=self.device)

    def script(self, path: Path):
        traced = torch.jit.trace(self.net, self.example())
        # CHECK: :[[@LINE-1]]:18: warning: 'trace' may run a module with example inputs on another device: 'self.net' on cuda, 'self.example()' on cpu [device-export-mismatch]
        traced.save(str(path))

    def onnx(self, path: Path):
        torch.onnx.export(self.net, (self.example(),), str(path), dynamo=False)
        # CHECK: :[[@LINE-1]]:9: warning: 'export' may run a module with example inputs on another device: 'self.net' on cuda, 'self.example()' on cpu [device-export-mismatch]

    def program(self):
        return torch.export.export(self.net, (self.example(),))
        # CHECK: :[[@LINE-1]]:16: warning: 'export' may run a module with example inputs on another device: 'self.net' on cuda, 'self.example()' on cpu [device-export-mismatch]


if __name__ == "__main__":
    exporter = Exporter(nn.Linear(4, 2), 4)
    exporter.script(Path("/dev/null"))
    print(exporter.program())
