# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# An abstract method does what the only one in its place does.
from abc import abstractmethod

import torch
from torch import nn


class Score(nn.Module):
    @abstractmethod
    def precision(self, x: torch.Tensor):
        pass

    def sample(self, x: torch.Tensor):
        raise NotImplementedError

    @abstractmethod
    def several(self, x: torch.Tensor):
        pass

    def precision_bad(self, x: torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.eye(3)' on cpu, 'self.precision(x)' on its caller's device [device-mixed-operands]
        return torch.eye(3) + self.precision(x)

    def precision_good(self, x: torch.Tensor):
        return torch.eye(3, device=x.device) + self.precision(x)

    def sample_bad(self, x: torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(3)' on cpu, 'self.sample(x)' on the module's device [device-mixed-operands]
        return torch.ones(3) * self.sample(x)

    def sample_good(self, x: torch.Tensor):
        return torch.ones(3, device=x.device) * self.sample(x)

    def several_bad(self, x: torch.Tensor):
        # Which of two it is, nobody knows: it fails for one of them.
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(3)' on cpu, 'self.several(x)' on its caller's device [device-mixed-operands]
        return torch.ones(3) * self.several(x)

    def several_good(self, x: torch.Tensor):
        return torch.ones(3, device=x.device) * self.several(x.to(x.device))


class Gauss(Score):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)

    def precision(self, x: torch.Tensor):
        return x @ x.t()

    def sample(self, x: torch.Tensor):
        return self.linear(x)

    def several(self, x: torch.Tensor):
        return x


class Other(Gauss):
    def several(self, x: torch.Tensor):
        return torch.ones(3, device=x.device)


class Noise:
    def sample(self, n):
        raise NotImplementedError

    def shift(self, n):
        raise NotImplementedError

    def add_bad(self, x):
        return x + self.sample(3)

    def add_good(self, x):
        return x + self.shift(3)


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


class Narrow(Uniform):
    def scale(self):
        return 0.5


def base_bad(noise: Noise):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(3, device="cuda")' on cuda, 'noise.sample(3)' on cpu [device-mixed-operands]
    return torch.ones(3, device="cuda") * noise.sample(3)


def base_good(noise: Noise):
    return torch.ones(3, device="cuda") * noise.shift(3)


def inherited_bad(noise: Noise):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on cuda, 'self.sample(3)' on cpu [device-mixed-operands]
    return noise.add_bad(torch.ones(3).cuda())


def inherited_good(noise: Noise):
    return noise.add_good(torch.ones(3).cuda())


def derived_good():
    # It does what the class does from which it derives.
    return Narrow().add_bad(torch.ones(3).cuda())


def asked_good(noise: Noise):
    if isinstance(noise, Normal):
        return torch.ones(3) * noise.sample(3)
    return torch.ones(3).cuda() * noise.shift(3)
