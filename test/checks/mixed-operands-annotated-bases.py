# An annotation names a base, or a class that nobody keeps to: all who call give one class, and that is what is run.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Base(nn.Module):
    def loss(self, users):
        raise NotImplementedError


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.users = nn.Embedding(4, 4)

    def loss(self, users):
        return self.users(users).sum()


class Trainer:
    def __init__(self, model: Base):
        self.model = model

    def step(self, users):
        return self.model.loss(users)


def train(model: nn.Module):
    return model(torch.arange(4))


trainer = Trainer(Model().to(device))
trainer.step(torch.arange(4))
# CHECK: :[[#@LINE-1]]:9: warning: operands of 'Embedding' may be on different devices: 'self.users' on cuda, 'users' on cpu
trainer.step(torch.arange(4, device=device))
train(nn.Embedding(4, 4).to(device))
# CHECK: :[[#@LINE-1]]:1: warning: operands of 'Embedding' may be on different devices: {{.*}} on cuda, {{.*}} on cpu
