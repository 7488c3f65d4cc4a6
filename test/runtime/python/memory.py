# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory that is counted as on a device, and pinned memory."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import torch

assert torch.cuda.memory_allocated() == 0
x = torch.empty(1000, dtype=torch.uint8, device="cuda:1")
assert torch.cuda.memory_allocated(0) == 0
assert torch.cuda.memory_allocated(1) == 1024 == torch.cuda.max_memory_allocated(1)
view = x[10:]
assert torch.cuda.memory_allocated(1) == 1024
copy = x + 1
assert torch.cuda.memory_allocated(1) == 2048
del copy, view, x
assert torch.cuda.memory_allocated(1) == 0 and torch.cuda.max_memory_allocated(1) == 2048
torch.cuda.reset_peak_memory_stats(1)
assert torch.cuda.max_memory_allocated(1) == 0

x = torch.empty(0, device="cuda")
x.resize_(256)
assert torch.cuda.memory_allocated() == 1024 and x.fill_(3).sum().item() == 768
free, total = torch.cuda.mem_get_info()
assert total - free == 1024
torch.cuda.empty_cache()
stats = torch.cuda.memory_stats()
assert stats["allocated_bytes.all.current"] == 1024 and stats["num_ooms"] == 0
assert "Allocated memory" in torch.cuda.memory_summary()

assert torch.accelerator.memory_allocated() == 1024 and torch.accelerator.get_memory_info() == (free, total)
torch.accelerator.empty_cache()
torch.accelerator.reset_peak_memory_stats()
assert torch.accelerator.max_memory_allocated() == 1024 == torch.accelerator.memory_reserved()

# What nothing has written to is filled if the program wants the same values each time.
torch.use_deterministic_algorithms(True)
assert torch.empty(4, device="cuda").isnan().all() and torch.empty_strided((2,), (1,), device="cuda").isnan().all()
torch.use_deterministic_algorithms(False)

# How programs free the memory of a tensor that they keep.
before = torch.cuda.memory_allocated()
kept = torch.arange(1024.0, device="cuda")
storage = kept.untyped_storage()
assert storage.resize_(0) is storage and storage.nbytes() == 0 and torch.cuda.memory_allocated() == before
storage.resize_(4096)
kept.copy_(torch.arange(1024.0))
storage.resize_(2048)
storage.resize_(4096)
assert kept[:512].tolist() == list(range(512)) and torch.cuda.memory_allocated() == before + 4096
try:
    storage.resize_(1 << 50)
    raise AssertionError
except torch.OutOfMemoryError:
    assert storage.nbytes() == 4096
del kept, storage

pinned = torch.arange(4.0).pin_memory()
assert pinned.is_pinned() and not torch.ones(2).is_pinned() and pinned[1:].is_pinned()
assert torch.empty(3, pin_memory=True).is_pinned()
assert pinned.to("cuda", non_blocking=True).tolist() == [0, 1, 2, 3]
