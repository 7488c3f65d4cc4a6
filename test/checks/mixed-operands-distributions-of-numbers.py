# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not=warning:
# A distribution whose parameters are numbers samples on the default device; tensors among them decide. Nothing here writes
# a member of one, and one class comes from the module that defines it.
import torch
from torch import distributions as D
from torch import nn
from torch.distributions.normal import Normal


def samples():
    x = torch.ones(3, device="cuda")
    # CHECK: :[[@LINE+1]]:11: warning: operands of '+' are on different devices: 'x' on cuda, 'Normal(0, 0.2).sample((3,))' on cpu
    a = x + Normal(0, 0.2).sample((3,))
    # CHECK: :[[@LINE+1]]:11: warning: operands of '+' are on different devices: 'x' on cuda, 'D.Uniform(0, 1).sample(x.shape)' on cpu
    b = x + D.Uniform(0, 1).sample(x.shape)
    # CHECK: :[[@LINE+1]]:11: warning: operands of '+' are on different devices: 'x' on cuda, 'D.Exponential(1.0).rsample((3,))' on cpu
    c = x + D.Exponential(1.0).rsample((3,))
    # CHECK: :[[@LINE+1]]:11: warning: operands of '+' are on different devices: 'x' on cuda, 'D.StudentT(2.0, 0.0, 1.0).sample((3,))' on cpu
    d = x + D.StudentT(2.0, 0.0, 1.0).sample((3,))
    return a + b + c + d


def samples_ok():
    x = torch.ones(3)
    a = x + Normal(0, 0.2).sample((3,))
    b = x + D.Uniform(0, 1).sample(x.shape)
    c = x + D.Exponential(1.0).rsample((3,))
    d = x + D.StudentT(2.0, 0.0, 1.0).sample((3,))
    return a + b + c + d


def one_of_them_a_tensor():
    x = torch.ones(3)
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cpu, {{.*}} on cuda
    return x + D.Gamma(2, torch.ones(3, device="cuda")).sample((2,))


def one_of_them_a_tensor_ok():
    x = torch.ones(3)
    return x + D.Gamma(2, torch.ones(3)).sample((2,))


# Without a shape a number gives a tensor without dimensions, which any device takes.
def single_ok():
    x = torch.ones(3, device="cuda")
    return x + D.Beta(1.0, 2.0).sample() + D.Poisson(1).mean + D.LogNormal(0.0, 1.0).log_prob(x)


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        x = self.l(x)
        # CHECK: :[[@LINE+1]]:18: warning: operands of '+' may be on different devices: 'x' on the module's device, {{.*}} on cpu
        return x + D.Normal(0, 1).sample(x.shape)


class Noisy_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        x = self.l(x)
        return x + D.Normal(0, 1).sample(x.shape).to(x.device)
