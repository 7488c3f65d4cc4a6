# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --check-prefix=TWO --implicit-check-not=warning:
# What is only handed on as a function runs elsewhere: where a loader collates, the batch and the member are on the CPU.
import torch
from torch import nn
from torch.utils.data import DataLoader


class Walks(nn.Module):
    def __init__(self, n):
        super().__init__()
        # TWO: :[[#@LINE+1]]:23: warning: 'offset' is not registered with 'Walks'
        self.offset = torch.tensor([0, n])
        self.embedding = nn.Embedding(n, 4)

    def forward(self, x: torch.Tensor):
        return self.embedding(x)

    def loader(self):
        return DataLoader(range(4), collate_fn=self._sample)

    def _walk(self, batch: torch.Tensor):
        return batch + self.offset.view(1, -1)

    def _sample(self, batch):
        return self._walk(batch)


class Called(nn.Module):
    def __init__(self, n):
        super().__init__()
        # CHECK: :[[#@LINE+2]]:23: warning: 'offset' is not registered with 'Called'
        # TWO: :[[#@LINE+1]]:23: warning: 'offset' is not registered with 'Called'
        self.offset = torch.tensor([0, n])

    def forward(self, x: torch.Tensor):
        return self._shifted(x)

    def _shifted(self, x: torch.Tensor):
        return self._sum(x)

    def _sum(self, x: torch.Tensor):
        return x + self.offset.view(1, -1)
