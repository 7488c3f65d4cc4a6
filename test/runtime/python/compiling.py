# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile with a backend that makes no kernels; what makes kernels says that they are not simulated."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from device_tidy.simulation import NotSimulated
from expect import raises
from torch import nn
from torch.utils import cpp_extension


def function(x):
    with torch.cuda.device(1):
        return torch.relu(x) + torch.ones(2, device=x.device)


x = torch.ones(2, device="cuda")
for backend in ("eager", "aot_eager"):
    assert torch.compile(function, backend=backend)(x).tolist() == [2, 2]
    torch._dynamo.reset()

model = nn.Linear(2, 2).cuda()
compiled = torch.compile(model, backend="eager")
compiled(x).sum().backward()
assert model.weight.grad.is_cuda
raises(RuntimeError, "Expected all tensors to be on the same device", lambda: compiled(torch.ones(2)))

# What compiles for the CPU does. There is no Triton, and no compiler of CUDA's either.
assert torch.compile(torch.relu)(torch.ones(2)).tolist() == [1, 1]
raises(NotSimulated, "device-tidy: simulated devices have no Triton", lambda: torch.compile(torch.relu)(x))
what = "device-tidy: simulated devices have no kernels of a program's own"
raises(NotSimulated, what, lambda: cpp_extension.load_inline("none", "", cuda_sources="int f();", functions=["f"]))
raises(NotSimulated, what, lambda: cpp_extension.load("none", ["kernel.cu"]))
raises(NotSimulated, what, lambda: cpp_extension.CUDAExtension("none", ["kernel.cu"]))
