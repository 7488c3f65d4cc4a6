import torch


def picks_device(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.to(device)
