# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions that torch._C has in a build with CUDA (torch/csrc/cuda/Module.cpp), for simulated devices."""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from device_tidy.simulation import communication, memory, streams
from device_tidy.simulation.errors import NotSimulated
from device_tidy.simulation.library import Library

# What cannot be simulated, by the words in which it is refused.
REFUSED = {
    "_cuda_attach_out_of_memory_observer": "observers of its memory",
    "_cuda_changeCurrentAllocator": "allocators of a program's own",
    "_cuda_customAllocator": "allocators of a program's own",
    "_cuda_getAllocator": "allocators of a program's own",
    "_cuda_cudaCachingAllocator_raw_alloc": "raw allocations",
    "_cuda_cudaCachingAllocator_raw_delete": "raw allocations",
    "_cuda_cudaHostAllocator": "raw allocations",
    "_cuda_getCurrentBlasHandle": "cuBLAS",
    "_cuda_getCurrentSolverHandle": "cuSOLVER",
    "_cuda_jiterator_compile_and_launch_kernel": "kernels compiled at run time",
    "_cuda_memorySnapshot": "snapshots of their memory",
    "_cuda_beginAllocateCurrentThreadToPool": "memory pools",
    "_cuda_beginAllocateToPool": "memory pools",
    "_cuda_endAllocateToPool": "memory pools",
    "_cuda_releasePool": "memory pools",
    "_graph_pool_handle": "graphs",
    "_cuda_record_memory_history": "history of their memory",
    "_cuda_record_memory_history_legacy": "history of their memory",
}
REFUSED_CLASSES = {
    "_CUDAGraph": "graphs",
    "_MemPool": "memory pools",
    "_cuda_CUDAAllocator": "allocators of a program's own",
    "_cuda_CUDAAllocator_AllocatorState": "snapshots of their memory",
}
CUDA_VERSION = "13.0"
# torch.cuda.set_sync_debug_mode("error")
SYNC_ERRORS = 2


class DeviceProperties:
    """torch._C._CudaDeviceProperties."""

    def __init__(self, index: int, total_memory: int) -> None:
        self.name = "device-tidy simulated device"
        self.major, self.minor = 9, 0
        self.total_memory = total_memory
        self.multi_processor_count = 1
        self.max_threads_per_multi_processor = 2048
        self.max_threads_per_block = 1024
        self.regs_per_multiprocessor = 65536
        self.shared_memory_per_block = 49152
        self.shared_memory_per_block_optin = 232448
        self.shared_memory_per_multiprocessor = 233472
        self.warp_size = 32
        self.L2_cache_size = 50 << 20
        self.clock_rate = self.memory_clock_rate = 1_000_000
        self.memory_bus_width = 64
        self.is_integrated = self.is_multi_gpu_board = 0
        self.gcnArchName = self.name
        self.uuid = f"00000000-0000-0000-0000-{index:012x}"
        self.pci_bus_id = index
        self.pci_device_id = self.pci_domain_id = 0

    def __repr__(self) -> str:
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory >> 20}MB, multi_processor_count={self.multi_processor_count}, "
            f"uuid={self.uuid}, pci_bus_id={self.pci_bus_id}, pci_device_id={self.pci_device_id}, "
            f"pci_domain_id={self.pci_domain_id}, L2_cache_size={self.L2_cache_size >> 20}MB)"
        )


def refuse(what: str) -> Callable[..., Any]:
    def refused(*arguments: object, **keywords: object) -> Any:
        raise NotSimulated(what)

    return refused


def refused_class(name: str, what: str) -> type:
    return type(name, (), {"__new__": refuse(what)})


