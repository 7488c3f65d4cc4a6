# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The old tensor types."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import torch

x = torch.cuda.FloatTensor([1.0, 2.0])
assert x.device == torch.device("cuda:0") and x.dtype == torch.float32 and x.tolist() == [1, 2]
assert torch.cuda.LongTensor(2, 3).shape == (2, 3) and torch.cuda.ByteTensor().shape == (0,)
assert isinstance(x, torch.cuda.FloatTensor) and not isinstance(x, torch.cuda.LongTensor)
assert not isinstance(torch.ones(2), torch.cuda.FloatTensor) and isinstance(torch.ones(2), torch.FloatTensor)
assert repr(torch.cuda.FloatTensor) == "<class 'torch.cuda.FloatTensor'>", torch.cuda.FloatTensor
assert torch.cuda.FloatTensor.__name__ == "FloatTensor" and torch.cuda.FloatTensor.__module__ == "torch.cuda"
assert repr(torch.cuda.sparse.FloatTensor) == "<class 'torch.cuda.sparse.FloatTensor'>"
assert torch.ones(2).type(torch.cuda.DoubleTensor).type() == "torch.cuda.DoubleTensor"
assert torch.ones(2).type("torch.cuda.HalfTensor").is_cuda
assert x.type(torch.FloatTensor).device.type == "cpu"
torch.set_default_tensor_type(torch.cuda.DoubleTensor)
assert torch.ones(2).type() == "torch.cuda.DoubleTensor"
