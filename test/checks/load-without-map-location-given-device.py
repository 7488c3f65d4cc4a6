# An object of a class that nobody reads has the device that it is given: who names an accelerator there has one.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from project.contexts import Context
from torch import nn


def named_ok(path):
    context = Context("ssd", device="cuda:0")
    model = nn.Linear(4, 4).to(context.device)
    model.load_state_dict(torch.load(path))


def chosen_bad(path):
    context = Context("ssd", device="cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(4, 4).to(context.device)
    model.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device


def mixed_bad():
    context = Context("ssd", device="cuda:0")
    torch.zeros(4).to(context.device) + torch.zeros(4)
    # CHECK: :[[@LINE-1]]:39: warning: operands of '+' are on different devices: 'torch.zeros(4).to(context.device)' on cuda:0, 'torch.zeros(4)' on cpu


def mixed_ok():
    context = Context("ssd", device="cuda:0")
    torch.zeros(4).to(context.device) + torch.zeros(4, device=context.device)


# It was set to something else.
def changed_ok(device):
    context = Context("ssd", device="cuda:0")
    context.device = "cpu"
    torch.zeros(4).to(context.device) + torch.zeros(4)
