# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where Python shows an error that nobody handles: one that ends the program or a thread, one that it can only ignore
(in __del__, atexit, a finalizer), and one of a cell of a notebook."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from device_tidy.importing import after_import


def install(tell: Callable[[BaseException], None]) -> None:
    """tell is called with each error before it is shown."""
    own, own_threads, own_unraisable = sys.excepthook, threading.excepthook, sys.unraisablehook

    def explain_first(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Any:
        tell(error)
        return own(kind, error, trace)

    def explain_thread(arguments: Any) -> Any:
        if arguments.exc_value is not None:
            tell(arguments.exc_value)
        return own_threads(arguments)

    def explain_unraisable(arguments: Any) -> Any:
        if arguments.exc_value is not None and not sys.is_finalizing():
            tell(arguments.exc_value)
        return own_unraisable(arguments)

    sys.excepthook, threading.excepthook, sys.unraisablehook = explain_first, explain_thread, explain_unraisable
    after_import("IPython.core.interactiveshell", functools.partial(_install_notebook, tell))


def _install_notebook(tell: Callable[[BaseException], None]) -> None:
    shell: Any = getattr(sys.modules["IPython.core.interactiveshell"], "InteractiveShell", None)
    own = getattr(shell, "showtraceback", None)
    if own is None:
        return

    @functools.wraps(own)
    def showtraceback(self: Any, exc_tuple: Any = None, *arguments: Any, **keywords: Any) -> Any:
        error = exc_tuple[1] if exc_tuple else sys.exc_info()[1]
        if isinstance(error, BaseException):
            tell(error)
        return own(self, exc_tuple, *arguments, **keywords)

    shell.showtraceback = showtraceback
