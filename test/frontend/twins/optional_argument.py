import torch


def masks(x, mask=None):
    if mask is None:
        mask = torch.ones([4])
    return x * mask
