# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A module on the accelerator whose number somebody says, and in it a tensor on the current one, which is the first.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x) + torch.zeros(3).cuda()


class Follows(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x) + torch.zeros(3).to(x.device)


def run_bad(args, x):
    device = torch.device("cuda:%d" % args.gpu)
    # CHECK: :[[@LINE+1]]:12: warning: operands of '+' may be on different devices: 'self.fc(x)' on cuda:N, 'torch.zeros(3).cuda()' on cuda [device-mixed-operands]
    return Net().to(device)(x.to(device))


def run_good(args, x):
    device = torch.device("cuda:%d" % args.gpu)
    return Follows().to(device)(x.to(device))


def current_good(x):
    return Net().cuda()(x.cuda())
