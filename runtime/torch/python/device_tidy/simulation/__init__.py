# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulated CUDA devices for PyTorch.

    import device_tidy.simulation
    device_tidy.simulation.start(devices=2)      # before torch is imported
    import torch
    torch.ones(2, device="cuda:1")

`device-tidy run --devices 2 -- python train.py` and `pytest --simulate-devices=2` do the same for an unchanged
program. Tensors on the devices hold real values, in host memory; operators compare devices as PyTorch's CUDA kernels do
and raise its errors. torch.cuda is PyTorch's own: only the functions that a build with CUDA has in torch._C are made
here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from device_tidy.simulation.errors import NotSimulated, SimulationError
from device_tidy.simulation.importing import install
from device_tidy.simulation.library import DEVICES_VARIABLE, MAX_DEVICES, MAX_MEMORY, MEMORY_VARIABLE, MIN_MEMORY

__all__ = ["MAX_DEVICES", "NotSimulated", "SimulationError", "check", "is_active", "start"]


def start(devices: int = 2, memory: int | None = None) -> None:
    """Makes torch, once it is imported, see this many CUDA devices, here and in the Python processes that this one
    starts. memory: bytes of each device, 16 GiB if nobody says. Raises SimulationError if torch has been imported
    already; a PyTorch that cannot be simulated for (another release) raises it when torch is
    imported."""
    if not 1 <= devices <= MAX_DEVICES:
        raise SimulationError(f"the number of devices is 1 to {MAX_DEVICES}, not {devices}")
    if memory is not None and not MIN_MEMORY <= memory <= MAX_MEMORY:
        raise SimulationError(f"the memory of a device is {MIN_MEMORY} to {MAX_MEMORY} bytes, not {memory}")
    if is_active():
        if os.environ[DEVICES_VARIABLE] != str(devices):
            raise SimulationError(f"{os.environ[DEVICES_VARIABLE]} devices are simulated already")
        return
    if "torch" in sys.modules:
        raise SimulationError("torch has been imported already; simulated devices have to be there before")
    os.environ[DEVICES_VARIABLE] = str(devices)
    if memory is not None:
        os.environ[MEMORY_VARIABLE] = str(memory)
    startup = str(Path(__file__).absolute().parents[1] / "startup")
    path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if startup not in path and os.path.isdir(startup):
        os.environ["PYTHONPATH"] = os.pathsep.join([startup, *filter(None, path)])
    install()


def check() -> None:
    """Raises SimulationError if the torch that would be imported cannot have simulated devices."""
    from device_tidy.simulation.importing import find_torch
    from device_tidy.simulation.library import check as check_library

    folder = find_torch()
    if folder is not None:
        check_library(folder)


def is_active() -> bool:
    """Whether torch sees, or will see, simulated devices."""
    from device_tidy.simulation.importing import is_installed

    return is_installed()
