# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps before and behind the import of a module. Imports nothing of ours."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class SteppingLoader(Loader):
    """A module's own loader, and a step before and after it."""

    def __init__(
        self, own: Loader, after: Callable[[ModuleType], None], before: Callable[[], None] = lambda: None
    ) -> None:
        self.own, self.before, self.after = own, before, after

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        self.before()
        return self.own.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        # The module is to look as if nothing had happened to it.
        if module.__spec__ is not None:
            module.__spec__.loader = self.own
        module.__loader__ = self.own
        self.own.exec_module(module)
        self.after(module)


class _Finder(MetaPathFinder):
    def __init__(self, name: str, then: Callable[[], None]) -> None:
        self.name, self.then, self.is_asking = name, then, False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name or self.is_asking:
            return None
        # The other finders, of which the simulated devices are one, do what they would have done.
        self.is_asking = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self.is_asking = False
        if spec is not None and spec.loader is not None:
            spec.loader = SteppingLoader(spec.loader, self.finish)
        return spec

    def finish(self, module: ModuleType) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        self.then()


def after_import(name: str, then: Callable[[], None]) -> None:
    """Calls then when the module has been imported: at once if it has been already."""
    if name in sys.modules:
        then()
    else:
        sys.meta_path.insert(0, _Finder(name, then))
