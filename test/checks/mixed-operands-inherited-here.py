# What an inherited method does for an object whose class is known is told where the object is, if it does not hang on
# what is given: nobody else tells it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Trainer:
    def __init__(self, model):
        self.model = model.to(device)

    def loss(self, x):
        pass

    def train(self):
        self.loss(torch.zeros(3, 2))

    def train_there(self):
        self.loss(torch.zeros(3, 2, device=device))


class One(Trainer):
    def loss(self, x):
        return self.model(x)


class Two(Trainer):
    def loss(self, x):
        return self.model(x) + 1


# It does nothing with it.
class None_(Trainer):
    def loss(self, x):
        return 1


One(nn.Linear(2, 2)).train()
# CHECK: :[[@LINE-1]]:22: warning: operands of 'Linear' may be on different devices: 'self.model' on cuda, 'x' on cpu
One(nn.Linear(2, 2)).train_there()
None_(nn.Linear(2, 2)).train()
