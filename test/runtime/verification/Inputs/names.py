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


class Headless(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)

    def forward(self, x):
        return self.body(x) + self.head


def set_from_outside():
    model = nn.Sequential(Headless()).to(GPU)
    head = torch.ones(2)
    model[0].head = head
    model(torch.ones(2, device=GPU))


def set_by_name():
    model = Headless().to(GPU)
    setattr(model, "head", torch.ones(2))
    model(torch.ones(2, device=GPU))


def elements():
    left = [torch.ones(2) for _ in range(3)]
    right = {key: torch.ones(2, device=GPU) for key in "abc"}
    for x, y in zip(left, right.values()):
        x + y


def element_of_sum():
    rows = [torch.ones(2)] * 2 + [torch.ones(2, device=GPU)]
    torch.stack(rows)


def appended():
    rows = []
    for _ in range(2):
        rows.append(torch.ones(2))
    rows[1] + torch.ones(2, device=GPU)


def one_of_two():
    for x in [torch.ones(2), torch.zeros(2)]:
        x + torch.ones(2, device=GPU)


def without_source():
    exec("torch.ones(2, device='cuda:5')")


globals()[sys.argv[1]]()
