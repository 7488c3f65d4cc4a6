import torch


def inherits(x):
    a = torch.zeros_like(x)
    b = x.new_zeros([3])
    c = x.detach().clone()
    return a + b + c
