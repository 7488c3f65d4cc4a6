# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which errors are about devices, and which check finds what leads to them.

A short form of analyzer/knowledge/Messages.def: enough to choose the check, as the values themselves are at hand
here. `device-tidy explain` knows them all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DEVICE = r"(?:cpu|cuda|mps|xpu|xla|hpu|meta|npu)(?::[0-9]+)?"


@dataclass(frozen=True)
class Message:
    """check: without "device-". devices: those that the text names."""

    check: str
    text: str
    devices: tuple[str, ...]


_PATTERNS: tuple[tuple[str, str], ...] = (
    ("mixed-operands", r"Expected all tensors to be on the same device"),
    ("mixed-operands", r"is not on the expected device"),
    ("mixed-operands", r"Input type \(.*\) and (weight|bias) type \(.*\) should be the same"),
    ("mixed-operands", r"Input and (parameter|hidden) tensors are not at the same device"),
    ("mixed-operands", r"(must|to) be on (the )?same device|to have the same device"),
    ("mixed-operands", r"Tensors? for argument #[0-9]+ '\w+' (is|are) on"),
    ("mixed-operands", r"Expected tensor to have .* Device"),
    ("mixed-operands", r"[Ee]xpected (object of )?(device|backend|device type) .* but got (device|backend)"),
    ("mixed-operands", r"Attempted to set the storage of a tensor on device"),
    ("optimizer-before-move", r"attempting to assign a gradient with device type"),
    ("optimizer-before-move", r"Tensors of the same index must be on the same"),
    ("index-mismatch", r"indices should be either on"),
    ("generator-mismatch", r"Expected an? '\w+' device type for generator but found"),
    ("host-access", r"can't convert .* tensor to numpy|(apply_|map_|map2_) is only implemented on CPU"),
    ("cpu-only-argument", r"argument should be a 1D CPU int64 tensor|to be on cpu, but it's on"),
    ("cpu-only-argument", r"only dense CPU tensors can be pinned"),
    ("load-without-map-location", r"Attempting to deserialize object on"),
    ("parallel-before-move", r"module must have its parameters and buffers on device"),
    ("forked-accelerator", r"Cannot re-initialize CUDA in forked subprocess"),
    ("legacy-constructor", r"legacy constructor expects device type"),
    ("invalid-index", r"invalid device ordinal|Invalid device (id|string)|device index must not be negative"),
    (
        "unguarded-accelerator",
        r"Torch not compiled with CUDA enabled|Found no NVIDIA driver|No CUDA GPUs are available"
        r"|no CUDA-capable device|Cannot access accelerator device when none|not linked with support for \w+ devices",
    ),
)  # fmt: skip
_COMPILED = tuple((check, re.compile(pattern)) for check, pattern in _PATTERNS)


def find(text: str) -> Message | None:
    """What an error's text says of devices; None if it is about something else."""
    for check, pattern in _COMPILED:
        match = pattern.search(text)
        if match is None:
            continue
        line = text[text.rfind("\n", 0, match.start()) + 1 :].splitlines()[0]
        devices = tuple(dict.fromkeys(re.findall(rf"\b{DEVICE}\b", line)))
        if "torch.cuda." in line and "torch.FloatTensor" in line and not devices:
            devices = ("cuda:0", "cpu")
        return Message(check, line, devices)
    return None
