# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps into the import of torch at three points.

Before torch._C is loaded, the simulator is: LibTorch keeps the hooks that it finds. When torch._C is loaded, it gets
the functions of a build with CUDA, so that torch.cuda finds them. When all of torch is imported, what PyTorch compiles
into a build with CUDA elsewhere is put right.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from device_tidy.importing import SteppingLoader
from device_tidy.simulation.library import Library, load


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
        if self.library is None:
            self.library = load(folder)

    def bind(self, module: ModuleType) -> None:
        from device_tidy.simulation import bindings

        assert self.library is not None
        bindings.add(module, self.library)

    def finish(self, torch: ModuleType) -> None:
        from device_tidy.simulation import finishing

        assert self.library is not None
        finishing.finish(torch, self.library)
        if self in sys.meta_path:
            sys.meta_path.remove(self)


_installed = False


def install() -> None:
    """From now on, torch is imported with simulated devices."""
    global _installed
    if not _installed:
        sys.meta_path.insert(0, _Finder())
        _installed = True


def is_installed() -> bool:
    return _installed
