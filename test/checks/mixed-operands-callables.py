# Inputs that meet in what nobody knows, a loss that is given: of level 2, because such callables mostly bring them
# together. Where both places are known, it is of level 1.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --check-prefix=TWO --implicit-check-not=warning:
import torch
from torch import nn


class Contrast(nn.Module):
    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def forward(self, embeddings):
        labels = torch.arange(embeddings.shape[0])
        return self.loss(embeddings, labels)
        # TWO: :[[@LINE-1]]:16: warning: operands of 'forward' may be on different devices


class Encoder(nn.Module):
    def __init__(self, embedding):
        super().__init__()
        self.embedding = embedding

    def forward(self, n):
        return self.embedding(torch.arange(n))
        # TWO: :[[@LINE-1]]:16: warning: operands of 'forward' may be on different devices


class KnownEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(3, 3)

    def forward(self, n):
        return self.embedding(torch.arange(n))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Embedding' may be on different devices
        # TWO: :[[@LINE-2]]:16: warning: operands of 'Embedding' may be on different devices


class KnownContrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = nn.CrossEntropyLoss()

    def forward(self, embeddings):
        labels = torch.arange(embeddings.shape[0])
        return self.loss(embeddings, labels)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'CrossEntropyLoss' may be on different devices
        # TWO: :[[@LINE-2]]:16: warning: operands of 'CrossEntropyLoss' may be on different devices


def placed(loss, embeddings):
    return loss(embeddings.cuda(), torch.arange(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices
    # TWO: :[[@LINE-2]]:12: warning: operands of 'forward' are on different devices
