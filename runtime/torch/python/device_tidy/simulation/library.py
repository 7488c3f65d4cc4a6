# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The native part: runtime/abi/Simulator.h and Preload.h through ctypes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device_tidy import native
from device_tidy.simulation.errors import SimulationError

# runtime/abi/Environment.h
DEVICES_VARIABLE = "DEVICE_TIDY_DEVICES"
DEFAULT_VARIABLE = "DEVICE_TIDY_DEFAULT_DEVICES"
MAX_DEVICES = 64
MEMORY_VARIABLE = "DEVICE_TIDY_DEVICE_MEMORY"
MIN_MEMORY, MAX_MEMORY = 1 << 20, 512 << 30
PRELOAD = "libdevice_tidy_preload.so"
STAND_IN = "/device-tidy-cudart"


class Memory(ctypes.Structure):
    """DevtidySimMemory."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            "current_bytes",
            "peak_bytes",
            "allocated_bytes",
            "freed_bytes",
            "current_blocks",
            "peak_blocks",
            "allocated_blocks",
            "freed_blocks",
            "refused",
        )
    ]


class Library:
    """libdevice_tidy_sim.so, loaded into this process. Calls take a fraction of a microsecond and keep the GIL."""

    def __init__(self, torch_folder: Path, native: ctypes.PyDLL) -> None:
        self.torch_folder = torch_folder

        def function(name: str, result: type | None, *arguments: type) -> Callable[..., Any]:
            found = getattr(native, "devtidySim" + "".join(word.capitalize() for word in name.split("_")))
            found.restype, found.argtypes = result, arguments
            # A function of ctypes cannot be hashed, and torch.compile keeps PyTorch's functions in a dictionary.
            return lambda *values: found(*values)

        i32, i64 = ctypes.c_int32, ctypes.c_int64
        self.device_count: Callable[[], int] = function("device_count", i32)
        self.current_device: Callable[[], int] = function("current_device", i32)
        self.exchange_device: Callable[[int], int] = function("exchange_device", i32, i32)
        self.hand_out_defaults = function("hand_out_defaults", None, i32)
        self.allocator = function("allocator", ctypes.c_void_p)
        self.current_stream = function("current_stream", i64, i32)
        self.set_stream = function("set_stream", None, i32, i64)
        self.elapsed: Callable[[int, int], float] = function(
            "elapsed", ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p
        )
        self.is_bad_fork = function("is_bad_fork", i32)
        self.poison_forks = function("poison_forks", None, ctypes.c_void_p)
        self.memory = function("memory", Memory, i32)
        self.reset_peaks = function("reset_peaks", None, i32)
        self.resize_storage = function("resize_storage", None, ctypes.c_void_p, i64)
        self.total_memory = function("total_memory", i64)
        self.set_memory_fraction = function("set_memory_fraction", None, ctypes.c_double, i32)
        self.memory_fraction: Callable[[int], float] = function("memory_fraction", ctypes.c_double, i32)


def _function(name: str) -> Callable[[bytes], bytes | None]:
    """A function of libdevice_tidy_preload.so, of the folder of a LibTorch."""
    found = getattr(ctypes.CDLL(None), name, None)  # in a run it is there already
    if found is None:
        library = native.path_of(PRELOAD)
        if library is None:
            raise SimulationError(f"{PRELOAD} is not beside this package")
        try:
            # In the global scope: it stands in the way of what PyTorch's libraries for CUDA register.
            found = getattr(ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL), name)
        except OSError as error:
            raise SimulationError(str(error)) from None
    found.restype, found.argtypes = ctypes.c_char_p, [ctypes.c_char_p]
    return found


def _ask(name: str, torch_folder: Path) -> None:
    """Calls a function that gives a complaint or nothing."""
    complaint = _function(name)(os.fsencode(torch_folder / "lib"))
    if complaint:
        raise SimulationError(complaint.decode(errors="replace"))


def hide_devices() -> None:
    """Takes the devices away from what stands in for the CUDA runtime, which a PyTorch with CUDA would run on; what this
    process starts gets the CUDA runtime of the machine."""
    hide = getattr(ctypes.CDLL(None), "device_tidy_cudart_hide", None)
    if hide is not None:
        hide()
    for variable in ("LD_PRELOAD", "LD_LIBRARY_PATH"):
        paths = os.environ.get(variable, "").split(os.pathsep)
        if any(STAND_IN in path for path in paths):
            os.environ[variable] = os.pathsep.join(path for path in paths if STAND_IN not in path)


def check(torch_folder: Path) -> None:
    """Raises SimulationError if there is no simulator for the torch package in torch_folder. Loads nothing of it."""
    _ask("devtidyCheckTorch", torch_folder)


def load(torch_folder: Path) -> Library:
    """Loads the simulator for the torch package in torch_folder, whose own libraries must not run yet."""
    _ask("devtidyLoadSimulator", torch_folder)
    simulator = _function("devtidySimulatorPath")(os.fsencode(torch_folder / "lib"))
    assert simulator is not None
    return Library(torch_folder, ctypes.PyDLL(os.fsdecode(simulator), mode=ctypes.RTLD_GLOBAL))
