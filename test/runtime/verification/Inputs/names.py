"""What findings call the tensors and operations that they are about: one thing at a time, named on the command line."""

import sys

import torch
from torch import nn

GPU = torch.device("cuda:0")


def read():
    total, loss = torch.zeros((), device=GPU), torch.ones((), device=GPU)
    for step in range(20):
        print(step, loss.cpu().item(), total)
    for step in range(20):
        f"{loss.cpu():.1f} after {step}: {total:.3f}"
    for step in range(20):
        if step >= 0 and total:
            raise RuntimeError


def moved_again():
    a, b = torch.ones(2), torch.ones(2, device=GPU)
    for _ in range(8):
        torch.add(b, a.to(GPU))


def part_moved_later():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)).to(GPU)
    model[0].to("cpu")
    model(torch.ones(2, device=GPU))


def part_replaced():
    model = nn.Sequential(nn.Linear(2, 2)).to(GPU)
    model[0] = nn.Linear(2, 2)
    model(torch.ones(2, device=GPU))


def called_results():
    steps = [torch.add]
    steps[0](torch.ones(2), torch.ones(2, device=GPU))


def made_and_called():
    nn.Linear(2, 2)(torch.ones(2, device=GPU))


def without_source():
    exec("torch.ones(2, device='cuda:5')")


globals()[sys.argv[1]]()