def device_functions(c: ModuleType, library: Library) -> dict[str, Any]:
    def exchange(device: int) -> int:
        before = library.exchange_device(device)
        if before < -1:
            raise c.AcceleratorError("CUDA error: invalid device ordinal")
        return before

    # Another function: torch.compile tells the two apart by identity.
    def maybe_exchange(device: int) -> int:
        return exchange(device)

    def set_device(device: int) -> None:
        exchange(device)

    def properties(device: int) -> DeviceProperties:
        if not 0 <= device < library.device_count():
            raise AssertionError("Invalid device id")
        return DeviceProperties(device, library.total_memory())

    def initialize() -> None:
        # THCPModule_initExtension
        import torch

        poison_forks()
        if library.device_count() == 0:
            raise RuntimeError("No CUDA GPUs are available")
        library.hand_out_defaults(1)
        try:
            generators = tuple(torch.Generator(f"cuda:{i}") for i in range(library.device_count()))
        finally:
            library.hand_out_defaults(0)
        members = {"has_half": True, "has_magma": False, "default_generators": generators}
        vars(torch.cuda).update(members, _get_device_properties=properties)

    @functools.cache
    def poison_forks() -> None:
        # torch/csrc/utils/device_lazy_init.h: the forked process has to ask for the devices again, and is refused.
        python_library = ctypes.CDLL(str(library.torch_folder / "lib" / "libtorch_python.so"))
        require_initialization = python_library._ZN5torch5utils24set_requires_device_initEN3c1010DeviceTypeEb
        library.poison_forks(ctypes.cast(require_initialization, ctypes.c_void_p))

    def count() -> int:
        poison_forks()
        return library.device_count()

    debug_mode = 0

    def set_debug_mode(mode: int) -> None:
        nonlocal debug_mode
        # A program that asks for warnings has none, and goes on.
        if mode == SYNC_ERRORS:
            raise NotSimulated("synchronization that could be refused")
        debug_mode = mode

    return {
        "_cuda_init": initialize,
        "_cuda_getDeviceCount": count,
        "_cuda_getDevice": library.current_device,
        "_cuda_setDevice": set_device,
        "_cuda_exchangeDevice": exchange,
        "_cuda_maybeExchangeDevice": maybe_exchange,
        "_cuda_isInBadFork": lambda: bool(library.is_bad_fork()),
        "_cuda_hasPrimaryContext": lambda device: True,
        "_cuda_canDeviceAccessPeer": lambda device, peer: device != peer,
        "_cuda_synchronize": lambda: None,
        "_cuda_sleep": lambda cycles: None,
        "_cuda_ipc_collect": lambda: None,
        "_cuda_getArchFlags": lambda: "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120",
        "_cuda_getCompiledVersion": lambda: 13000,
        "_cuda_isCurrentStreamCapturing": lambda: False,
        "_cuda_set_sync_debug_mode": set_debug_mode,
        "_cuda_get_sync_debug_mode": lambda: debug_mode,
        "_CudaDeviceProperties": DeviceProperties,
        "_has_cuda": True,
    }


def runtime_module(library: Library) -> ModuleType:
    """torch._C._cudart."""
    module = ModuleType("torch._C._cudart")

    class cudaError(int):
        success = 0

    def succeed(*arguments: object) -> int:
        return cudaError(0)

    def error_string(error: int) -> str:
        return "no error" if error == 0 else "unknown error"

    done = dict.fromkeys(("cudaProfilerStart", "cudaProfilerStop", "cudaHostRegister", "cudaHostUnregister"), succeed)
    vars(module).update(done, cudaError=cudaError, cudaGetErrorString=error_string, cudaMemGetInfo=functools.partial(memory.information, library))
    return module


def marker_module() -> ModuleType:
    """torch._C._nvtx: ranges that nobody looks at."""
    module = ModuleType("torch._C._nvtx")
    depth = 0

    def push(message: str) -> int:
        nonlocal depth
        depth += 1
        return depth - 1

    def pop() -> int:
        nonlocal depth
        depth -= 1
        return depth

    vars(module).update(
        rangePushA=push,
        rangePop=pop,
        rangeStartA=lambda message: 0,
        rangeEnd=lambda identifier: None,
        markA=lambda message: None,
    )
    return module


def add(c: ModuleType, library: Library) -> None:
    """Adds to torch._C what a build with CUDA has there. Called when torch._C is loaded, before the rest of torch."""
    functions: dict[str, Any] = {name: refuse(what) for name, what in REFUSED.items()}
    functions |= {name: refused_class(name, what) for name, what in REFUSED_CLASSES.items()}
    functions |= device_functions(c, library)
    functions |= memory.functions(library)
    functions |= streams.functions(c, library)
    functions |= communication.functions()
    functions["_cudart"] = runtime_module(library)
    functions["_nvtx"] = sys.modules["torch._C._nvtx"] = marker_module()
    for name, value in functions.items():
        setattr(c, name, value)
    _remove_libraries(c)


def _remove_libraries(c: ModuleType) -> None:
    """PyTorch looks for these, and does without."""
    for name in ("cudnn", "cusparselt"):
        setattr(c, f"_has_{name}", False)
        vars(c).pop(f"_{name}", None)
        sys.modules.pop(f"{c.__name__}._{name}", None)
    own_init = getattr(c, "_c10d_init", None)
    if own_init is None:
        return

    @functools.wraps(own_init)
    def init() -> Any:
        result = own_init()
        vars(sys.modules[f"{c.__name__}._distributed_c10d"]).pop("ProcessGroupNCCL", None)
        return result

    c._c10d_init = init  # type: ignore[attr-defined]
