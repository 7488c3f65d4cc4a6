# Types of tensors that say a device: torch.cuda.FloatTensor as a value, as programs from before torch.tensor have it.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import numpy as np
import torch
import torch.nn as nn
from torch.autograd import Variable

cuda = True if torch.cuda.is_available() else False
Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 4))

    def forward(self, x):
        return self.model(x)


generator = Generator()
if cuda:
    generator.cuda()


def moved_ok(loader):
    net = Generator()
    if cuda:
        net.cuda()
    for images, _ in loader:
        net(Variable(images.type(Tensor)))


def left_bad(loader: torch.utils.data.DataLoader):
    net = Generator()
    if cuda:
        net.cuda()
    for images, _ in loader:
        net(Variable(images))
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Sequential' may be on different devices: 'self.model' on cuda, 'x' on cpu


loader = torch.utils.data.DataLoader([1])
for images, _ in loader:
    valid = Variable(Tensor(images.size(0), 4).fill_(1.0), requires_grad=False)
    noise = Variable(Tensor(np.random.normal(0, 1, (images.shape[0], 4))))
    ok = generator(noise) + valid
    bad = generator(noise) + torch.ones(4)
    # CHECK: :[[@LINE-1]]:28: warning: operands of '+' may be on different devices: 'generator(noise)' on cuda, 'torch.ones(4)' on cpu


# Functions read the type from where it was chosen.
def penalty_ok(x):
    alpha = Tensor(np.random.random(size=x.shape))
    return alpha * Tensor(2, 2).fill_(1.0)


def penalty_bad(x):
    alpha = Tensor(np.random.random(size=x.shape))
    return alpha * torch.rand(2, 2)
    # CHECK: :[[@LINE-1]]:18: warning: operands of '*' may be on different devices: 'alpha' on cuda, 'torch.rand(2, 2)' on cpu


def followed_ok(x: torch.Tensor):
    return x.cuda() * torch.ones(2, 2).type(x.cuda().type())


def followed_bad(x: torch.Tensor):
    return x.cuda() * torch.ones(2, 2).type(x.cpu().type())
    # CHECK: :[[@LINE-1]]:21: warning: operands of '*' are on different devices: 'x.cuda()' on cuda, {{.*}} on cpu


def spelled_ok(x: torch.Tensor):
    return x.cuda() * torch.ones(2, 2).type("torch.cuda.FloatTensor")


def spelled_bad(x: torch.Tensor):
    return x.cuda() * torch.ones(2, 2).type("torch.FloatTensor")
    # CHECK: :[[@LINE-1]]:21: warning: operands of '*' are on different devices


# A type of elements moves nothing.
def element_bad(x: torch.Tensor):
    return x.cuda() * torch.ones(2, 2).type(torch.float64)
    # CHECK: :[[@LINE-1]]:21: warning: operands of '*' are on different devices


# Only a tensor has a type of tensors.
def detected(model, images):
    kind = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
    return model(images.type(kind))


def detected_ok(loader: torch.utils.data.DataLoader):
    net = Generator().to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    for images, _ in loader:
        detected(net, images)


def detected_bad(loader: torch.utils.data.DataLoader):
    net = Generator().to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    for images, _ in loader:
        net(images)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Sequential' may be on different devices: 'self.model' on cuda, 'x' on cpu


# A module moves to the device of a type, too.
typed = nn.Linear(2, 2).type(Tensor)
typed_ok = typed(torch.ones(1, 2).type(Tensor))
typed_bad = typed(torch.ones(1, 2))
# CHECK: :[[@LINE-1]]:13: warning: operands of 'Linear' may be on different devices: 'typed' on cuda, 'torch.ones(1, 2)' on cpu


# What is computed from the number of a device is one.
def computed_ok(rank: int):
    return torch.ones(2).to(rank + 0) * torch.ones(2).to(rank)


def computed_bad(rank: int):
    return torch.ones(2).to(rank + 0) * torch.ones(2)
    # CHECK: :[[@LINE-1]]:39: warning: operands of '*' {{are|may be}} on different devices


# Who asks for the type of a tensor asks where it is.
class Asked(nn.Module):
    def named_ok(self, x: torch.Tensor):
        y = torch.ones(2)
        if x.type() == "torch.cuda.FloatTensor":
            y = y.cuda()
        return x * y

    def instance_ok(self, x: torch.Tensor):
        y = torch.ones(2)
        if isinstance(x.data, torch.cuda.FloatTensor):
            y = y.cuda()
        return x * y

    def spelled_ok(self, x: torch.Tensor):
        y = torch.ones(2)
        if "cuda" in x.type():
            y = y.cuda()
        return x * y

    def named_bad(self, x: torch.Tensor):
        y = torch.ones(2)
        if x.type() == "torch.FloatTensor":
            y = y.cuda()
        return x * y
        # CHECK: :[[@LINE-1]]:18: warning: operands of '*' are on different devices

    def instance_bad(self, x: torch.Tensor):
        y = torch.ones(2)
        if isinstance(x, torch.nn.Parameter):
            y = y.cuda()
        return x * y
        # CHECK: :[[@LINE-1]]:18: warning: operands of '*' may be on different devices


# Of an argument that nobody declares, its callers know the type.
def follows(x):
    if x.type() == "torch.cuda.FloatTensor":
        return torch.ones(2).cuda()
    return torch.ones(2)


def follows_ok():
    return follows(torch.ones(2)) + torch.ones(2)


def follows_bad():
    return follows(torch.ones(2, device="cuda")) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:50: warning: operands of '+' are on different devices
