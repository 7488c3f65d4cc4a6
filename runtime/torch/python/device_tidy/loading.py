# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.load that works on every machine."""

from __future__ import annotations

import os
from typing import IO, Any

import torch


def safe_load(
    file: str | os.PathLike[str] | IO[bytes], device: torch.device | str | int | None = None, **keywords: Any
) -> Any:
    """What torch.save wrote, on a device that this machine has: on the CPU, or where the caller says.

        model.load_state_dict(safe_load("model.pth"))     # copies into the model, wherever that is
        batch = safe_load("batch.pt", "cuda")

    torch.load without map_location puts tensors where they were when they were saved, and fails on a machine without
    that device. A map_location among the keywords is taken as it is; all others go to torch.load, which loads
    weights only unless it is told otherwise. Raises what torch.load raises; RuntimeError if device is not there."""
    if "map_location" in keywords:
        if device is not None:
            raise TypeError("safe_load takes a device or a map_location, not both")
        return torch.load(file, **keywords)
    where = torch.device("cpu" if device is None else device)
    if where.type == "cuda":
        present = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if (where.index or 0) >= present:
            raise RuntimeError(f"safe_load: this machine has no {where}: it has {present} CUDA devices")
    return torch.load(file, map_location=where, **keywords)
