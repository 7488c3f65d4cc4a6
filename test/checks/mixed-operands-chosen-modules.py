# A variable that holds a module of one of several classes of the program: its call is that of whichever it is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        return self.lin(x)

    def head(self, x):
        return x @ self.lin.weight


class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 4)

    def forward(self, x):
        return self.lin(x)

    def head(self, x):
        return x @ self.lin.weight.t()


def branch_bad(name):
    if name == "A":
        model = A()
    else:
        model = B()
    model = model.to(device)
    return model(torch.zeros(4, 3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '{{.*}}' may be on different devices: 'self.lin' on cuda, 'x' on cpu


def branch_good(name):
    if name == "A":
        model = A()
    else:
        model = B()
    model = model.to(device)
    return model(torch.zeros(4, 3, device=device))


def expression_bad(name):
    model = A() if name == "A" else B()
    return model(torch.zeros(4, 3, device=device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '{{.*}}' may be on different devices: 'self.lin' on cpu, 'x' on cuda


def expression_good(name):
    model = A() if name == "A" else B()
    model.cuda()
    return model(torch.zeros(4, 3).cuda())


def method_bad(name):
    model = A() if name == "A" else B()
    model.cuda()
    return model.head(torch.zeros(4, 3))
    # CHECK: :[[@LINE-1]]:18: warning: operands of '{{.*}}' are on different devices: 'x' on cpu, 'self.lin.weight' on cuda


def method_good(name):
    model = A() if name == "A" else B()
    model.cuda()
    return model.head(torch.zeros(4, 3).cuda())


def one_moved_good(name):
    if name == "A":
        model = A().cuda()
        x = torch.zeros(4, 3).cuda()
    else:
        model = B()
        x = torch.zeros(4, 3)
    return model(x)
