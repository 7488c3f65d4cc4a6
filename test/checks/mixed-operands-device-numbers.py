# A number beside the name of a device names an accelerator: `0 if torch.cuda.is_available() else "cpu"`.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = 0 if torch.cuda.is_available() else "cpu"


def made_bad():
    x = torch.zeros(3, device=device)
    return x + torch.zeros(3)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices: 'x' on cuda:0, 'torch.zeros(3)' on cpu


def made_good():
    x = torch.zeros(3, device=device)
    return x + torch.zeros(3, device=device)


class Task:
    def __init__(self, data, model):
        if torch.cuda.is_available():
            self.device = 0
        else:
            self.device = "cpu"
        self.x = data.x.to(self.device)
        self.model = model.to(self.device)

    def array_bad(self):
        return self.x.numpy()
        # CHECK: :[[@LINE-1]]:23: warning: 'numpy' reads memory of 'self.x' on the host, but 'self.x' may be on cuda:0

    def array_good(self):
        return self.x.cpu().numpy()


def pick():
    if torch.cuda.is_available():
        return 1
    return "cpu"


def add(x, where):
    return x.to(where) + torch.zeros(3, device=where)


def add_bad(x, where):
    return x.to(where) + torch.zeros(3)
    # CHECK: :[[@LINE-1]]:24: warning: operands of '+' may be on different devices: 'x.to(where)' on its caller's device, 'torch.zeros(3)' on cpu


def given_bad():
    return add_bad(torch.zeros(3), pick())


def given_good():
    return add(torch.zeros(3), pick())


def asked_good(x):
    x = x.to(device)
    y = torch.zeros(3)
    if device != "cpu":
        y = y.to(device)
    return x + y


def converted_good(x, index=None):
    where = 0 if torch.cuda.is_available() else "cpu"
    if isinstance(where, int):
        where = torch.device("cuda", where)
    return x.to(where) + torch.zeros(3, device=where)


def counted_good(n):
    # No device: nothing else is spelled as one.
    size = 0 if n else "all"
    return nn.Linear(3, 3), size
