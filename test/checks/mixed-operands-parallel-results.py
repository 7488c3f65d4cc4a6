# What a module in DataParallel gives in a list or a tuple is gathered into one, on the first device; and a list that one of
# several modules gives has at each position what one of them has there.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Lists(nn.Module):
    def forward(self, x):
        return [x, x * 2]


class Tuples(nn.Module):
    def forward(self, x):
        return x, x * 2


def lists_bad():
    net = Lists()
    if torch.cuda.device_count() > 1:
        net = nn.DataParallel(net)
    out = net(torch.ones(2, 2).cuda())
    return out[0] + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'out[0]' on cuda, 'torch.ones(2, 2)' on cpu


def lists_good():
    net = Lists()
    if torch.cuda.device_count() > 1:
        net = nn.DataParallel(net)
    out = net(torch.ones(2, 2).cuda())
    return out[0].cpu() + torch.ones(2, 2)


def tuples_bad():
    net = nn.DataParallel(Tuples()).cuda()
    first, second = net(torch.ones(2, 2))
    return second + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'second' on cuda:0, 'torch.ones(2, 2)' on cpu


def tuples_good():
    net = nn.DataParallel(Tuples()).cuda()
    first, second = net(torch.ones(2, 2))
    return second + torch.ones(2, 2).cuda()


# The first of all accelerators is the current one.
def all_good(x):
    ids = [i for i in range(torch.cuda.device_count())]
    net = nn.DataParallel(Tuples().cuda(), device_ids=ids)
    first, second = net(x.cuda())
    return first - torch.ones(2, 2).cuda()


def all_bad(x):
    ids = [i for i in range(torch.cuda.device_count())]
    net = nn.DataParallel(Tuples().cuda(), device_ids=ids)
    first, second = net(x.cuda())
    return first - torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '-' {{.*}} on different devices: 'first' on cuda:0, 'torch.ones(2, 2)' on cpu
