import torch


def through_cell(x):
    total = torch.zeros([4])

    def add(t):
        nonlocal total
        total = total + t

    add(x)
    return total
