# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A function makes a device of an option that nobody knows: it is one all the same.
import argparse

import torch
from torch import nn

p = argparse.ArgumentParser()
p.add_argument("--device", default="cuda", type=str)


def init(args):
    return torch.device(args.device)


args = p.parse_args()
device = init(args)
x = torch.ones(2).to(device)
# CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on 'device', 'torch.ones(2)' on cpu
print(x + torch.ones(2))
print(x + torch.ones(2, device=device))


# One way gives the module back unmoved, by an attribute that is only asked for.
def prepare(m):
    if getattr(m, "_offload", False):
        return m
    return m.to("cuda")


# CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'prepare(nn.Linear(2, 2))' on cuda, 'torch.ones(1, 2)' on cpu
prepare(nn.Linear(2, 2))(torch.ones(1, 2))
net = prepare(nn.Linear(2, 2))
net(torch.ones(1, 2, device=net.weight.device))
