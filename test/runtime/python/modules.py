# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules on devices compute what they compute on the CPU."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import torch
from torch import nn

torch.manual_seed(0)


def compare(make, *inputs):
    """Outputs and gradients on a device are close to those on the CPU."""
    host = make().eval()
    device = make().eval()
    device.load_state_dict(host.state_dict())
    assert device.to("cuda:1") is device
    assert all(value.device.index == 1 for value in device.state_dict().values())
    results = []
    for model, place in ((host, "cpu"), (device, "cuda:1")):
        arguments = [x.detach().to(place).requires_grad_(x.is_floating_point()) for x in inputs]
        out = model(*arguments)
        out = out[0] if isinstance(out, tuple) else out
        assert out.device == torch.device(place)
        out.float().pow(2).sum().backward()
        gradients = [p.grad.cpu() for p in (*model.parameters(), *arguments) if p.grad is not None]
        results.append([out.detach().cpu(), *gradients])
    for on_host, on_device in zip(*results, strict=True):
        assert torch.allclose(on_host, on_device, rtol=1e-4, atol=1e-5), (make(), (on_host - on_device).abs().max())


compare(lambda: nn.Linear(3, 4), torch.randn(5, 3))
compare(lambda: nn.Conv2d(3, 4, 3, padding=1), torch.randn(2, 3, 8, 8))
compare(lambda: nn.Conv2d(4, 4, 3, groups=4), torch.randn(2, 4, 8, 8))
compare(lambda: nn.ConvTranspose2d(4, 2, 3), torch.randn(2, 4, 5, 5))
compare(lambda: nn.Sequential(nn.Conv1d(2, 3, 2), nn.BatchNorm1d(3), nn.GELU(), nn.MaxPool1d(2)), torch.randn(2, 2, 9))
compare(lambda: nn.LayerNorm(4), torch.randn(3, 4))
compare(lambda: nn.GroupNorm(2, 4), torch.randn(3, 4, 5))
compare(lambda: nn.Embedding(5, 3), torch.tensor([1, 4]))
compare(lambda: nn.EmbeddingBag(5, 3), torch.tensor([[1, 4], [0, 2]]))
compare(lambda: nn.LSTM(3, 4, num_layers=2, bidirectional=True), torch.randn(5, 2, 3))
compare(lambda: nn.LSTM(3, 4, bias=False, proj_size=2), torch.randn(5, 2, 3))
compare(lambda: nn.GRU(3, 4, num_layers=2, batch_first=True), torch.randn(2, 5, 3))
compare(lambda: nn.GRU(3, 4, bias=False), torch.randn(5, 2, 3))
compare(lambda: nn.RNN(3, 4), torch.randn(5, 2, 3))
compare(lambda: nn.LSTMCell(3, 4), torch.randn(2, 3))
compare(lambda: nn.GRUCell(3, 4), torch.randn(2, 3))
compare(lambda: nn.MultiheadAttention(8, 2), *(torch.randn(3, 2, 8) for _ in range(3)))
compare(lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), torch.randn(2, 3, 8))

with torch.no_grad():
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval().cuda()
    assert layer(torch.randn(2, 3, 8, device="cuda")).is_cuda
assert nn.Linear(2, 2, device="meta").to_empty(device="cuda").weight.is_cuda
assert nn.Linear(2, 2).cuda().half().weight.dtype == torch.float16
scripted = torch.jit.script(nn.Linear(2, 2).cuda())
assert scripted(torch.ones(1, 2, device="cuda")).is_cuda
packed = nn.utils.rnn.pack_padded_sequence(torch.randn(3, 2, 4, device="cuda"), torch.tensor([3, 2]))
assert nn.LSTM(4, 2).cuda()(packed)[0].data.is_cuda
