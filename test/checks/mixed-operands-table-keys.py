# A key that the text says is one entry of a table, wherever it is said; classes that derive may have another table.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch

cuda = "cuda" if torch.cuda.is_available() else "cpu"


class Here:
    def noise(self):
        return torch.zeros(3)


class There:
    def noise(self):
        return torch.zeros(3, device=cuda)


TABLE = {"here": Here, "there": There}


def key_bad():
    return TABLE["here"]().noise() + torch.ones(3, device=cuda)
    # CHECK: :[[@LINE-1]]:36: warning: operands of '+' may be on different devices: 'TABLE["here"]().noise()' on cpu, 'torch.ones(3, device=cuda)' on cuda


def key_good():
    return TABLE["there"]().noise() + torch.ones(3, device=cuda)


def make(kind):
    return TABLE[kind]()


def given_key_bad():
    return make("here").noise() + torch.ones(3, device=cuda)
    # CHECK: :[[@LINE-1]]:33: warning: operands of '+' may be on different devices: 'make("here").noise()' on cpu, 'torch.ones(3, device=cuda)' on cuda


def given_key_good():
    return make("there").noise() + torch.ones(3, device=cuda)


class Source:
    TABLE = {"one": Here, "two": Here}

    def noise(self, kind):
        return self.TABLE[kind]().noise() + torch.ones(3, device=cuda)


class Other(Source):
    TABLE = {"one": There, "two": There}


key_bad(), key_good(), given_key_bad(), given_key_good(), Other().noise(input())
