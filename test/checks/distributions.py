# RUN: not %device_tidy check --isolated --worlds multi --level 2 %s | FileCheck %s --implicit-check-not=warning:
# What torch.distributions does, as its model says: findings tell of the calls and of nothing inside.
import torch
import torch.distributions as D
from torch import nn
from torch.distributions import Categorical, Independent, kl_divergence
from torch.distributions.normal import Normal


def density():
    prior = Normal(torch.zeros(4), torch.ones(4))
    x = torch.ones(4, device="cuda")
    # CHECK: :[[@LINE+1]]:18: warning: operands of 'log_prob' are on different devices: 'prior' on cpu, 'x' on cuda [device-mixed-operands]
    return prior.log_prob(x)
    # CHECK: :[[@LINE-4]]:20: note: 'torch.zeros(4)' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:9: note: 'x' created on cuda here


def density_ok():
    prior = Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))
    x = torch.ones(4, device="cuda")
    return prior.log_prob(x)


# Numbers make tensors without dimensions, which may stay on the CPU; samples of a shape may not.
def numbers():
    noise = Normal(0.0, 1.0).sample((4,))
    # CHECK: :[[@LINE+1]]:18: warning: operands of '+' are on different devices: 'noise' on cpu, {{.*}} on cuda
    return noise + torch.ones(4, device="cuda")
    # CHECK: :[[@LINE-3]]:30: note: 'noise' created on cpu here
    # CHECK: :[[@LINE-2]]:20: note:


def numbers_ok():
    unit = Normal(0.0, 1.0)
    x = torch.ones(4, device="cuda")
    return unit.log_prob(x) + unit.sample() + Normal(x, 1.0).sample((4,))


def parameters():
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Normal' are on different devices: 'torch.zeros(4)' on cpu, {{.*}} on cuda
    return D.Normal(torch.zeros(4), torch.ones(4, device="cuda"))
    # CHECK: :[[@LINE-1]]:21: note:
    # CHECK: :[[@LINE-2]]:37: note:


def parameters_ok():
    return D.Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))


def divergence():
    p = Normal(torch.zeros(4), torch.ones(4))
    q = Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'kl_divergence' are on different devices: 'p' on cpu, 'q' on cuda
    return kl_divergence(p, q)
    # CHECK: :[[@LINE-4]]:16: note:
    # CHECK: :[[@LINE-4]]:16: note:


def divergence_ok():
    p = Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))
    q = Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))
    return kl_divergence(p, q)


def action():
    policy = Categorical(logits=torch.zeros(4, device="cuda"))
    # CHECK: :[[@LINE+1]]:19: warning: operands of 'log_prob' are on different devices: 'policy' on cuda, {{.*}} on cpu
    return policy.log_prob(torch.zeros((), dtype=torch.long))
    # CHECK: :[[@LINE-3]]:33: note:
    # CHECK: :[[@LINE-2]]:28: note:


def action_ok():
    policy = Categorical(logits=torch.zeros(4, device="cuda"))
    return policy.log_prob(policy.sample()) + policy.entropy()


# A distribution is no module: to does not look into it.
class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        # CHECK: :[[@LINE+1]]:29: warning: 'prior' is not registered with 'Vae', so 'to' leaves it on cpu [device-unregistered-state]
        self.prior = Normal(torch.zeros(4), torch.ones(4))

    def forward(self, x):
        q = Independent(Normal(self.encoder(x), 1.0), 1)
        z = q.rsample()
        # CHECK: :[[@LINE+1]]:27: note: 'prior' used with 'z' here
        return self.prior.log_prob(z) - q.log_prob(z)


class Vae_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.prior = Normal(0.0, 1.0)

    def forward(self, x):
        q = Independent(Normal(self.encoder(x), 1.0), 1)
        z = q.rsample()
        return self.prior.log_prob(z) - q.log_prob(z)



class Sampled(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.noise = Normal(0, 1)

    def forward(self, x):
        mu = self.encoder(x)
        # CHECK: :[[@LINE+1]]:24: warning: operands of '*' may be on different devices: 'mu' on the module's device, 'self.noise.sample(mu.shape)' on cpu
        return mu + mu * self.noise.sample(mu.shape)


class Sampled_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.noise = Normal(0, 1)
        self.noise.loc = self.noise.loc.cuda()
        self.noise.scale = self.noise.scale.cuda()

    def forward(self, x):
        mu = self.encoder(x)
        return mu + mu * self.noise.sample(mu.shape)
