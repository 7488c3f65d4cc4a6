# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a build with CUDA compiles in elsewhere than in torch._C, put right when torch has been imported."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from device_tidy.simulation import tensor_types
from device_tidy.simulation.bindings import CUDA_VERSION
from device_tidy.simulation.library import Library


def finish(torch: ModuleType, library: Library) -> None:
    torch.version.cuda = CUDA_VERSION
    _let_storages_on_devices(torch, library)
    tensor_types.add(torch)
    # Where PyTorch has NCCL it uses it for DataParallel; without it, it warns and adds by copies.
    torch.cuda.nccl.is_available = lambda tensors: False
    # Without cuDNN it warns wherever it would have used it.
    torch.backends.cudnn.is_acceptable = lambda tensor: False
    # torch.cuda.device_count asks the driver's library of management first, which leaves forks alone.
    torch.cuda._device_count_nvml = library.device_count


def _let_storages_on_devices(torch: ModuleType, library: Library) -> None:
    """torch.UntypedStorage(n, device="cuda"), which torch.load builds on."""
    own_new = torch.UntypedStorage.__new__

    @functools.wraps(own_new)
    def new(cls: type, *arguments: Any, **keywords: Any) -> Any:
        device = keywords.get("device")
        if device is None or torch.device(device).type != "cuda":
            return own_new(cls, *arguments, **keywords)
        torch.cuda._lazy_init()
        del keywords["device"]
        with torch.cuda.device(device):
            return own_new(cls, *arguments, allocator=library.allocator(), **keywords)

    torch.UntypedStorage.__new__ = new
