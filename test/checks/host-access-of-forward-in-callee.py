# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
# What forward makes of its input is where that is, on an accelerator in the end; so is what it hands to others.
import torch
from torch import nn


class Prefix:
    def __init__(self, x):
        self.x = x.numpy()[0]


def lists(x):
    return x.numpy().tolist()


class Bad(nn.Module):
    def __init__(self, asr):
        super().__init__()
        self.asr = asr

    def forward(self, feat):
        out = torch.relu(self.asr.layer(feat))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device
        return Prefix(out)


class BadFunction(nn.Module):
    def forward(self, feat):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device
        return lists(torch.relu(feat))


class Good(nn.Module):
    def __init__(self, asr):
        super().__init__()
        self.asr = asr

    def forward(self, feat):
        out = torch.relu(self.asr.layer(feat))
        return Prefix(out.cpu()), lists(torch.relu(feat).cpu())


# What is handed on as it came may be meant for the host.
class GoodLengths(nn.Module):
    def forward(self, feat, lengths):
        return feat * 2, lists(lengths)


class GoodMethod(nn.Module):
    def predict(self, feat):
        return lists(torch.relu(feat))
