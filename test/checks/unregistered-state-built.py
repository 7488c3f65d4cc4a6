# A constructor may call methods that use the members which it has set so far.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import math

import lightning as L

import torch
from torch import nn


class Quantizer(nn.Module):
    def __init__(self, levels):
        super().__init__()
        # CHECK: :[[@LINE+1]]:36: warning: 'basis' is not registered with 'Quantizer', so 'to' leaves it on cpu [device-unregistered-state]
        self.basis = torch.cumprod(torch.tensor([1] + levels[:-1]), dim=0)
        self.codebook = self.codes(torch.arange(8))

    def codes(self, indices):
        return indices.unsqueeze(-1) // self.basis

    def forward(self, z: torch.Tensor):
        return (z * self.basis).sum(dim=-1)


class RegisteredQuantizer(nn.Module):
    def __init__(self, levels):
        super().__init__()
        self.register_buffer("basis", torch.cumprod(torch.tensor([1] + levels[:-1]), dim=0))
        self.register_buffer("codebook", self.codes(torch.arange(8)))

    def codes(self, indices):
        return indices.unsqueeze(-1) // self.basis

    def forward(self, z: torch.Tensor):
        return (z * self.basis).sum(dim=-1)


class Recurrent(nn.Module):
    # Dropout has nothing to move, whoever asks first what it is.
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.drop = nn.Dropout(p=0.5)
        self.reset_masks(4)

    def reset_masks(self, batch):
        self.masks = self.drop(torch.ones(batch, self.size))

    def forward(self, x):
        return x * self.drop(torch.ones(4, self.size, device=x.device))


class Cosines(nn.Module):
    # math.pi is a number, and what is transposed was a tensor before.
    def __init__(self, size, count):
        super().__init__()
        n = torch.arange(float(size))
        k = torch.arange(float(count)).unsqueeze(1)
        # CHECK: :[[@LINE+1]]:22: warning: 'table' is not registered with 'Cosines', so 'to' leaves it on cpu [device-unregistered-state]
        self.table = torch.cos(math.pi / float(size) * (n + 0.5) * k).t()

    def forward(self, x):
        x = x.transpose(1, 2)
        if len(x.shape) == 4:
            x = x.reshape(x.shape[0] * x.shape[3], x.shape[1], x.shape[2])
        return torch.matmul(x, self.table)


class RegisteredCosines(nn.Module):
    def __init__(self, size, count):
        super().__init__()
        n = torch.arange(float(size))
        k = torch.arange(float(count)).unsqueeze(1)
        self.register_buffer("table", torch.cos(math.pi / float(size) * (n + 0.5) * k).t())

    def forward(self, x):
        x = x.transpose(1, 2)
        if len(x.shape) == 4:
            x = x.reshape(x.shape[0] * x.shape[3], x.shape[1], x.shape[2])
        return torch.matmul(x, self.table)


class Guided(nn.Module):
    def __init__(self, sigma):
        super().__init__()
        self.sigma = sigma

    def forward(self, attentions, masks):
        return (attentions * masks).mean() * self.sigma


class Loss(nn.Module):
    # A member that only one path of the constructor sets is what that path makes it.
    def __init__(self, config):
        super().__init__()
        self.bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(5.0))
        if config.guided:
            self.guide = Guided(config.sigma)

    def forward(self, mask, attentions):
        return self.guide(attentions, mask[:, :, None])


class Speech(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config

    def forward(self, mask: torch.Tensor, attentions: torch.Tensor):
        return Loss(self.config)(mask, attentions)


# A base whose package is not read registers as torch's own does.
class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        # CHECK: :[[@LINE+1]]:22: warning: 'scale' is not registered with 'Lit', so 'to' leaves it on cpu [device-unregistered-state]
        self.scale = torch.ones(2)

    def training_step(self, batch: torch.Tensor, number):
        return batch * self.scale


class RegisteredLit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.layer = nn.Linear(2, 2)

    def training_step(self, batch: torch.Tensor, number):
        return self.layer(batch * self.scale)
