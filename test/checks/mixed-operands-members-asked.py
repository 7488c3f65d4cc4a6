# Nobody in the run calls a library's functions, but what a parameter is asked for tells its class: one class alone has
# such a method, and all the rest.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Dataset:
    def __init__(self, rows):
        self.rows = rows

    def item_features(self):
        return torch.arange(9)

    def device_features(self, device):
        return torch.arange(9, device=device)


class Recommender(nn.Module):
    def __init__(self, config, dataset):
        super().__init__()
        # CHECK: :[[@LINE+1]]:25: warning: 'features' is not registered with 'Recommender', so 'to' leaves it on cpu
        self.features = dataset.item_features()
        self.embedding = nn.Embedding(9, 2)

    def forward(self, sequence):
        return self.embedding(sequence) * self.features


class RegisteredOk(nn.Module):
    def __init__(self, config, dataset):
        super().__init__()
        self.register_buffer("features", dataset.item_features())
        self.embedding = nn.Embedding(9, 2)

    def forward(self, sequence):
        return self.embedding(sequence) * self.features


# It is asked for something that the class does not have: an object of another class, which nobody reads.
class OtherOk(nn.Module):
    def __init__(self, config, dataset):
        super().__init__()
        self.features = dataset.item_features()
        self.users = dataset.user_features()

    def forward(self, sequence):
        return sequence * self.features


# A class derived from another has the methods of both; two classes that have nothing to do with each other tell nothing.
class Base:
    def noise_of(self, count):
        return torch.randn(count)


class Derived(Base):
    def noise_of(self, count):
        return torch.zeros(count)


class OneSampler:
    def sample_noise(self, count):
        return torch.randn(count)


class OtherSampler:
    def sample_noise(self, count, device="cpu"):
        return torch.randn(count, device=device)


class Flow(nn.Module):
    def __init__(self, distribution):
        super().__init__()
        self.distribution = distribution

    def forward(self, context):
        # CHECK: :[[@LINE+1]]:24: warning: operands of '+' may be on different devices
        return context + self.distribution.noise_of(9)


class OpenOk(nn.Module):
    def __init__(self, sampler):
        super().__init__()
        self.sampler = sampler

    def forward(self, context):
        return context + self.sampler.sample_noise(9)
