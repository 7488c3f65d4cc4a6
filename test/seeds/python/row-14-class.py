# Row 14: the best model is saved whole. A class that watches the loss.
# RUN: not %check --select device-whole-module-saved %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import os
import tempfile

import torch
from torch import nn


class Checkpointer:
    def __init__(self, model: nn.Module, folder: str):
        self.model = model
        self.folder = folder
        self.best = float("inf")

    def update(self, loss: float):
        if loss >= self.best:
            return False
        self.best = loss
        path = os.path.join(self.folder, "best.pt")
        torch.save(self.model, path)  # GOOD: torch.save(self.model.state_dict(), path)
        # CHECK: :[[@LINE-1]]:9: warning: 'save' writes 'self.model' as a whole, with its class and devices, instead of its state_dict [device-whole-module-saved]
        return True


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        checkpointer = Checkpointer(nn.Linear(3, 3), folder)
        for loss in (0.9, 0.5, 0.7):
            print(checkpointer.update(loss))
