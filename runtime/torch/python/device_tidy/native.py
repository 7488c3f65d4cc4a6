# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the native libraries of this installation are. Imports no torch."""

from __future__ import annotations

from pathlib import Path


def path_of(name: str) -> Path | None:
    """The library of this file name in lib/ of the installation that this file is in; None if it has none."""
    for folder in Path(__file__).absolute().parents:
        for library in (folder / "lib" / name, folder / name):
            if library.is_file():
                return library
    return None
