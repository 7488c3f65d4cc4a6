# Whoever has the number of an accelerator has some: an option of the command line that is a number, and a name that is
# put together.
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='warning:'
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--local-rank", type=int, default=0)
parser.add_argument("--where", default="cuda:0")
parser.add_argument("-g", "--gpu", dest="card", type=int, required=True)
parser.add_argument("--maybe", type=int)
parser.add_argument("--device", type=int, default=0)
parser.add_argument("--batch", type=int, default=32)
args = parser.parse_args()


def number_ok():
    model = nn.Linear(4, 1)
    model.load_state_dict(torch.load("a.bin"))
    return model.to(torch.device(args.local_rank))


def named_ok():
    model = nn.Linear(4, 1)
    model.load_state_dict(torch.load("b.bin"))
    return model.to(args.card)


def name_bad():
    model = nn.Linear(4, 1)
    # CHECK: :[[@LINE+1]]:27: warning: 'torch.load' without a device
    model.load_state_dict(torch.load("c.bin"))
    return model.to(torch.device(args.where))


# Without a default it may be None, which is no accelerator.
def maybe_bad():
    model = nn.Linear(4, 1)
    # CHECK: :[[@LINE+1]]:27: warning: 'torch.load' without a device
    model.load_state_dict(torch.load("d.bin"))
    return model.to(args.maybe)


def spelled_ok(index):
    model = nn.Linear(4, 1)
    model.load_state_dict(torch.load("e.bin"))
    device = torch.device("cuda:{}".format(1))
    return model.to(device)


def chosen_bad(index):
    model = nn.Linear(4, 1)
    # CHECK: :[[@LINE+1]]:27: warning: 'torch.load' without a device
    model.load_state_dict(torch.load("f.bin"))
    if torch.cuda.is_available():
        model.to(torch.device("cuda:{}".format(1)))
    return model


# `device` is a member of tensors, too, whatever options there are: the grid is where the image is.
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, image):
        return self.layer(image) + torch.ones(4).to(image.device)


def member_ok():
    net = Net()
    return net(torch.ones(4))


# Nor is `batch` of an object that is asked for other things an option: it may be a device, or the CPU.
def other_bad(data):
    model = nn.Linear(4, 1)
    # CHECK: :[[@LINE+1]]:27: warning: 'torch.load' without a device
    model.load_state_dict(torch.load("g.bin"))
    print(data.edge_index)
    return model.to(data.batch)
