# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-host-access --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# torch_scatter and torch_sparse, whose operators are in C++; accelerate's gather; thop, which calls what it measures.
import accelerate
import thop
import torch
from torch import nn
from torch_scatter import scatter, scatter_max, scatter_mean
from torch_sparse import spmm


def scattered_bad(index):
    x = torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'scatter' are on different devices: 'x' on cuda, 'torch.zeros(2).long()' on cpu [device-mixed-operands]
    return scatter(x, torch.zeros(2).long(), dim=0, reduce="mean")


def scattered_good(index):
    x = torch.ones(2, device="cuda")
    return scatter(x, torch.zeros(2, device="cuda").long(), dim=0, reduce="mean")


def mean_bad(index):
    x = torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE+1]]:42: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return scatter_mean(x, index.cuda()) + torch.ones(2)


def mean_good(index):
    x = torch.ones(2, device="cuda")
    return scatter_mean(x, index.cuda()) + torch.ones(2, device="cuda")


def largest_bad(index):
    values, where = scatter_max(torch.ones(2, device="cuda"), index.cuda())
    # CHECK: :[[#@LINE+1]]:19: warning: operands of '+' are on different devices: 'values' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return values + torch.ones(2)


def largest_good(index):
    values, where = scatter_max(torch.ones(2), index.cpu())
    return values + torch.ones(2)


def product_bad(index):
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'spmm' are on different devices: {{.*}} [device-mixed-operands]
    return spmm(index.cuda(), torch.ones(2), 2, 2, torch.ones(2).cuda())


def product_good(index):
    return spmm(index.cuda(), torch.ones(2).cuda(), 2, 2, torch.ones(2).cuda())


def gathered_bad(loss: torch.Tensor):
    accelerator = accelerate.Accelerator()
    # CHECK: :[[#@LINE+1]]:44: warning: 'numpy' reads memory of {{.*}} on the host, but {{.*}} on cuda [device-host-access]
    return accelerator.gather(loss.cuda()).numpy()


def gathered_good(loss: torch.Tensor):
    accelerator = accelerate.Accelerator()
    return accelerator.gather(loss.cuda()).cpu().numpy()


def profiled_bad():
    model = nn.Linear(2, 2).cuda()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'profile' are on different devices: {{.*}} [device-mixed-operands]
    return thop.profile(model, inputs=(torch.ones(1, 2),))


def profiled_good():
    model = nn.Linear(2, 2).cuda()
    return thop.profile(model, inputs=(torch.ones(1, 2).cuda(),))
