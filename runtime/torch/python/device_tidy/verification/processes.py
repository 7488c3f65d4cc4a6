# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors in the processes of multiprocessing and concurrent.futures. One that ends a Process is printed by that
process; one in a task of a pool goes to the process that asks for the result, without its frames: it is explained where
it happens, and the explanation travels along."""

from __future__ import annotations

import functools
import multiprocessing.process
import sys
import traceback
from collections.abc import Callable
from typing import Any

from device_tidy.importing import after_import

# The classes in which the error of a task is pickled: constructed with the error and its traceback.
CARRIERS = (
    ("multiprocessing.pool", "ExceptionWithTraceback"),
    ("concurrent.futures.process", "_ExceptionWithTraceback"),
)


def install(
    explain: Callable[[BaseException], str], show: Callable[[str], None], carry: Callable[[BaseException], None]
) -> None:
    """carry: puts the explanation of an error into it."""
    _install_process(explain, show)
    for module, name in CARRIERS:
        after_import(module, functools.partial(_install_carrier, module, name, carry))


def _install_process(explain: Callable[[BaseException], str], show: Callable[[str], None]) -> None:
    """BaseProcess._bootstrap handles the error and prints it by this function. A step around run() would be seen in
    the traceback, and is too late in a process that imports torch while it runs."""
    own = traceback.print_exc
    caller = getattr(multiprocessing.process.BaseProcess._bootstrap, "__code__", None)  # type: ignore[attr-defined]

    @functools.wraps(own)
    def print_exc(*arguments: Any, **keywords: Any) -> None:
        error = sys.exc_info()[1]
        if error is not None and sys._getframe(1).f_code is caller:
            text = explain(error)
            if text:
                show(text)
        own(*arguments, **keywords)

    traceback.print_exc = print_exc


def _install_carrier(module: str, name: str, carry: Callable[[BaseException], None]) -> None:
    carrier: Any = getattr(sys.modules[module], name, None)
    if carrier is None:
        return
    own_init = carrier.__init__

    @functools.wraps(own_init)
    def init(self: Any, exc: BaseException, tb: Any) -> None:
        # Before the frames are taken away. An exception is pickled with its attributes.
        carry(exc)
        own_init(self, exc, tb)

    carrier.__init__ = init
