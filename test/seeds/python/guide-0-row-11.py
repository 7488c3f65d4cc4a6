# Guide 0, a helper that moves tensors and nothing else: silent.
# RUN: %check %s | count 0
import torch


def ensure_device(x, device):
    return x.to(device) if torch.is_tensor(x) else x
