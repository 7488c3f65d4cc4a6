# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-generator-mismatch %s | FileCheck %s --implicit-check-not='warning:'
# A generator that a constructor keeps in a member stays where it was made, in modules, too: nothing moves it.
import torch
from torch import nn


class Noise(nn.Module):
    def __init__(self, seed=None):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.generator = None
        if seed is not None:
            self.generator = torch.Generator()
            self.generator.manual_seed(seed)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'randn' may draw from a generator on another device: 'self.generator' on cpu, the result on its caller's device
        return x + self.scale * torch.randn(x.shape, device=x.device, generator=self.generator)


class NoiseGood(nn.Module):
    def __init__(self, seed=None):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.generator = None
        if seed is not None:
            self.generator = torch.Generator()
            self.generator.manual_seed(seed)

    def forward(self, x):
        return x + self.scale * torch.randn(x.shape, generator=self.generator).to(x.device)


class Pendulum:
    def __init__(self, device):
        self.device = device
        self.set_seed(0)

    def set_seed(self, seed):
        rng = torch.Generator()
        rng.manual_seed(seed)
        self.rng = rng

    def reset(self, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'rand' may draw from a generator on another device: 'self.rng' on cpu, the result on 'device'
        return torch.rand(n, generator=self.rng, device=self.device) * 2 - 1


class PendulumGood:
    def __init__(self, device):
        self.device = device
        self.set_seed(0)

    def set_seed(self, seed):
        rng = torch.Generator(device=self.device)
        rng.manual_seed(seed)
        self.rng = rng

    def reset(self, n):
        return torch.rand(n, generator=self.rng, device=self.device) * 2 - 1


# Somebody gives it another one later.
class Replaced:
    def __init__(self, device):
        self.device = device
        self.rng = torch.Generator()

    def use(self, rng):
        self.rng = rng

    def reset(self, n):
        return torch.rand(n, generator=self.rng, device=self.device)


class FN_Mixin:
    # A base whose method the constructor of a derived class runs: nobody knows which class the object is of.
    def seed(self, seed):
        self.generator = torch.Generator()

    def draw(self, x):
        return torch.randn(x.shape, device=x.device, generator=self.generator)


class FN_Mixed(nn.Module, FN_Mixin):
    def __init__(self):
        super().__init__()
        self.seed(1)

    def forward(self, x):
        return self.draw(x)
