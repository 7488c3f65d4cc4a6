# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What may not meet, in PyTorch's own words."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import numpy
import torch
import torch.nn.functional as F
from expect import raises
from torch import nn


def g(*size, on=0):
    return torch.rand(size, device=f"cuda:{on}")


def c(*size):
    return torch.rand(size)


def mixed(text, function):
    raises(RuntimeError, "Expected all tensors to be on the same device, " + text, function)


def argument(name, where, others, method, function):
    mixed(
        f"but got {name} is on {where}, different from other tensors on {others} "
        f"(when checking argument in method wrapper_CUDA_{method})",
        function,
    )


two = "but found at least two devices, cuda:0 and cpu!"
index = torch.tensor([0, 1])
gpu_index = index.cuda()

# Iterators: a scalar of the CPU may meet a device, not the other way round, and no target is a scalar.
mixed(two, lambda: g(2) + c(2))
mixed(two, lambda: c(2) + g(2))
mixed(two, lambda: c(2) + g())
mixed(two, lambda: c().add_(g()))
mixed(two, lambda: c(2).add_(g(2)))
mixed("but found at least two devices, cuda:0 and cuda:1!", lambda: g(2) + g(2, on=1))
mixed("but found at least two devices, cuda:0 and cuda:1!", lambda: g(2) + g(on=1))
assert (g(2) + c()).is_cuda and (c() + g(2)).is_cuda and (g(2) * 2).is_cuda
mixed(two, lambda: torch.where(g(2) > 0, c(2), g(2)))
assert torch.where(g(2) > 0, c(), c()).is_cuda
mixed(two, lambda: F.mse_loss(g(2), c(2)))
mixed(two, lambda: torch.add(g(2), g(2), out=c(2)))
mixed(two, lambda: torch._foreach_add([g(2)], [c(2)]))

# Exact checks name the argument and the kernel.
argument("mat2", "cpu", "cuda:0", "mm", lambda: g(2, 2) @ c(2, 2))
argument("mat2", "cpu", "cuda:0", "mm", lambda: g(2, 3) @ c(5, 6))
argument("mat2", "cuda:0", "cpu", "mm", lambda: c(2, 2) @ g(2, 2))
argument("self", "cuda:0", "cpu", "mm_out_out", lambda: torch.mm(g(2, 2), g(2, 2), out=c(2, 2)))
argument("mat1", "cpu", "cuda:0", "addmm", lambda: nn.Linear(2, 2).cuda()(c(1, 2)))
argument("mat1", "cuda:0", "cpu", "addmm", lambda: nn.Linear(2, 2)(g(1, 2)))
argument("tensors", "cpu", "cuda:0", "cat", lambda: torch.cat([g(2), c(2)]))
argument("index", "cpu", "cuda:0", "gather", lambda: torch.gather(g(2), 0, index))
argument("index", "cpu", "cuda:0", "_index_select", lambda: nn.Embedding(5, 3).cuda()(index))
argument("min", "cpu", "cuda:0", "clamp_Tensor", lambda: g(2).clamp(min=c()))
upsample = torch.ops.aten.upsample_nearest1d.out
argument("self", "cpu", "cuda:0", "upsample_nearest1d_out_out", lambda: upsample(c(1, 2, 4), [8], out=g(1, 2, 8)))
target = torch.tensor([0, 1])
argument("target", "cpu", "cuda:0", "nll_loss_forward", lambda: F.cross_entropy(g(2, 3), target))
argument("weight", "cpu", "cuda:0", "nll_loss_forward", lambda: F.cross_entropy(g(2, 3), target.cuda(), weight=c(3)))
argument("weight", "cpu", "cuda:0", "_native_batch_norm", lambda: nn.BatchNorm1d(3)(g(2, 3)))

# Indexing.
assert g(3)[index].is_cuda and g(3)[torch.tensor([True, False, True])].is_cuda
either = "indices should be either on cpu or on the same device as the indexed tensor"
raises(RuntimeError, f"{either} (cpu)", lambda: c(3)[gpu_index])
raises(RuntimeError, f"{either} (cuda:0)", lambda: g(3)[index.to("cuda:1")])


def assign(target, indices, value):
    target[indices] = value
    return target


assert assign(g(3), index, c()).is_cuda and assign(c(3), gpu_index, 1.0).is_cpu
mixed(two, lambda: assign(g(3), index, c(2)))
assert assign(g(3), slice(0, 2), c(2)).is_cuda

# Convolutions.
image = g(1, 3, 8, 8)
types = "Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same"
raises(RuntimeError, types, lambda: nn.Conv2d(3, 4, 3)(image))
raises(RuntimeError, "should be the same", lambda: nn.Conv2d(3, 4, 3).cuda().half()(image))
cpu_image = "weight type (torch.cuda.FloatTensor) should be the same or input should be a MKLDNN tensor"
raises(RuntimeError, cpu_image, lambda: nn.Conv2d(3, 4, 5).cuda()(c(16, 3, 32, 32)))
argument("weight", "cuda:1", "cuda:0", "_cudnn_convolution", lambda: nn.Conv2d(3, 4, 3).to("cuda:1")(image))

# Elsewhere.
hidden = "Input and hidden tensors are not at the same device, found input tensor at cuda:0 and hidden tensor at cpu"
raises(RuntimeError, hidden, lambda: nn.LSTM(3, 4).cuda()(g(5, 1, 3), (c(1, 1, 4), c(1, 1, 4))))
raises(TypeError, "can't convert cuda:0 device type tensor to numpy", lambda: numpy.asarray(g(2)))
lengths = "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor"
raises(RuntimeError, lengths, lambda: nn.utils.rnn.pack_padded_sequence(g(3, 2, 4), torch.tensor([3, 2]).cuda()))
raises(RuntimeError, 'Attempted to set the storage of a tensor on device "cpu"', lambda: c(2).set_(g(2)))
raises(RuntimeError, "legacy constructor expects device type: cpu", lambda: torch.FloatTensor([1.0], device="cuda"))
assert torch.zeros(2).copy_(g(2)).is_cpu and c(2).expand_as(g(3, 2)).is_cpu
