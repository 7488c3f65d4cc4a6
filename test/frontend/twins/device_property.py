import torch


def follows(x, y):
    if x.device != y.device:
        y = y.to(x.device)
    mask = torch.ones([3], device=x.device)
    return x + y * mask
