import torch


def restores(path):
    weights = torch.load(path)
    return weights
