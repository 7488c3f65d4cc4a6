# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# An entry whose name is a tuple, inputs["color", 0], of a batch that a function has moved, entry by entry.
import torch
from torch import nn
from torch.utils.data import DataLoader

from somewhere import make_dataset


def step_ok(net, inputs, device):
    for key, value in inputs.items():
        inputs[key] = value.to(device)
    return net(inputs["color", 0]), net(inputs[0, "left"])


def step(net, inputs, device):
    return net(inputs["color", 0])


def main():
    net = nn.Linear(3, 8).to("cuda")
    for inputs in DataLoader(make_dataset(), 4):
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'inputs["color", 0]' on cpu
        step(net, inputs, "cuda")


def main_ok():
    net = nn.Linear(3, 8).to("cuda")
    for inputs in DataLoader(make_dataset(), 4):
        step_ok(net, inputs, "cuda")


main()
main_ok()
