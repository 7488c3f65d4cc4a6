# load_state_dict of something that a function is given fills it where it is: a module, what wraps one, an optimizer.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --select device-parallel-before-move --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn, optim


def restore(optimizer):
    optimizer.load_state_dict(torch.load("optimizer.pt", map_location="cpu"))


def load(model):
    model.load_state_dict(torch.load("model.pt", map_location="cpu"))
    return model


def step(model):
    model.adopt(torch.load("model.pt", map_location="cpu"))


model = nn.Linear(3, 3).to("cuda")
optimizer = optim.Adam(model.parameters())
restore(optimizer)
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'Linear' are on different devices
model(torch.zeros(3))
model(torch.zeros(3, device="cuda"))

behind = load(nn.DataParallel(nn.Linear(3, 3), [0]))
# CHECK: :[[#@LINE+1]]:1: warning: 'DataParallel' meets a module that is not in its place
behind(torch.zeros(3, 3, device="cuda"))

there = load(nn.DataParallel(nn.Linear(3, 3).to("cuda:0"), [0]))
there(torch.zeros(3, 3, device="cuda"))

# What nobody knows may move what it is given.
moved = nn.Linear(3, 3).to("cuda")
step(optim.Adam(moved.parameters()))
