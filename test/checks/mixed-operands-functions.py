# Functions of torch that are no operators themselves: where their results are, and what they demand.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.nn import functional


def loss_bad():
    x, target = torch.ones(3, device="cuda"), torch.ones(3, device="cuda")
    return functional.gaussian_nll_loss(x, target, torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'gaussian_nll_loss' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]


def loss_ok():
    x, target = torch.ones(3, device="cuda"), torch.ones(3, device="cuda")
    return functional.gaussian_nll_loss(x, target, torch.ones_like(x))


def window_bad():
    x = torch.ones(4, device="cuda")
    return x * torch.signal.windows.bartlett(4)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'x' on cuda, 'torch.signal.windows.bartlett(4)' on cpu [device-mixed-operands]


def window_ok():
    x = torch.ones(4, device="cuda")
    return x * torch.signal.windows.bartlett(4, device=x.device)


def unique_bad():
    values, counts = torch.unique(torch.ones(4, device="cuda"), return_counts=True)
    return values * torch.ones(3)
    # CHECK: :[[@LINE-1]]:19: warning: operands of '*' are on different devices: 'values' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]


def unique_ok():
    values, counts = torch.unique(torch.ones(4, device="cuda"), return_counts=True)
    return values * counts


# The mask of torch.masked is no parameter of the operator that stands for the function.
def FN_masked(x):
    return torch.masked.mean(torch.ones(3, device="cuda"), mask=torch.ones(3, dtype=torch.bool))


def masked_ok(x):
    x = torch.ones(3, device="cuda")
    return torch.masked.mean(x, mask=x > 0)


# A nested tensor is where its parts are, whatever the default device is.
def nested_ok():
    x = torch.ones(4, device="cuda")
    return torch.nested.nested_tensor([x, x]) + torch.ones(1, device="cuda")


# What is computed of all parameters, or of all inputs, is where they are.
def vector_bad():
    model = torch.nn.Linear(2, 2).to("cuda")
    return torch.nn.utils.parameters_to_vector(model.parameters()) + torch.ones(6)
    # CHECK: :[[@LINE-1]]:68: warning: operands of '+' are on different devices: the result of 'torch.nn.utils.parameters_to_vector' on cuda, 'torch.ones(6)' on cpu [device-mixed-operands]


def vector_ok():
    model = torch.nn.Linear(2, 2).to("cuda")
    return torch.nn.utils.parameters_to_vector(model.parameters()) + torch.ones(6, device="cuda")


def gradient_bad():
    x = torch.ones(2, device="cuda", requires_grad=True)
    (gradient,) = torch.autograd.grad(x.sum(), [x])
    return gradient + torch.ones(2)
    # CHECK: :[[@LINE-1]]:21: warning: operands of '+' are on different devices: 'gradient' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]


def gradient_ok():
    x = torch.ones(2, device="cuda", requires_grad=True)
    (gradient,) = torch.autograd.grad(x.sum(), [x])
    return torch.autograd.grad(x.sum(), x)[0] + gradient


# A device that may be left out is that of another argument then.
def beside_bad(x: torch.Tensor, place=None):
    if place is None:
        place = x.device
    return torch.ones(2, device=place) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:40: warning: operands of '+' may be on different devices


def beside_ok(x: torch.Tensor, place=None):
    if place is None:
        place = x.device
    return torch.ones(2, device=place) + torch.ones(2, device=place)


def made_like(x: torch.Tensor, place=None):
    if place is None:
        place = x.device
    return torch.ones(2, device=place)


def left_out_bad():
    return made_like(torch.ones(2, device="meta")) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:52: warning: operands of '+' are on different devices


def left_out_ok():
    return made_like(torch.ones(2, device="meta"), "cpu") + torch.ones(2)
