# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inference mode: a view is an inference tensor if what it views is one, whatever the mode is now."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises

torch.manual_seed(0)
model = torch.nn.TransformerEncoderLayer(4, 2, batch_first=True).eval()
x = torch.rand(1, 3, 4)
expected = model(x)
model.to("cuda:1")


def kinds(device):
    """Which views of a tensor of before, and of one of the mode, are inference tensors, in the mode and after it."""
    outside = torch.ones(2, 3, device=device)
    with torch.inference_mode():
        inside = outside + 1
        found = [t.is_inference() for t in (inside, outside[0], inside[0], outside.t(), inside.t(), outside.view(6))]
        outside[0].add_(1)
        inside[:, 0] = 7
    assert outside.sum() == 9 and inside.sum() == 22
    return found + [t.is_inference() for t in (outside[0], inside[0], inside.view(6), inside + 1)]


assert kinds("cuda:1") == kinds("cpu")

with torch.inference_mode():
    result = model(x.cuda(1)).add_(1)
    # The mode takes another path through the layer, which rounds otherwise.
    assert torch.allclose(result.cpu(), expected + 1, atol=1e-5)
    cell = torch.nn.LSTM(4, 4).cuda(1)
    assert cell(x.cuda(1))[0].device.index == 1
raises(RuntimeError, "Inplace update to inference tensor outside InferenceMode is not allowed", lambda: result.add_(1))

weight = torch.ones(3, device="cuda", requires_grad=True)
(weight.view(3, 1) * 2).sum().backward()
assert weight.grad.tolist() == [2, 2, 2]
