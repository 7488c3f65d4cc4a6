# Row 23: the result of cpu() is not assigned. A method.
# RUN: not %check --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import Tensor, nn


class Collector:
    def __init__(self):
        self.seen = []

    def add(self, scores: Tensor):
        scores = scores.detach().softmax(dim=-1)
        scores.cpu()  # GOOD: scores = scores.cpu()
        # CHECK: :[[@LINE-1]]:16: warning: result of 'cpu' is discarded; 'scores' stays where it was [device-discarded-move]
        self.seen.append(scores)

    def result(self):
        return torch.cat(self.seen)


def collect(model: nn.Module, batches):
    collector = Collector()
    for batch in batches:
        collector.add(model(batch))
    return collector.result()
