# Nobody knows what a module does with its inputs that nobody reads: it may bring the lengths where it wants them.
# RUN: %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --check-prefix=CERTAIN --allow-empty --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader
from somewhere import Metric, load_model


class ErrorRate(Metric):
    def update(self, preds, sizes):
        for n in sizes:
            self.total += int(n)


def run(loader, model, device: torch.device):
    for inputs, percent in loader:
        sizes = percent.mul_(int(inputs.size(3))).int()
        out = model(inputs.to(device), sizes)


def main(data, cuda, path):
    device = torch.device("cuda" if cuda else "cpu")
    run(DataLoader(data), load_model(device=device, path=path), device)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'forward' {{.*}}


# CERTAIN-NOT: warning:
