import torch


def adds_cpu_to_moved(x):
    weight = torch.zeros([2, 3])
    moved = weight.to("cuda")
    return moved + x + 1
