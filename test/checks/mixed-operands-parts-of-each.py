# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What the elements of a list of modules hold is moved, one element after the other. All of these programs run, but for
# the bad ones.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)

    def place(self, d):
        self.body.to(d)

    def forward(self, x):
        return self.body(x)


def element_ok():
    m = nn.Sequential(Block(), nn.ReLU())
    m[0].body.to("cuda:0")
    return m(torch.ones(1, 2, device="cuda:0"))


def element_bad():
    m = nn.Sequential(Block(), nn.ReLU())
    m[0].body.to("cuda:0")
    return m(torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'm' on cuda:0, 'torch.ones(1, 2)' on cpu


def before_it_is_put_in_ok():
    block = Block()
    m = nn.Sequential(block, nn.ReLU())
    block.body.to("cuda:0")
    return m(torch.ones(1, 2, device="cuda:0"))


def before_it_is_put_in_bad():
    block = Block()
    m = nn.Sequential(block, nn.ReLU())
    block.body.to("cuda:1")
    return m(torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'm' on cuda:1, 'torch.ones(1, 2, device="cuda:0")' on cuda:0


def data_ok():
    m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    m[0].weight.data = m[0].weight.data.to("cuda:0")
    m[0].bias.data = m[0].bias.data.to("cuda:0")
    return m(torch.ones(1, 2, device="cuda:0"))


def data_bad():
    m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    m[0].weight.data = m[0].weight.data.to("cuda:0")
    m[0].bias.data = m[0].bias.data.to("cuda:0")
    return m(torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'm' on cuda:0, 'torch.ones(1, 2)' on cpu


def loop_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.body.to("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def loop_bad():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.body.to("cuda:0")
    return blocks[0](torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cuda:0, 'x' on cpu


def two_ok():
    a, b = Block(), Block()
    for block in (a, b):
        block.body.to("cuda:0")
    return b(torch.ones(1, 2, device="cuda:0"))


def two_bad():
    a, b = Block(), Block()
    for block in (a,):
        block.body.to("cuda:0")
    return b(torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cpu, 'x' on cuda:0


def assigned_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.body = block.body.to("cuda:0")
    return blocks[1](torch.ones(1, 2, device="cuda:0"))


def assigned_bad():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.body = block.body.to("cuda:0")
    return blocks[1](torch.ones(1, 2, device="cuda:1"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cuda:0, 'x' on cuda:1


def items_ok():
    blocks = nn.ModuleDict({"a": Block(), "b": Block()})
    for _, block in blocks.items():
        block.body.to("cuda:0")
    return blocks["a"](torch.ones(1, 2, device="cuda:0"))


def items_bad():
    blocks = nn.ModuleDict({"a": Block(), "b": Block()})
    for _, block in blocks.items():
        block.body.to("cuda:0")
    return blocks["a"](torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cuda:0, 'x' on cpu


def place(block, d):
    block.body.to(d)


def helper_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        place(block, "cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def helper_bad():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        place(block, "cuda:0")
    return blocks[0](torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cuda:0, 'x' on cpu


def method_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.place("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def data_of_each_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.body.weight.data = block.body.weight.data.to("cuda:0")
        block.body.bias.data = block.body.bias.data.to("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


# Nobody says that all of them have moved, or which.


def some_ok(which):
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        if which(block):
            block.body.to("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def index_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for i in range(2):
        blocks[i].body.to("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def children_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        for part in block.children():
            part.to("cuda:0")
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def apply_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.apply(lambda part: part.to("cuda:0"))
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def apply_bad():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.apply(lambda part: part.requires_grad_(False))
    return blocks[0](torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cpu, 'x' on cuda:0


def registered_ok():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.add_module("body", nn.Linear(2, 2).to("cuda:0"))
    return blocks[0](torch.ones(1, 2, device="cuda:0"))


def registered_bad():
    blocks = nn.ModuleList([Block(), Block()])
    for block in blocks:
        block.add_module("other", nn.Linear(2, 2))
    return blocks[0](torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.body' on cpu, 'x' on cuda:0


def listed_ok():
    m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    list(m.children())[-1].to("cuda:0")
    return m[1](torch.ones(1, 2, device="cuda:0"))


def by_name_ok():
    m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    for name, part in m.named_children():
        if name == "0":
            part.to("cuda:0")
        else:
            part.to("cuda:1")
    return m[1](m[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def none_listed_bad():
    m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    list(m.children())[-1].requires_grad_(False)
    return m[1](torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'm[1]' on cpu, 'torch.ones(1, 2, device="cuda:0")' on cuda:0
