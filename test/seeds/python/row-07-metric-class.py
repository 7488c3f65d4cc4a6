# Row 7: a metric counts on the CPU what the model finds on the GPU. A class.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class ConfusionMatrix:
    def __init__(self, classes, device="cpu"):
        self.classes = classes
        self.counts = torch.zeros(classes * classes, dtype=torch.long, device=device)

    def update(self, prediction: torch.Tensor, target: torch.Tensor):
        cells = target * self.classes + prediction
        self.counts += torch.bincount(cells, minlength=self.classes ** 2)

    def accuracy(self):
        matrix = self.counts.view(self.classes, self.classes).float()
        return (matrix.diagonal().sum() / matrix.sum()).item()


def evaluate(model, batches, device):
    metric = ConfusionMatrix(3)  # GOOD: metric = ConfusionMatrix(3, device)
    for x, y in batches:
        logits = model(x.to(device))
        metric.update(logits.argmax(dim=1), y.to(device))
        # CHECK: :[[@LINE-1]]:16: warning: operands of '+=' may be on different devices: 'self.counts' on cpu, the result of 'torch.bincount' on its caller's device [device-mixed-operands]
    return metric.accuracy()


if __name__ == "__main__":
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = [(torch.rand(5, 4), torch.randint(0, 3, (5,))) for _ in range(4)]
    print(evaluate(nn.Linear(4, 3).to(dev), data, dev))
