# A batch over whose names somebody goes is a dictionary: what replaces each entry moves the batch.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader


class Task:
    def __init__(self, model, data):
        self.model = model
        self.device = model.weight.device
        self.batches = DataLoader(data)

    def predict(self, batch):
        return self.model(batch["x"])

    def run_good(self):
        for batch in self.batches:
            for name, part in batch.items():
                if isinstance(part, torch.Tensor):
                    batch[name] = part.to(self.device)
            print(self.predict(batch))

    def run_bad(self):
        for batch in self.batches:
            for name, part in batch.items():
                if isinstance(part, torch.Tensor):
                    batch[name] = part.half()
            print(self.predict(batch))


def good(data):
    model = nn.Linear(3, 3)
    model.to("cuda:0")
    Task(model, data).run_good()


def bad(data):
    model = nn.Linear(3, 3)
    model.to("cuda:0")
    Task(model, data).run_bad()
    # CHECK: :[[@LINE-1]]:23: warning: operands of 'Linear' are on different devices: 'self.model' on cuda:0, 'batch["x"]' on cpu
