# Tensors that nobody means to compute with: empty ones for what is not there yet, numbers for what a callee does not
# have, what a batch holds beside its tensors. They are of level 3, and of level 2 where the failure is sure.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-implicit-creation %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader


class UpOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.last = nn.Linear(4, 4)

    def forward(self, xs):
        started = False
        t = torch.empty(0)
        for x, up in zip(xs, self.ups):
            if started:
                t = up(up(x) + t)
            else:
                started = True
                t = up(x)
        return self.last(t)


class UpBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.last = nn.Linear(4, 4)

    def forward(self, xs):
        started = False
        t = torch.zeros(4)
        for x, up in zip(xs, self.ups):
            if started:
                t = up(up(x) + t)
                # CHECK: :[[@LINE-1]]:30: warning: operands of '+' may be on different devices: 'up(x)' on the module's device, 't' on cpu
            else:
                started = True
        return self.last(xs[0])


# Each round gives another one; nobody goes over no element.
class UpStarted(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.last = nn.Linear(4, 4)

    def forward(self, xs):
        started = False
        t = torch.zeros(4)
        for x, up in zip(xs, self.ups):
            if started:
                t = up(up(x) + t)
            else:
                started = True
                t = up(x)
        return self.last(t)


# What is joined to an empty tensor has to be where that is.
class GatheredBad(nn.Module):
    def forward(self, xs):
        all = torch.empty(0)
        for x in xs:
            all = torch.cat([all, self.layer(x)])
            # CHECK: :[[@LINE-1]]:19: warning: operands of 'cat' may be on different devices
        return all

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x), torch.tensor(0.0), torch.zeros(4)


class Smoothed(nn.Module):
    def forward(self, x, target):
        ones = torch.zeros_like(x)
        ones.scatter_(1, target.unsqueeze(1), 1.0)
        return (x * ones).sum()


class Model(nn.Module):
    def __init__(self, weight=0.0):
        super().__init__()
        self.decoder = Decoder()
        self.criterion = Smoothed()
        self.weight = weight

    def forward(self, batch: dict, device: torch.device):
        x = batch["x"].to(device)
        target = batch["target"].to(device)
        out, right, zeros = self.decoder(x)
        loss = self.criterion(out, target)
        if self.weight > 0:
            loss = loss + self.criterion(right, target)
            loss = loss + self.criterion(zeros, target)
            # CHECK: :[[@LINE-1]]:27: warning: operands of 'scatter_' may be on different devices: 'ones' on cpu
        return loss


def decode_ok(data, device, make):
    net = make().to(device)
    net.eval()
    for batch in DataLoader(data, batch_size=None):
        x = batch["x"].to(device)
        net.decode(x, infos={"tasks": batch["tasks"], "languages": batch["languages"]})
