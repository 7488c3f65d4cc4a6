import torch


def best_device():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("cpu")


def uses_helper(x):
    return x.to(best_device())
