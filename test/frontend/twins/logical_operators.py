import torch


def moves_if_both(x, wanted, forced):
    if (wanted and torch.cuda.is_available()) or forced:
        x = x.to("cuda")
    return x if x.is_cuda else x.cpu()
