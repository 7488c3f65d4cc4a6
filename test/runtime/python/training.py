# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training gives the CPU's values, bit by bit."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import warnings

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train(device, optimizer, steps=5, **options):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.BatchNorm1d(16), nn.Linear(16, 4)).to(device)
    chosen = optimizer(model.parameters(), **options)
    x, y = torch.randn(32, 8).to(device), torch.randint(0, 4, (32,)).to(device)
    for _ in range(steps):
        chosen.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        chosen.step()
    assert all(p.device == torch.device(device) == p.grad.device for p in model.parameters())
    return loss.item()


for optimizer, options in [
    (torch.optim.SGD, {"lr": 0.1}),
    (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "foreach": True}),
    (torch.optim.Adam, {}),
    (torch.optim.Adam, {"foreach": False}),
    (torch.optim.Adam, {"fused": True}),
    (torch.optim.AdamW, {"foreach": True}),
    (torch.optim.RMSprop, {}),
    (torch.optim.Adagrad, {}),
]:
    assert train("cpu", optimizer, **options) == train("cuda:1", optimizer, **options), (optimizer, options)

# Batches from worker processes and from pinned memory.
data = TensorDataset(torch.arange(24.0).reshape(12, 2), torch.arange(12))
for options in ({}, {"pin_memory": True}, {"num_workers": 2}, {"num_workers": 2, "pin_memory": True}):
    total = torch.zeros((), device="cuda")
    for x, _ in DataLoader(data, batch_size=4, **options):
        assert x.is_pinned() == options.get("pin_memory", False)
        total += x.to("cuda", non_blocking=True).sum()
    assert total.item() == sum(range(24)), options

# Mixed precision.
model = nn.Linear(4, 4).cuda()
optimizer = torch.optim.SGD(model.parameters(), 0.1)
scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)
with torch.autocast("cuda"):
    out = model(torch.ones(2, 4, device="cuda"))
    assert out.dtype == torch.float16
    loss = out.float().sum()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
assert torch.allclose(model.weight.grad, torch.full((4, 4), 2.0, device="cuda"))
scaler.step(optimizer)
scaler.update()
assert scaler.get_scale() > 0
with torch.autocast("cuda", dtype=torch.bfloat16):
    assert model(torch.ones(2, 4, device="cuda")).dtype == torch.bfloat16

# Losses whose result has another shape at first warn of nothing that the CPU does not warn of.
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for loss in (F.smooth_l1_loss, F.mse_loss, F.huber_loss):
        for reduction in ("mean", "sum", "none"):
            guess, truth = torch.ones(8, device="cuda", requires_grad=True), torch.zeros(8, device="cuda")
            value = loss(guess, truth, reduction=reduction)
            assert torch.equal(value.cpu(), loss(guess.cpu(), truth.cpu(), reduction=reduction))
            value.sum().backward()
            assert guess.grad.device.type == "cuda"

# A graph over two devices; checkpoints; functional transforms.
first, second = nn.Linear(3, 3).to("cuda:0"), nn.Linear(3, 3).to("cuda:1")
x = torch.ones(2, 3, device="cuda:0", requires_grad=True)
y = torch.utils.checkpoint.checkpoint(first, x, use_reentrant=False)
second(y.to("cuda:1")).sum().backward()
assert x.grad.device.index == 0 and second.weight.grad.device.index == 1
assert torch.func.grad(lambda v: v.sin().sum())(torch.zeros(3, device="cuda")).tolist() == [1, 1, 1]
assert torch.vmap(torch.sin)(torch.zeros(3, device="cuda")).device.type == "cuda"
assert torch.autograd.gradcheck(torch.tanh, torch.randn(3, device="cuda", dtype=torch.double, requires_grad=True))
