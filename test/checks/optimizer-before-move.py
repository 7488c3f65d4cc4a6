# State of an optimizer stays where it was made.
# RUN: not %device_tidy check --isolated --select device-optimizer-before-move %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def adagrad_bad():
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
    model.to("cuda")
    # CHECK: :[[@LINE-1]]:11: warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
    # CHECK: :[[@LINE-3]]:17: note: 'optimizer' created on cpu here
    return optimizer


def adagrad_ok():
    model = nn.Linear(4, 2)
    model.to("cuda")
    return torch.optim.Adagrad(model.parameters(), lr=0.1)


def loaded_bad(state, device: torch.device):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam([{"params": model.parameters()}])
    optimizer.load_state_dict(state)
    model.to(device)
    # CHECK: :[[@LINE-1]]:11: warning: 'to' may move parameters away from their optimizer: the optimizer's state on cpu, the parameters on 'device' [device-optimizer-before-move]
    # CHECK: :[[@LINE-3]]:15: note: 'optimizer' loaded onto cpu here


def loaded_ok(state, device: torch.device):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam([{"params": model.parameters()}])
    model.to(device)
    optimizer.load_state_dict(state)


# Made in the first step.
def adam_ok(device: torch.device):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters(), fused=True)
    model.to(device)
    optimizer.step()


# Moved by hand.
def by_hand_ok(state, device: torch.device):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.load_state_dict(state)
    model.to(device)
    for values in optimizer.state.values():
        for name, value in values.items():
            values[name] = value.to(device)


# Made by a helper.
def optimizer_of(image):
    return torch.optim.Adam([image.requires_grad_()], lr=0.05)


def helper_bad():
    image = torch.rand(1, 3)
    optimizer = optimizer_of(image)
    image = image.to("cuda")
    # CHECK: :[[@LINE-1]]:19: warning: 'to' moves parameters away from their optimizer: what the optimizer was given on cpu, the parameters on cuda
    # CHECK: :[[@LINE-4]]:13: note: 'image' created on cpu here, the default device
    image.sum().backward()
    optimizer.step()


def helper_ok():
    image = torch.rand(1, 3).to("cuda")
    optimizer = optimizer_of(image)
    image.sum().backward()
    optimizer.step()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.body = nn.Sequential(nn.Linear(4, 4))


def part_bad():
    net = Net()
    optimizer = torch.optim.Adagrad(net.head.parameters())
    net.to("cuda")
    # CHECK: :[[@LINE-1]]:9: warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
    # CHECK: :[[@LINE-3]]:17: note: 'optimizer' created on cpu here
    return optimizer


def part_ok():
    net = Net()
    net.to("cuda")
    return torch.optim.Adagrad(net.head.parameters())


def other_part_ok():
    net = Net()
    optimizer = torch.optim.Adagrad(net.head.parameters())
    net.body.to("cuda")
    return optimizer


def parallel_bad():
    net = Net()
    optimizer = torch.optim.Adagrad(net.parameters())
    net = nn.DataParallel(net, device_ids=[0]).cuda()
    # CHECK: :[[@LINE-1]]:48: warning: 'cuda' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
    # CHECK: :[[@LINE-3]]:17: note: 'optimizer' created on cpu here
    return net, optimizer


def parallel_ok():
    net = nn.DataParallel(Net(), device_ids=[0]).cuda()
    return net, torch.optim.Adagrad(net.parameters())
