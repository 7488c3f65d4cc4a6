import torch


def makes_pair(device):
    return [torch.ones([2], device=device), torch.ones([2])]
