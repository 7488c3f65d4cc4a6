# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Callers that give objects of several classes say from which of them all derive, if that leaves to them what they do.
import torch


class Noise:
    def sample(self, n):
        raise NotImplementedError

    def shift(self, n):
        raise NotImplementedError


class Normal(Noise):
    def sample(self, n):
        return torch.randn(n)

    def shift(self, n):
        return torch.randn(n, device="cuda")


class Uniform(Noise):
    def sample(self, n):
        return torch.rand(n, device="cuda")

    def shift(self, n):
        return torch.rand(n, device="cuda")


class Plain:
    def sample(self, n):
        return torch.zeros(n)


class Placed(Plain):
    def sample(self, n):
        return torch.zeros(n, device="cuda")


class Other(Plain):
    def sample(self, n):
        return torch.ones(n, device="cuda")


def add_bad(noise):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.ones(3).cuda()' on cuda, 'noise.sample(3)' on cpu
    return torch.ones(3).cuda() + noise.sample(3)


def add_good(noise):
    return torch.ones(3).cuda() + noise.shift(3)


class Trainer:
    def __init__(self, noise):
        self.noise = noise
        self.w = torch.ones(3).cuda()

    def step_bad(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'self.w' on cuda, 'self.noise.sample(3)' on cpu
        return self.w * self.noise.sample(3)

    def step_good(self):
        return self.w * self.noise.shift(3)


def concrete_good(noise):
    # What the base does says nothing of those that replace it.
    return torch.ones(3).cuda() + noise.sample(3)


def main():
    for noise in (Normal(), Uniform()):
        print(noise)
    add_bad(Normal())
    add_bad(Uniform())
    add_good(Normal())
    add_good(Uniform())
    concrete_good(Placed())
    concrete_good(Other())
    for trainer in (Trainer(Normal()), Trainer(Uniform())):
        trainer.step_bad()
        trainer.step_good()
