import torch


def turns_on_grad(device):
    return torch.ones([8], device=device, requires_grad=True)
