import torch
from torch import nn
from torch.utils.data import DataLoader


# Pinned memory may be scarce.
def pageable(data, device: torch.device):
    for batch in DataLoader(data, batch_size=4):
        print(batch.to(device))


# Whoever loads the file expects a module.
def whole(path):
    model = nn.Linear(2, 2)
    torch.save(model, path)


# The caller does not see the parameter that is assigned.
def parameter(x: torch.Tensor, device: torch.device):
    x.to(device)
