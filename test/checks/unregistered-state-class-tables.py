# A module of a class out of a table is registered with the container that it is put into.
# RUN: %device_tidy check --isolated --level 2 --output-format concise --select device-unregistered-state %s | FileCheck %s --allow-empty --implicit-check-not=warning:
from torch import nn


class One(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.f = nn.Linear(n, n)


class Two(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.f = nn.Embedding(n, n)


TABLE = {"one": One, "two": Two}


class Features(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.parts = nn.ModuleDict()
        self.functions = []
        for name in names:
            part = TABLE[name](3)
            self.parts[name] = part
            self.functions.append(part)

    def forward(self, x):
        return [part(x) for part in self.functions]
