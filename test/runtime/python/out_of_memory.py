# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A device has the memory that it says it has."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 --device-memory 64MiB -- %python %s
import gc
import warnings

import torch
from Inputs.expect import raises

MIB = 1 << 20
assert torch.cuda.get_device_properties(1).total_memory == 64 * MIB
assert torch.cuda.mem_get_info(0) == (64 * MIB, 64 * MIB)

fits = torch.empty(40 * MIB, dtype=torch.uint8, device="cuda")
assert torch.cuda.mem_get_info() == (24 * MIB, 64 * MIB)
TEXT = (
    "CUDA out of memory. Tried to allocate 25.00 MiB. GPU 0 has a total capacity of 64.00 MiB of which 24.00 MiB is free. "
    "Including non-PyTorch memory, this process has 40.00 MiB memory in use. "
    "Of the allocated memory 40.00 MiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but unallocated. "
)
raises(torch.OutOfMemoryError, TEXT, lambda: torch.empty(25 * MIB, dtype=torch.uint8, device="cuda"))
raises(torch.cuda.OutOfMemoryError, "Tried to allocate 40.00 MiB", lambda: fits + 1)
raises(torch.OutOfMemoryError, "Tried to allocate 160.00 MiB", lambda: fits.float())
raises(torch.OutOfMemoryError, "GPU 1 has", lambda: torch.ones(65 * MIB, dtype=torch.uint8).to("cuda:1"))
stats = torch.cuda.memory_stats()
assert stats["num_ooms"] == 3 and stats["allocated_bytes.all.current"] == 40 * MIB, stats["num_ooms"]
assert torch.cuda.max_memory_allocated() == 40 * MIB and torch.cuda.memory_stats(1)["num_ooms"] == 1

# What is on the other device does not count, and what is freed is free.
other = torch.empty(40 * MIB, dtype=torch.uint8, device="cuda:1")
del fits
gc.collect()
assert torch.empty(64 * MIB, dtype=torch.uint8, device="cuda").numel() == 64 * MIB
assert torch.cuda.memory_allocated(0) == 0 and torch.cuda.max_memory_allocated(0) == 64 * MIB

# A storage that grows.
grows = torch.arange(MIB, dtype=torch.uint8, device="cuda")
raises(torch.OutOfMemoryError, "Tried to allocate 100.00 MiB", lambda: grows.resize_(100 * MIB))
del grows
gc.collect()
assert torch.cuda.memory_allocated(0) == 0
assert torch.arange(8, device="cuda").resize_(MIB).device.type == "cuda"

# The error leaves the gradients and the program as they were.
weight = torch.ones(MIB, device="cuda", requires_grad=True)
raises(
    torch.OutOfMemoryError, "out of memory", lambda: (weight[:, None] * torch.ones(32, device="cuda")).sum().backward()
)
assert weight.grad is None
weight.sum().backward()
assert weight.grad.sum().item() == MIB
del weight
gc.collect()

torch.cuda.set_per_process_memory_fraction(0.25, 0)
assert torch.cuda.get_per_process_memory_fraction(0) == 0.25 and torch.cuda.get_per_process_memory_fraction(1) == 1
raises(
    torch.OutOfMemoryError,
    "this process has 0 bytes memory in use. 16.00 MiB allowed; Of the allocated memory 0 bytes",
    lambda: torch.empty(17 * MIB, dtype=torch.uint8, device="cuda"),
)
assert torch.empty(16 * MIB, dtype=torch.uint8, device="cuda").is_cuda
torch.cuda.set_per_process_memory_fraction(1.0, 0)
assert torch.empty(17 * MIB, dtype=torch.uint8, device="cuda").is_cuda
with warnings.catch_warnings(record=True):
    assert "64.00 MiB" not in torch.cuda.memory_summary(1)
