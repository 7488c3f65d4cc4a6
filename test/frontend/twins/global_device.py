import torch

DEVICE = torch.device("cuda")


def moves_to_global(x):
    return x.to(DEVICE)
