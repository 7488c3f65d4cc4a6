# Row 20: factories with a device, moves, devices of tensors: silent.
# RUN: %check %s | count 0
from __future__ import annotations

import torch
from torch import Tensor, nn


def default_device(prefer: str | None = None) -> torch.device:
    if prefer is not None:
        return torch.device(prefer)
    return torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def causal_mask(x: Tensor) -> Tensor:
    size = x.size(1)
    mask = torch.ones(size, size, dtype=torch.bool, device=x.device).triu(1)
    return torch.zeros(size, size, device=x.device).masked_fill(mask, float("-inf"))


class Attention(nn.Module):
    def __init__(self, dim: int, device: torch.device | None = None):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim, device=device)
        self.register_buffer("scale", torch.tensor(dim ** -0.5, device=device))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) * self.scale + causal_mask(x)
        noise = torch.rand_like(scores) * 1e-3
        return torch.softmax(scores + noise, dim=-1) @ v


device = default_device()
kwargs = dict(device=device, dtype=torch.float32)
x = torch.randn(2, 5, 8, **kwargs)
model = Attention(8, device)
y = model(x)
target = torch.empty_like(y).normal_()
extra = y.new_zeros(y.shape) + torch.full(y.shape, 0.5, **kwargs) + torch.tensor([1.0]).to(y)
loss = (y - target + extra).pow(2).mean() * 0.5 + torch.tensor(1.0)
print(loss.item(), x.cpu().numpy().shape)
