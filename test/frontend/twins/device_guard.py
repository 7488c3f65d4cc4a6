import torch


def makes_there(device):
    with torch.cuda.device(device):
        x = torch.ones([2], device="cuda")
        return x * 2
