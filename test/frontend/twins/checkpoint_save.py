import torch


def saves(weights, path):
    torch.save(weights, path)
    torch.save(weights.cpu(), "copy.pt")
