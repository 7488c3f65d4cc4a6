# What the sentences call what meets: elements of a display with a star, a layer that a function is given.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s
import torch

x = torch.ones(3, device="cuda")
t = (torch.ones(3), torch.zeros(3))
torch.cat((x, *t))
# CHECK: :[[@LINE-1]]:1: warning: operands of 'cat' are on different devices: an element of '(x, *t)' on cuda, another on cpu
# CHECK: note: 'x' created on cuda here
# CHECK: note: an element of '(x, *t)' created on cpu here
# CHECK: fix: create two elements of '(x, *t)' on 'cuda'
g = [torch.ones(3, device="cuda"), torch.zeros(3)]
torch.cat([*g])
# CHECK: :[[@LINE-1]]:1: warning: operands of 'cat' are on different devices: an element of '[*g]' on cuda, another on cpu
torch.cat([x, g[1]])
# CHECK: :[[@LINE-1]]:1: warning: operands of 'cat' are on different devices: 'x' on cuda, 'g[1]' on cpu


def run(model, data, target, criterion):
    return criterion(model(data), target)


run(torch.nn.Linear(3, 3).cuda(), torch.ones(2, 3).cuda(), torch.zeros(2, 3), torch.nn.MSELoss())
# CHECK: :[[@LINE-1]]:1: warning: operands of 'MSELoss' are on different devices
# CHECK: note: operands of 'MSELoss' meet here
