# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves to one device: of tensors, modules and whatever holds them."""

from __future__ import annotations

from typing import Any, TypeVar

import torch
from torch import nn

from device_tidy.containers import Rebuilder, leaves, moves_itself

T = TypeVar("T")


def default_device() -> torch.device:
    """The accelerator of this machine, as PyTorch names it without an index, or the CPU."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    accelerator = torch.accelerator.current_accelerator(check_available=True) if hasattr(torch, "accelerator") else None
    return accelerator if accelerator is not None else torch.device("cpu")


def is_on(tensor: torch.Tensor, device: torch.device) -> bool:
    """Whether moving the tensor to the device would give the tensor itself. "cuda" is the current device."""
    here = tensor.device
    if here.type != device.type:
        return False
    if device.index is not None or here.index is None:
        return device.index is None or here.index == device.index
    module = getattr(torch, device.type, None)
    current = getattr(module, "current_device", None)
    return here.index == current() if callable(current) else True


class DeviceAutoPilot:
    """Moves what it is called with to its device:

        pilot = DeviceAutoPilot()
        model, batch = pilot(model), pilot(batch)

    Tensors come back moved, modules move in place, and containers (mappings, sequences, sets, named tuples,
    dataclasses, BatchEncoding and its like) come back as a container of the same type, with what they hold moved.
    Other objects with a method 'to' (PackedSequence) are asked to move themselves; everything else comes back as it
    is. The originals do not change. Where nothing moves, the same objects come back and nothing is copied. A tensor
    that is there twice moves once, and views of one piece of memory remain that.

    preferred_device: where to; by default the machine's accelerator, or the CPU.
    non_blocking: copies to an accelerator do not wait; they only overlap with other work if the source is pinned.
    pin_memory: pins sources on the CPU first. Has no effect if the device is the CPU.

    May be shared by threads: it has no state but its settings. Raises what torch raises for a device that is not
    there.
    """

    def __init__(
        self,
        preferred_device: torch.device | str | int | None = None,
        *,
        non_blocking: bool = False,
        pin_memory: bool = False,
    ) -> None:
        self.device = default_device() if preferred_device is None else torch.device(preferred_device)
        self.non_blocking = non_blocking
        self.pin_memory = pin_memory and self.device.type != "cpu"

    def __repr__(self) -> str:
        return f"DeviceAutoPilot({str(self.device)!r})"

    def __call__(self, value: T) -> T:
        # By far the most frequent, and nothing is shared.
        if isinstance(value, torch.Tensor) and not isinstance(value, nn.Parameter):
            return self._copy(value)  # type: ignore[return-value]
        shared = _shared_storages(value, self.device)
        moved: dict[int, torch.Tensor] = {}

        def replace(leaf: Any) -> Any:
            if isinstance(leaf, torch.Tensor):
                key = _storage_of(leaf) if shared else None
                if key is not None and key in shared and not is_on(leaf, self.device):
                    return self._copy_view(leaf, key, moved)
                return self._copy(leaf)
            if isinstance(leaf, nn.Module):
                return leaf.to(self.device, non_blocking=self.non_blocking)
            if moves_itself(leaf):
                return leaf.to(self.device)
            return leaf

        return Rebuilder(replace)(value)  # type: ignore[no-any-return]

    def _copy(self, tensor: torch.Tensor) -> torch.Tensor:
        if is_on(tensor, self.device):
            return tensor
        source = tensor
        if self.pin_memory and source.device.type == "cpu" and source.layout == torch.strided:
            source = source.pin_memory()
        if isinstance(tensor, nn.Parameter):
            data = source.detach().to(self.device, non_blocking=self.non_blocking)
            return nn.Parameter(data, requires_grad=tensor.requires_grad)
        return source.to(self.device, non_blocking=self.non_blocking)

    def _copy_view(self, view: torch.Tensor, key: int, moved: dict[int, torch.Tensor]) -> torch.Tensor:
        """The same view of the moved memory."""
        size = view.untyped_storage().nbytes()
        if key not in moved:
            moved[key] = self._copy(torch.empty(0, dtype=torch.uint8).set_(view.untyped_storage(), 0, (size,), (1,)))
        memory = torch.empty(0, dtype=view.dtype, device=moved[key].device)
        return memory.set_(moved[key].untyped_storage(), view.storage_offset(), view.size(), view.stride())


def _storage_of(tensor: torch.Tensor) -> int | None:
    """What identifies the memory of a plain tensor; None if views of it cannot be made again."""
    if type(tensor) is not torch.Tensor or tensor.layout != torch.strided or tensor.requires_grad:
        return None
    if tensor.device.type == "meta" or tensor.is_conj() or tensor.is_neg():
        return None
    return int(tensor.untyped_storage()._cdata)


def _shared_storages(value: Any, device: torch.device) -> set[int]:
    """The memory that several of the tensors to be moved see, as long as they see about all of it: a few rows of a
    large data set move alone."""
    tensors: dict[int, list[torch.Tensor]] = {}
    for _, leaf in leaves(value, ""):
        if isinstance(leaf, torch.Tensor) and leaf.device.type == "cpu" and not is_on(leaf, device):
            key = _storage_of(leaf)
            if key is not None:
                tensors.setdefault(key, []).append(leaf)
    return {
        key
        for key, views in tensors.items()
        if len(views) > 1 and sum(view.nbytes for view in views) >= views[0].untyped_storage().nbytes()
    }


def ensure_device(value: T, device: torch.device | str | int, *, non_blocking: bool = False) -> T:
    """The value on a device: DeviceAutoPilot(device)(value). Numbers, strings and None come back as they are, and
    what is there already, too."""
    return DeviceAutoPilot(device, non_blocking=non_blocking)(value)
