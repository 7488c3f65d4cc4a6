# A parameter's default that is computed where the function is defined: a device, a variable, a list.
# RUN: not %device_tidy check --isolated --worlds gpu --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def noise(n, device=device):
    return torch.randn(n, device=device)


def noise_of_first(n, device=torch.device("cuda:0")):
    return torch.randn(n, device=device)


def train(model, x, device=torch.device("cuda")):
    model = model.to(device)
    return model(x)


def denormalize(batch, mean=[0.13]):
    if isinstance(mean, list):
        mean = torch.tensor(mean)
    return batch + mean.view(1, -1)


class Trainer:
    def __init__(self, model, device=device):
        self.device = device
        self.model = model.to(self.device)

    def step(self):
        return self.model(torch.ones(3, 4, device="cpu"))
    # CHECK: computed-default.py:[[#@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.model' on 'device', 'torch.ones(3, 4, device="cpu")' on cpu

    def step_ok(self):
        return self.model(torch.ones(3, 4, device=self.device))

    def sample(self, n, on=torch.device("cpu")):
        return self.model(torch.ones(n, 4, device=on))


def bad():
    a = torch.zeros(4)
    a + noise(4)
    # CHECK: computed-default.py:[[#@LINE-1]]:7: warning: operands of '+' are on different devices: 'a' on cpu, 'noise(4)' on cuda
    a + noise_of_first(4)
    # CHECK: computed-default.py:[[#@LINE-1]]:7: warning: operands of '+' are on different devices: 'a' on cpu, 'noise_of_first(4)' on cuda:0
    train(nn.Linear(4, 2), torch.zeros(1, 4))
    # CHECK: computed-default.py:[[#@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'x' on cpu
    denormalize(a.cuda())
    # CHECK: computed-default.py:[[#@LINE-1]]:5: warning: operands of '+' are on different devices: 'batch' on cuda, 'mean.view(1, -1)' on cpu


def ok():
    a = torch.zeros(4)
    a + noise(4, "cpu")
    a + noise_of_first(4, device="cpu")
    train(nn.Linear(4, 2), torch.zeros(1, 4), torch.device("cpu"))
    denormalize(a.cuda(), a.cuda())
    denormalize(a)
    a.cuda() + noise(4)


def given(**options):
    torch.zeros(4) + noise(4, **options)


trainer = Trainer(nn.Linear(4, 2))
trainer.step()
trainer.step_ok()
print(trainer.sample(3))
# CHECK: computed-default.py:[[#@LINE-1]]:15: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'torch.ones(n, 4, device=on)' on cpu
trainer.sample(3, device)
