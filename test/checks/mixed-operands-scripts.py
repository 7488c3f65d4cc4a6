# What training scripts do with modules, batches and the default device.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import copy
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3, 3))

    def forward(self, x):
        return torch.mm(x, self.weight)


# A member of a member is called.
class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(3, 3)


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.parts = nn.ModuleDict(dict(embedding=nn.Embedding(3, 3), drop=nn.Dropout(0.1)))

    def inner_bad(self):
        return self.inner.embedding(torch.arange(3))
        # CHECK: :[[@LINE-1]]:27: warning: operands of 'Embedding' may be on different devices: 'self.inner.embedding' on the module's device, 'torch.arange(3)' on cpu [device-mixed-operands]

    def inner_ok(self, x):
        return self.inner.embedding(torch.arange(3, device=x.device))

    def forward(self, x):
        return self.inner_bad() + self.parts_bad() + self.inner_ok(x) + self.parts_ok(x)

    def parts_bad(self):
        return self.parts.drop(self.parts.embedding(torch.arange(3)))
        # CHECK: :[[@LINE-1]]:43: warning: operands of 'forward' may be on different devices: 'self.parts.embedding' on the module's device, 'torch.arange(3)' on cpu [device-mixed-operands]

    def parts_ok(self, x):
        return self.parts.drop(self.parts.embedding(torch.arange(3, device=x.device)))


# A copy is where the original was, and stays there.
class Agent:
    def __init__(self):
        self.actor = Layer()
        self.target = copy.deepcopy(self.actor)

    def act_bad(self, state):
        return self.actor(torch.ones(1, 3).to(device))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'mm' may be on different devices: 'x' on cuda, 'self.weight' on cpu [device-mixed-operands]

    def aim_bad(self, state):
        return self.target(torch.ones(1, 3).to(device))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'mm' may be on different devices: 'x' on cuda, 'self.weight' on cpu [device-mixed-operands]


class Moved:
    def __init__(self):
        self.critic = Layer().to(device)
        self.aim = copy.deepcopy(self.critic)

    def act_ok(self, state):
        return self.critic(torch.ones(1, 3).to(device)) + self.aim(torch.ones(1, 3).to(device))


def average_ok():
    model = Layer().to(device)
    average = copy.deepcopy(model).cpu()
    return model(torch.ones(1, 3).to(device)), average(torch.ones(1, 3))


def average_bad():
    model = Layer().to(device)
    average = copy.deepcopy(model).cpu()
    return average(torch.ones(1, 3).to(device)), model(torch.ones(1, 3).to(device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'mm' may be on different devices: 'x' on cuda, 'self.weight' on cpu [device-mixed-operands]


# The parts of a batch have a dimension, and so meet others.
def count_bad(data):
    model = nn.Linear(3, 3).to(device)
    for images, labels in torch.utils.data.DataLoader(data):
        (model(images.to(device)).argmax(1) == labels).sum()
        # CHECK: :[[@LINE-1]]:45: warning: operands of '==' may be on different devices: 'model(images.to(device)).argmax(1)' on cuda, 'labels' on cpu [device-mixed-operands]


def count_ok(data):
    model = nn.Linear(3, 3).to(device)
    for images, labels in torch.utils.data.DataLoader(data):
        (model(images.to(device)).argmax(1) == labels.to(device)).sum()


def names_bad(data):
    model = nn.Linear(3, 3).to(device)
    for batch in torch.utils.data.DataLoader(data):
        model(batch["x"].to(device)) + batch["y"]
        # CHECK: :[[@LINE-1]]:38: warning: operands of '+' may be on different devices


def names_ok(data):
    model = nn.Linear(3, 3).to(device)
    for batch in torch.utils.data.DataLoader(data):
        model(batch["x"].to(device)) + batch["y"].to(device)


# The modules of a list are registered one by one, under names that are put together.
class Registered(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = [Layer() for _ in range(n)]
        for i, layer in enumerate(self.layers):
            self.add_module("layer_{}".format(i), layer)
        self.last = Layer()

    def forward(self, x):
        return self.last(torch.cat([layer(x) for layer in self.layers], dim=1))


class Half(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = [Layer() for _ in range(n)]
        for i, layer in enumerate(self.layers):
            self.add_module("layer_{}".format(i), nn.Linear(3, 3))
        self.last = Layer()

    def forward(self, x):
        return self.last(torch.cat([layer(x) for layer in self.layers], dim=1))


def registered_ok():
    return Registered(3).to(device)(torch.ones(3, 3, device=device))


# device-unregistered-state names the list.
def FN_half_bad():
    return Half(3).to(device)(torch.ones(3, 3, device=device))


# What is filled stays where it is.
def filled_ok(lengths: torch.Tensor):
    lengths = lengths.to(device)
    ids = torch.arange(0, 3, out=torch.empty(3, device=device, dtype=torch.long))
    return ids < lengths.unsqueeze(1)


def filled_bad(lengths: torch.Tensor):
    lengths = lengths.to(device)
    ids = torch.arange(0, 3, out=torch.empty(3, dtype=torch.long))
    return ids < lengths.unsqueeze(1)
    # CHECK: :[[@LINE-1]]:16: warning: operands of '<' may be on different devices


# A helper reads a tensor on the host; its caller's stays where it is.
def lengths_of(n):
    n = n.cpu().numpy()
    return n


class Masked(nn.Module):
    def forward(self, inputs):
        x, mask = inputs
        lengths_of(mask)
        return self.fill(x, mask)

    def fill(self, x, mask):
        return x.masked_fill_(mask.unsqueeze(1), 0)


class Unmasked(nn.Module):
    def forward(self, inputs):
        x, mask = inputs
        mask = mask.cpu()
        return x.masked_fill_(mask.unsqueeze(1), 0)
        # CHECK: :[[@LINE-1]]:18: warning: operands of 'masked_fill_' may be on different devices


# A gradient is where its output is.
def gradients_bad(x: torch.Tensor):
    x = x.to(device).requires_grad_()
    y = x.exp()
    y.backward(torch.ones(3))
    # CHECK: :[[@LINE-1]]:7: warning: operands of 'backward' may be on different devices: 'y' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]
    torch.autograd.backward(y, grad_tensors=torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'backward' may be on different devices
    torch.autograd.grad(y, x, grad_outputs=torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'grad' may be on different devices


def gradients_ok(x: torch.Tensor):
    x = x.to(device).requires_grad_()
    y = x.exp()
    y.backward(torch.ones(3, device=device))
    y.sum().backward(torch.tensor(2.0))
    torch.autograd.backward(y, grad_tensors=torch.ones_like(y))
    torch.autograd.grad(y, x, grad_outputs=torch.ones(3, device=device))


# Who reads a variable has come by where it was written.
def rank_bad(rank, data):
    model = nn.Linear(3, 3).to(device)
    if rank == 0:
        loader = torch.utils.data.DataLoader(data)
    model.eval()
    if rank == 0:
        for x in loader:
            model(x)
            # CHECK: :[[@LINE-1]]:13: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu [device-mixed-operands]


def rank_ok(rank, data):
    model = nn.Linear(3, 3).to(device)
    if rank == 0:
        loader = torch.utils.data.DataLoader(data)
    model.eval()
    if rank == 0:
        for x in loader:
            model(x.to(device))


def grown_ok(n):
    for i in range(n):
        if i > 1:
            x = (x, x)
        x = (x, x)
    return x
