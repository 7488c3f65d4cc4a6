# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where tensors were put: a weak table beside the program, which keeps no tensor alive.

Only what the program itself moves is entered. PyTorch refuses to swap a tensor that somebody has a weak reference to
(torch/utils/__init__.py, swap_tensors), and its own conversions of modules may swap.
"""

from __future__ import annotations

import weakref
from typing import Any

from device_tidy.verification.sites import Site


class _Reference(weakref.ReferenceType[Any]):
    """Knows where it is kept, so that one callback serves all."""

    __slots__ = ("key",)

    def __new__(cls, value: Any, callback: Any) -> _Reference:
        self = super().__new__(cls, value, callback)
        self.key = id(value)
        return self

    def __init__(self, value: Any, callback: Any) -> None:
        super().__init__(value, callback)  # type: ignore[call-arg]

    key: int


class _Entry:
    __slots__ = ("reference", "site", "version", "device", "times")

    def __init__(self, reference: _Reference, site: Site, version: int, device: Any) -> None:
        self.reference, self.site, self.version, self.device, self.times = reference, site, version, device, 1


class Ledger:
    """May be used by several threads."""

    def __init__(self) -> None:
        placed: dict[int, _Entry] = {}
        moved: dict[int, _Entry] = {}
        self._placed, self._moved = placed, moved
        self._modules: weakref.WeakKeyDictionary[Any, tuple[Site, Any]] = weakref.WeakKeyDictionary()
        # Without a reference to this object: the callbacks may outlive it.
        self._forget_placed = lambda reference: placed.pop(reference.key, None)
        self._forget_moved = lambda reference: moved.pop(reference.key, None)

    def place(self, tensor: Any, site: Site) -> None:
        """The tensor is the result of a move at this site."""
        reference = _Reference(tensor, self._forget_placed)
        self._placed[reference.key] = _Entry(reference, site, 0, None)

    def placed(self, tensor: Any) -> Site | None:
        """Where the tensor was moved to where it is; None if no move of the program made it."""
        entry = self._placed.get(id(tensor))
        return entry.site if entry is not None and entry.reference() is tensor else None

    def is_known(self, tensor: Any) -> bool:
        return self.placed(tensor) is not None

    def copied(self, source: Any, device: Any, site: Site) -> int:
        """The tensor was copied to a device. How often it has been since it was written to."""
        try:
            version = source._version
        except RuntimeError:
            version = 0  # Tensors of inference mode count no versions.
        entry = self._moved.get(id(source))
        if entry is not None and entry.reference() is source:
            if entry.version == version and entry.device == device:
                entry.times += 1
            else:
                entry.version, entry.device, entry.site, entry.times = version, device, site, 1
            return entry.times
        reference = _Reference(source, self._forget_moved)
        self._moved[reference.key] = _Entry(reference, site, version, device)
        return 1

    def copied_at(self, source: Any) -> Site | None:
        """Where the tensor was copied to another device last."""
        entry = self._moved.get(id(source))
        return entry.site if entry is not None and entry.reference() is source else None

    def move_module(self, module: Any, site: Site, device: Any) -> None:
        """The module was moved; device: where its first tensor is now, None if it has none."""
        self._modules.pop(module, None)  # The last move stands last.
        self._modules[module] = site, device

    def module_of(self, tensor: Any) -> tuple[Any, Site] | None:
        """The module whose move put the tensor where it is, and where that was: the last one of those that have it as
        a parameter or buffer and went to its device. Looks through all: for errors only."""
        for module, (site, device) in reversed(list(self._modules.items())):
            if device == tensor.device and any(part is tensor for part in (*module.parameters(), *module.buffers())):
                return module, site
        return None

    def moved_at(self, module: Any) -> Site | None:
        """Where the module, or one that it is part of, was moved to where its first tensor is."""
        tensor = next(iter((*module.parameters(), *module.buffers())), None)
        found = self.module_of(tensor) if tensor is not None else None
        return found[1] if found is not None else None
