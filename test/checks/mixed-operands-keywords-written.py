# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Keywords that a function is given, writes and hands on.
import torch
import torch.nn.functional as F
from torch import nn


# What a function writes into the keywords that it is given goes where they go.
def weighted(x, y, weight, **kwargs):
    kwargs["weight"] = weight
    return F.cross_entropy(x, y, **kwargs)


def written_bad(x, y):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' are on different devices: 'x' on cuda, an element of 'kwargs' on cpu
    return weighted(x.cuda(), y.cuda(), torch.ones(2))


def written_good(x, y):
    return weighted(x.cuda(), y.cuda(), torch.ones(2).cuda())


# A loss that is made of the keywords that a function is given has the weight that they bring, and moves it.
def made(**kwargs):
    return nn.CrossEntropyLoss(**kwargs)


def made_bad(x, y):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'CrossEntropyLoss' are on different devices: 'made(weight=torch.ones(2))' on cpu, 'x.cuda()' on cuda
    return made(weight=torch.ones(2))(x.cuda(), y.cuda())


def made_good(x, y):
    return made(weight=torch.ones(2)).cuda()(x.cuda(), y.cuda())


def without_good(x, y):
    return made(reduction="sum")(x.cuda(), y.cuda())


def both(x, y, **kwargs):
    return nn.BCEWithLogitsLoss(**kwargs)(x, y)


def both_bad(x, y):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BCEWithLogitsLoss' are on different devices: 'nn.BCEWithLogitsLoss(**kwargs)' on cpu, 'x' on cuda
    return both(x.cuda(), y.cuda(), pos_weight=torch.ones(2))


def both_good(x, y):
    return both(x.cuda(), y.cuda(), pos_weight=torch.ones(2).cuda())


class Loss(nn.Module):
    def __init__(self, weight, **kwargs):
        super().__init__()
        kwargs["weight"] = weight
        self.loss = nn.CrossEntropyLoss(**kwargs)

    def forward(self, x, y):
        return self.loss(x, y)


def member_bad(x, y):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'CrossEntropyLoss' are on different devices: 'self.loss' on cpu, 'x' on cuda
    return Loss(torch.ones(2))(x.cuda(), y.cuda())


def member_good(x, y):
    return Loss(torch.ones(2)).cuda()(x.cuda(), y.cuda())


# A closure without captures is given keywords as others are.
def closure_bad(y):
    f = lambda a, **kwargs: a + kwargs["weight"]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'a' on cuda, 'kwargs["weight"]' on cpu
    return f(y.cuda(), weight=torch.ones(2))


def closure_good(y):
    f = lambda a, **kwargs: a + kwargs["weight"]
    return f(y.cuda(), weight=torch.ones(2).cuda())


def closure_made_bad(x, y):
    f = lambda **kwargs: nn.CrossEntropyLoss(**kwargs)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'CrossEntropyLoss' are on different devices: 'f(weight=torch.ones(2))' on cpu, 'x.cuda()' on cuda
    return f(weight=torch.ones(2))(x.cuda(), y.cuda())


def closure_made_good(x, y):
    f = lambda **kwargs: nn.CrossEntropyLoss(**kwargs)
    return f(weight=torch.ones(2)).cuda()(x.cuda(), y.cuda())


def closure_exchanged_bad(y):
    f = lambda a, b: a.cuda() + b
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'a.cuda()' on cuda, 'b' on cpu
    return f(b=torch.ones(2), a=y)


def closure_exchanged_good(y):
    f = lambda a, b: a + b.cuda()
    return f(b=torch.ones(2), a=y.cuda())
