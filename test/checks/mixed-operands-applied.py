# Functions that are handed to others, which call them: what a function demands is its own.
# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel
from torch.utils import dlpack
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from torch.utils.data import default_collate
from torch.func import functional_call, grad, stack_module_state, vmap


def add(x, y):
    return x + y


def add_moved(x, y):
    return x + y.to(x.device)


# A function that is applied is no module.
def applied(function, x, y):
    return function(x, y)


def applied_ok():
    return applied(add_moved, torch.ones(2, device="cuda"), torch.ones(2))


class Adder:
    def __call__(self, x, y):
        return x + y.to(x)


def applied_object_ok():
    return applied(Adder(), torch.ones(2, device="cuda"), torch.ones(2))


def applied_bad():
    return applied(add, torch.ones(2, device="cuda"), torch.ones(2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu


def wrap(function):
    def wrapper(x, y):
        return function(x, y)

    return wrapper


def wrapped_ok():
    return wrap(add_moved)(torch.ones(2, device="cuda"), torch.ones(2))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def inner(self, x):
        return self.fc(x)

    def inner_moved(self, x):
        return self.fc(x.to(self.fc.weight.device))

    def forward(self, x):
        return checkpoint(self.inner, x, use_reentrant=False)

    def moved(self, x):
        step = self.inner_moved
        return step(x)


def checkpoint_bad():
    block = Block().to("cuda")
    return checkpoint(block.fc, torch.ones(2, 2), use_reentrant=False)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'block.fc' on cuda, 'torch.ones(2, 2)' on cpu


def checkpoint_ok():
    block = Block().to("cuda")
    return checkpoint(block.fc, torch.ones(2, 2, device="cuda"), use_reentrant=False)


def checkpoint_function_bad():
    return checkpoint(add, torch.ones(2, device="cuda"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu


def checkpoint_function_ok():
    return checkpoint(add_moved, torch.ones(2, device="cuda"), torch.ones(2))


def checkpoint_method_bad():
    return Block().to("cuda")(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'x' on cpu


def checkpoint_method_ok():
    return Block().to("cuda")(torch.ones(2, 2).to("cuda"))


def method_ok():
    return Block().to("cuda").moved(torch.ones(2, 2))


def sequential_bad():
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU()).to("cuda")
    return checkpoint_sequential(net, 2, torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'net' on cuda, 'torch.ones(2, 2)' on cpu


def sequential_ok():
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU()).to("cuda")
    return checkpoint_sequential(net, 2, torch.ones(2, 2, device="cuda"))


# What is given a gradient of its own is called by the name that it has from its base.
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g * w, g * x


class Shift(torch.autograd.Function):
    @staticmethod
    def forward(x, w):
        return x + w

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass


def scale_bad():
    return Scale.apply(torch.ones(2, device="cuda"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'w' on cpu


def scale_ok():
    return Scale.apply(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


def scale_named_bad():
    scale = Scale.apply
    return scale(torch.ones(2, device="cuda"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'w' on cpu


def scale_named_ok():
    scale = Scale.apply
    return scale(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


def shift_bad():
    return Shift.apply(torch.ones(2, device="cuda"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'w' on cpu


def shift_ok():
    return Shift.apply(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


# What maps over a batch calls the function with the same devices.
def vmap_bad():
    return vmap(torch.dot, in_dims=(0, None))(torch.ones(4, 2, device="cuda"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'dot' are on different devices: {{.*}} on cuda, 'torch.ones(2)' on cpu


def vmap_ok():
    return vmap(torch.dot, in_dims=(0, None))(torch.ones(4, 2, device="cuda"), torch.ones(2, device="cuda"))


def FN_grad():
    # What it gives is a gradient, not what the function gives.
    return grad(lambda x, y: (x * y).sum())(torch.ones(2, device="cuda"), torch.ones(2))


def state_bad():
    net = nn.Linear(2, 2)
    state = {name: p.detach() for name, p in net.named_parameters()}
    return functional_call(net, state, (torch.ones(2, 2, device="cuda"),))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'functional_call' are on different devices: {{.*}} on cuda, 'state' on cpu


def state_ok():
    net = nn.Linear(2, 2)
    state = {name: p.detach().to("cuda") for name, p in net.named_parameters()}
    return functional_call(net, state, (torch.ones(2, 2, device="cuda"),))


def stacked():
    state, _ = stack_module_state([nn.Linear(2, 2) for _ in range(3)])
    return state["weight"] + torch.ones(2, 2, device="cuda")
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: {{.*}} on cpu, {{.*}} on cuda


def stacked_ok():
    state, _ = stack_module_state([nn.Linear(2, 2).to("cuda") for _ in range(3)])
    return state["weight"] + torch.ones(2, 2, device="cuda")


def averaged_bad():
    net = nn.Linear(2, 2)
    average = AveragedModel(net)
    net.to("cuda")
    return average(torch.ones(2, 2, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'AveragedModel' are on different devices: 'average' on cpu, {{.*}} on cuda


def averaged_ok(net: nn.Linear):
    average = AveragedModel(nn.Linear(2, 2).to("cuda"))
    average.update_parameters(net)
    return average(torch.ones(2, 2, device="cuda")), average.module(torch.ones(2, 2, device="cuda"))


def averaged_elsewhere_ok():
    return AveragedModel(nn.Linear(2, 2), device="cuda")(torch.ones(2, 2, device="cuda"))


def collated_bad():
    net = nn.Linear(2, 2).to("cuda")
    batch = default_collate([{"x": torch.ones(2), "y": n} for n in range(4)])
    return net(batch["x"])
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cuda, {{.*}} on cpu


def collated_ok():
    net = nn.Linear(2, 2).to("cuda")
    batch = default_collate([{"x": torch.ones(2), "y": n} for n in range(4)])
    return net(batch["x"].to("cuda"))


def FN_collated_numbers():
    x, y = default_collate([(torch.ones(2), n) for n in range(4)])
    return x.to("cuda") + y  # a tensor was made of numbers


def capsule_bad():
    return dlpack.from_dlpack(dlpack.to_dlpack(torch.ones(2))) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: {{.*}} on cpu, {{.*}} on cuda


def capsule_ok():
    return dlpack.from_dlpack(dlpack.to_dlpack(torch.ones(2))).to("cuda") + torch.ones(2, device="cuda")
