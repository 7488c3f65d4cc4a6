# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of source files, of cells of notebooks, and of programs that are no file. Imports no torch."""

from __future__ import annotations

import functools
import linecache
import os
import re
import stat
import sys


def lines(path: str) -> list[str]:
    """With their ends; nothing if the source is not there any more."""
    return linecache.getlines(path) or _given(path)


def line(path: str, number: int) -> str:
    """Counted from 1, without its end; "" if there is none."""
    found = lines(path)
    return found[number - 1].rstrip("\r\n") if 0 < number <= len(found) else ""


def cells(path: str) -> list[str]:
    """The cells that a notebook, or a prompt, has run, the last one first, if the path is that of one of them."""
    return [each for each in reversed(linecache.cache) if _is_cell(each)] if _is_cell(path) else []


def _is_cell(path: str) -> bool:
    return path.startswith(("<ipython-input", "<python-input")) or "/ipykernel_" in path


def _given(path: str) -> list[str]:
    """Python keeps no source of what it was given otherwise, before release 3.13."""
    if path == "<string>":
        return _of_command()
    return _of_input() if path == "<stdin>" else []


@functools.cache
def _of_command() -> list[str]:
    """python -c SOURCE. Other code can have the same name, as what exec() runs has."""
    given = sys.orig_argv
    for position, option in enumerate(given[1:-1], start=1):
        if re.fullmatch("-[A-Za-z]*c", option):
            return given[position + 1].splitlines(keepends=True)
    return []


@functools.cache
def _of_input() -> list[str]:
    """python < FILE; what comes through a pipe is gone."""
    try:
        about = os.fstat(0)
        if not stat.S_ISREG(about.st_mode):
            return []
        return os.pread(0, about.st_size, 0).decode(errors="replace").splitlines(keepends=True)
    except OSError:
        return []
