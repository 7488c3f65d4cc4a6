import torch


def moves_if_both(x, wanted, forced):
    if (wanted and torch.cuda.is_available()) or forced:
        x = x.to("cuda")
    moved = wanted and x.is_cuda
    return x if moved else x.cpu()
