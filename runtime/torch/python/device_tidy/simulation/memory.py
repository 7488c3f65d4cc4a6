# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.cuda.memory_stats and what is computed from it. There is no cache: what is reserved is what is allocated."""

from __future__ import annotations

import functools
from typing import Any

from device_tidy.simulation.library import Library

NO_STATISTIC = {"current": 0, "peak": 0, "allocated": 0, "freed": 0}
IN_BYTES = ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes")
IN_BLOCKS = ("allocation", "segment", "active")
NEVER = ("inactive_split", "inactive_split_bytes")
COUNTS = ("num_alloc_retries", "num_ooms", "num_sync_all_streams", "num_device_alloc", "num_device_free")


def information(library: Library, device: int) -> tuple[int, int]:
    """Bytes that are free, and all bytes."""
    total = library.total_memory()
    return max(0, total - library.memory(device).current_bytes), total


def functions(library: Library) -> dict[str, Any]:
    def statistics(device: int) -> dict[str, Any]:
        now = library.memory(device)
        counted = {
            kind: {name: getattr(now, f"{name}_{kind}") for name in ("current", "peak", "allocated", "freed")}
            for kind in ("bytes", "blocks")
        }

        def pools(all_pools: dict[str, int]) -> dict[str, dict[str, int]]:
            return {"all": all_pools, "small_pool": dict(NO_STATISTIC), "large_pool": dict(all_pools)}

        found: dict[str, Any] = dict.fromkeys(COUNTS, 0)
        found["num_ooms"] = found["num_alloc_retries"] = now.refused
        found["max_split_size"] = -1
        found |= {name: pools(counted["bytes"]) for name in IN_BYTES}
        found |= {name: pools(counted["blocks"]) for name in IN_BLOCKS}
        found |= {name: pools(dict(NO_STATISTIC)) for name in NEVER}
        found |= {name: dict(NO_STATISTIC) for name in ("oversize_allocations", "oversize_segments")}
        return found

    return {
        # torch.accelerator asks an allocator that PyTorch has a base class for, which the simulator's is not.
        "_accelerator_isAllocatorInitialized": lambda: True,
        "_accelerator_emptyCache": lambda: None,
        "_accelerator_emptyHostCache": lambda: None,
        "_accelerator_getDeviceStats": statistics,
        "_accelerator_getMemoryInfo": functools.partial(information, library),
        "_accelerator_resetAccumulatedStats": lambda device: None,
        "_accelerator_resetPeakStats": library.reset_peaks,
        "_cuda_memoryStats": statistics,
        "_cuda_resetAccumulatedMemoryStats": lambda device: None,
        "_cuda_resetPeakMemoryStats": library.reset_peaks,
        "_cuda_hostMemoryStats": dict,
        "_cuda_resetAccumulatedHostMemoryStats": lambda: None,
        "_cuda_resetPeakHostMemoryStats": lambda: None,
        "_cuda_emptyCache": lambda: None,
        "_cuda_setMemoryFraction": library.set_memory_fraction,
        "_cuda_getMemoryFraction": library.memory_fraction,
        "_cuda_getAllocatorBackend": lambda: "native",
        "_cuda_cudaCachingAllocator_is_enabled": lambda: True,
        "_cuda_cudaCachingAllocator_enable": lambda value: None,
        "_cuda_isHistoryEnabled": lambda: False,
        "_cuda_clearCublasWorkspaces": lambda: None,
        # Of CUDA graphs, which torch._dynamo.reset() puts away whether or not there were any.
        "_set_cached_tensors_enabled": lambda is_enabled: None,
        "_cuda_setMemoryMetadata": lambda text: None,
        "_cuda_getMemoryMetadata": lambda: "",
    }
