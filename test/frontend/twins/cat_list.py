import torch


def joins(a, b):
    rows = torch.cat([a, b], 0)
    return torch.stack([rows, rows])
