# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps into the import of torch at three points.

Before torch._C is loaded, the simulator is: LibTorch keeps the hooks that it finds. When torch._C is loaded, it gets
the functions of a build with CUDA, so that torch.cuda finds them. When all of torch is imported, what PyTorch compiles
into a build with CUDA elsewhere is put right.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from device_tidy.importing import SteppingLoader
from device_tidy.simulation.errors import SimulationError
from device_tidy.simulation.library import DEFAULT_VARIABLE, DEVICES_VARIABLE, Library, hide_devices, load


class _Finder(MetaPathFinder):
    def __init__(self) -> None:
        self.library: Library | None = None

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in ("torch", "torch._C"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None or spec.origin is None:
            return None
        folder = Path(spec.origin).parent
        if fullname == "torch":
            spec.loader = SteppingLoader(spec.loader, self.finish)
        else:
            spec.loader = SteppingLoader(spec.loader, self.bind, before=lambda: self.load(folder))
        return spec

    def load(self, folder: Path) -> None:
        if self.library is not None:
            return
        try:
            self.library = load(folder)
        except SimulationError as error:
            if os.environ.get(DEFAULT_VARIABLE):
                # Said once: what the program starts has the GPUs of the machine, too.
                os.environ.pop(DEVICES_VARIABLE, None)
                hide_devices()
                sys.stderr.write(f"device-tidy: warning: no simulated devices: {error}\n")
            elif is_required:
                sys.stderr.write(f"device-tidy: error: {error}\n")
                sys.stderr.flush()
                os._exit(2)
            else:
                raise

    def bind(self, module: ModuleType) -> None:
        from device_tidy.simulation import bindings

        if self.library is not None:
            bindings.add(module, self.library)

    def finish(self, torch: ModuleType) -> None:
        from device_tidy.simulation import finishing

        if self.library is not None:
            finishing.finish(torch, self.library)
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        _set_installed(self.library is not None)


# Set in a program that device-tidy run was asked to bring devices into: it does not run without.
is_required = False
_installed = False


def install() -> None:
    """From now on, torch is imported with simulated devices."""
    if not _installed:
        sys.meta_path.insert(0, _Finder())
        _set_installed(True)


def _set_installed(value: bool) -> None:
    global _installed
    _installed = value


def is_installed() -> bool:
    return _installed


def find_torch() -> Path | None:
    """Folder of the torch package that would be imported."""
    spec = PathFinder.find_spec("torch")
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None
