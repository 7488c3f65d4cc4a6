# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a build with CUDA compiles in elsewhere than in torch._C, put right when torch has been imported."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from device_tidy.simulation import compilers, tensor_types
from device_tidy.simulation.bindings import CUDA_VERSION
from device_tidy.simulation.errors import NotSimulated
from device_tidy.simulation.library import Library


def finish(torch: ModuleType, library: Library) -> None:
    torch.version.cuda = CUDA_VERSION
    _let_storages_on_devices(torch, library)
    _resize_storages_on_devices(torch, library)
    tensor_types.add(torch)
    # Where PyTorch has NCCL it uses it for DataParallel; without it, it warns and adds by copies.
    torch.cuda.nccl.is_available = lambda tensors: False
    # Without cuDNN it warns wherever it would have used it.
    torch.backends.cudnn.is_acceptable = lambda tensor: False
    _refuse_collectives(torch)
    compilers.refuse()
    # What a queue, or an argument of a process that is spawned, does with a tensor.
    torch.UntypedStorage._share_cuda_ = _share
    # torch.cuda.device_count asks the driver's library of management first, which leaves forks alone.
    torch.cuda._device_count_nvml = library.device_count


def _share(self: Any, *arguments: Any, **keywords: Any) -> Any:
    if not self.is_cuda:
        raise RuntimeError("_share_cuda_: only available on CUDA")
    raise NotSimulated("memory that processes share")


def _refuse_collectives(torch: ModuleType) -> None:
    """Gloo takes a CUDA tensor's memory for that of a GPU, and the process dies."""
    parallel = torch.nn.parallel.DistributedDataParallel
    own_init = parallel.__init__

    @functools.wraps(own_init)
    def init(self: Any, module: Any, *arguments: Any, **keywords: Any) -> None:
        if any(tensor.is_cuda for tensor in (*module.parameters(), *module.buffers())):
            raise NotSimulated("collectives: DistributedDataParallel runs on the CPU here")
        own_init(self, module, *arguments, **keywords)

    parallel.__init__ = init
    collectives = getattr(torch.distributed, "distributed_c10d", None)
    # What each collective function checks its arguments with.
    for name in ("_check_single_tensor", "_check_tensor_list"):
        if hasattr(collectives, name):
            setattr(collectives, name, _only_on_cpu(getattr(collectives, name)))
    if collectives is not None and hasattr(collectives, "_new_process_group_helper"):
        collectives._new_process_group_helper = _without_nccl(collectives._new_process_group_helper)


def _without_nccl(make: Any) -> Any:
    @functools.wraps(make)
    def made(*arguments: Any, **keywords: Any) -> Any:
        try:
            return make(*arguments, **keywords)
        except RuntimeError as error:
            if "have NCCL built in" not in str(error):
                raise
        raise NotSimulated("collectives: NCCL takes GPUs")

    return made


def _only_on_cpu(check: Any) -> Any:
    @functools.wraps(check)
    def checked(given: Any, name: str) -> None:
        check(given, name)
        if any(getattr(tensor, "is_cuda", False) for tensor in (given if isinstance(given, list) else [given])):
            raise NotSimulated("collectives: torch.distributed takes tensors on the CPU here")

    return checked


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


def _resize_storages_on_devices(torch: ModuleType, library: Library) -> None:
    """storage.resize_(0) and back, by which programs free the memory of tensors that they keep."""
    own_resize = torch.UntypedStorage.resize_

    @functools.wraps(own_resize)
    def resize_(self: Any, size: int) -> Any:
        if not self.is_cuda:
            return own_resize(self, size)
        if not self.resizable():
            raise RuntimeError("Trying to resize storage that is not resizable")
        # Raises PyTorch's error if the device has not as much.
        torch.empty(max(0, int(size) - self.nbytes()), dtype=torch.uint8, device=self.device)
        library.resize_storage(self._cdata, int(size))
        return self

    torch.UntypedStorage.resize_ = resize_
