# Modules that a container holds, by position and all of them; classes whose base may be a module.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
import torch.nn.functional as F
from torch import nn

try:
    from diffusers import ModelMixin
except ImportError:

    class ModelMixin:
        pass


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.BatchNorm1d(2)])
        self.same = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x):
        return self.layers[1](x)

    def last(self, x):
        return self.layers[-1](x)

    def all(self, x):
        for layer in self.same:
            x = layer(x)
        return x


def stack_bad():
    stack = Stack().to("cuda:0")
    stack(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'BatchNorm1d' are on different devices: 'self.layers[1]' on cuda:0, 'x' on cpu
    stack.last(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:11: warning: operands of 'BatchNorm1d' are on different devices: 'self.layers[-1]' on cuda:0, 'x' on cpu
    stack.all(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:11: warning: operands of 'Linear' {{.*}} on different devices: 'layer' on cuda:0, 'x' on cpu


def stack_ok():
    stack = Stack().to("cuda:0")
    x = torch.ones(2, 2).to("cuda:0")
    return stack(x), stack.last(x), stack.all(x)


def loop_bad():
    layers = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)).to("cuda:0")
    for layer in layers:
        layer(torch.ones(2, 2))
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'layer' on cuda:0, 'torch.ones(2, 2)' on cpu


def loop_ok():
    layers = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)).to("cuda:0")
    for layer in layers:
        layer(torch.ones(2, 2, device="cuda:0"))


def project(x, y=None):
    if y is None:
        y = x
    return F.linear(y, torch.ones(2, 2))


def default_bad():
    return project(torch.ones(2, 2), torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'linear' are on different devices: 'y' on cuda:0, 'torch.ones(2, 2)' on cpu


def default_ok():
    return project(torch.ones(2, 2, device="cuda:0"), torch.ones(2, 2))


class Mixed(ModelMixin):
    """Whoever has the library can move it."""

    def __init__(self):
        super().__init__()
        self.out = nn.Linear(2, 2)

    def forward(self, x, like):
        return self.out(x.type_as(like))


class Plain:
    def __init__(self):
        self.out = nn.Linear(2, 2)

    def step(self, x: torch.Tensor, device: torch.device):
        return self.out(x.to(device))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.out' on cpu, 'x.to(device)' on 'device'


# A container of the program is made as that of the library: what it is given says where it is.
class Named(nn.ModuleDict):
    def forward(self, x):
        return {name: module(x) for name, module in self.items()}


def run(model: nn.Module, x):
    return model(x.to("cuda"))


def container_ok(make, x):
    modules = {}
    modules["one"] = make(x)
    return run(nn.Sequential(Named(modules)), x)


def container_bad(x):
    return run(Named({"one": nn.Linear(2, 2)}), x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'model' on cpu, {{.*}} on cuda


# A module without a constructor has nothing that could be elsewhere.
class Reshape(nn.Module):
    def forward(self, x):
        return x.view(2, 2)


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.by = nn.Parameter(torch.ones(2, 2))

    def forward(self, x):
        return x.view(2, 2) * self.by


def stateless_ok():
    return run({"shape": Reshape()}["shape"], torch.ones(4))


def stateful_bad():
    return run({"shape": Scale()}["shape"], torch.ones(4))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'model' on cpu, {{.*}} on cuda


# With a list of devices it moves its inputs to the first; without one they stay where they are.
def distributed_ok(rank: int):
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 2).to(rank), device_ids=[rank])
    return model(torch.ones(1, 4))


def distributed_bad(rank: int):
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 2).to(rank))
    return model(torch.ones(1, 4))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'DistributedDataParallel' are on different devices


# Containers of parameters hold tensors, which are registered.
def parameters_bad():
    weights = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))])
    return weights[1] + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:23: warning: operands of '+' are on different devices: 'weights[1]' on cpu, {{.*}} on cuda


def parameters_ok():
    weights = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))]).to("cuda")
    return weights[1] + torch.ones(2, device="cuda")


def named_parameters_bad():
    weights = nn.ParameterDict({"a": nn.Parameter(torch.ones(2)), "b": nn.Parameter(torch.ones(2))})
    return [w + torch.ones(2, device="cuda") for w in weights.values()]
    # CHECK: :[[@LINE-1]]:15: warning: operands of '+' are on different devices: 'w' on cpu, {{.*}} on cuda


def named_parameters_ok():
    weights = nn.ParameterDict({"a": nn.Parameter(torch.ones(2)), "b": nn.Parameter(torch.ones(2))})
    weights.cuda()
    return [w + torch.ones(2, device="cuda") for w in weights.values()]


def apart_ok():
    weights = nn.ParameterDict({"a": torch.ones(2, device="cuda"), "b": torch.ones(2)})
    return weights["a"] + torch.ones(2, device="cuda"), weights["b"] + torch.ones(2)


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.prompts = nn.ParameterList([nn.Parameter(torch.zeros(2))])

    def forward(self, x):
        return x + self.prompts[0]


def prompted_bad():
    return Prompted()(torch.ones(2, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: {{.*}} on cuda, {{.*}} on cpu


def prompted_ok():
    return Prompted().cuda()(torch.ones(2, device="cuda"))


# In each round, the parts of a module are where the module is.
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x, mask=None):
        x = self.proj(x)
        return x if mask is None else x + mask


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(4, 4)
        self.blocks = nn.ModuleList(Block() for _ in range(3))

    def bad(self, tokens):
        x = self.embed(tokens)
        mask = torch.ones(4)
        for block in self.blocks:
            x = x + block(x, mask=mask)
            # CHECK: :[[@LINE-1]]:21: warning: operands of '+' may be on different devices: 'x' on the module's device, 'mask' on cpu
        return x

    def good(self, tokens):
        x = self.embed(tokens)
        mask = torch.ones(4, device=tokens.device)
        for block in self.blocks:
            x = x + block(x, mask=mask)
        return x
