import torch


def serves(path, device):
    as_saved = torch.jit.load(path)
    module = torch.jit.load(path, device)
    module.to(device)
    as_saved.eval()
