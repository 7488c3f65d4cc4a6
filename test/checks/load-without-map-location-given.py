# What a program saves that it was given was on the CPU if all that call it have it there. What it reads from such a
# file is, too. A function that nobody calls saves nothing.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 --select device-load-without-map-location %t/ok.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-load-without-map-location %t/bad.py | FileCheck %t/bad.py --implicit-check-not='warning:'

#--- ok.py
import torch
from torch import nn


def fresh(n):
    return torch.FloatTensor(n, 3).uniform_(-1, 1)


def prepare(args, device):
    net = nn.Linear(3, 3)
    if args.load_path is None:
        rows = fresh(10)
    else:
        state = torch.load(args.load_path)
        net.load_state_dict(state["model"])
        rows = state["rows"]
    net = net.to(device)
    return net, rows


def checkpoint(net, rows, tag, device):
    net.cpu()
    torch.save({"model": net.state_dict(), "rows": rows}, tag)
    net.to(device)


def left_over(state, tag):
    torch.save(state, tag)


def main(args):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net, rows = prepare(args, device)
    rows[:2] = net(rows[:2].to(device)).detach().cpu()
    checkpoint(net, rows, args.tag, device)

#--- bad.py
import torch
from torch import nn


def fresh(n):
    return torch.FloatTensor(n, 3).uniform_(-1, 1)


def prepare(args, device):
    net = nn.Linear(3, 3)
    if args.load_path is None:
        rows = fresh(10).to(device)
    else:
        # CHECK: :[[#@LINE+1]]:17: warning: 'torch.load' without a device
        state = torch.load(args.load_path)
        net.load_state_dict(state["model"])
        rows = state["rows"]
    net = net.to(device)
    return net, rows


def checkpoint(net, rows, tag, device):
    net.cpu()
    torch.save({"model": net.state_dict(), "rows": rows}, tag)
    net.to(device)


def main(args):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net, rows = prepare(args, device)
    rows[:2] = net(rows[:2]).detach()
    checkpoint(net, rows, args.tag, device)
