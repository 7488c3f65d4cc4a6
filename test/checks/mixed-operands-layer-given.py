# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A function calls what it is given. Two calls above somebody knows that it is a layer, and where that is.
import torch
from torch import nn


def encode(sequence, embedding):
    return embedding(sequence)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(3, 3)

    def encode(self, x):
        return encode(x, self.emb)


class Abstractor:
    def __init__(self, cuda=True):
        self._device = torch.device("cuda" if cuda else "cpu")
        self._net = Net().to(self._device)

    def bad(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Embedding' may be on different devices: 'embedding' on '_device', 'sequence' on cpu
        return self._net.encode(torch.zeros(3).long())

    def good(self):
        return self._net.encode(torch.zeros(3, device=self._device).long())


# What nobody knows may bring its input where it wants it.
class Open(nn.Module):
    def __init__(self, emb):
        super().__init__()
        self.emb = emb

    def encode(self, x):
        return encode(x, self.emb)


class OfOpen:
    def __init__(self, emb, device):
        self._device = device
        self._net = Open(emb).to(self._device)

    def good(self):
        return self._net.encode(torch.zeros(3).long())
