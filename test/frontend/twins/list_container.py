import torch


def collects(inputs, device):
    moved = []
    for input in inputs:
        moved.append(input.to(device))
    return torch.cat(moved)
