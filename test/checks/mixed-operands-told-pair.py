# Of three operands the two that say most are told: what nobody knows may be anywhere.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def choose(mask, device):
    a = torch.zeros(4, 4)
    b = torch.zeros(4, 4, device=device)
    return torch.where(mask, a, b)
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'where' may be on different devices: 'a' on cpu, 'b' on 'device'


def choose_good(mask, device):
    a = torch.zeros(4, 4, device=device)
    b = torch.zeros(4, 4, device=device)
    return torch.where(mask, a, b)


# A slice beside a number leaves a dimension: no scalar of the CPU.
def column(batch, step):
    loss = nn.Linear(4, 4).cuda()(torch.from_numpy(batch).cuda())
    mask = torch.from_numpy(batch).float()
    return loss * mask[:, step]
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '*' are on different devices: 'loss' on cuda, 'mask[:, step]' on cpu


def entry(batch, step):
    loss = nn.Linear(4, 4).to("cuda")(torch.from_numpy(batch).to("cuda"))
    mask = torch.from_numpy(batch).float()
    return loss * mask[0, step]
