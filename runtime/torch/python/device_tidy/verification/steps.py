# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Methods that call another one and then tell of it, without a frame of their own while the other one runs: what
PyTorch warns of is then the program's line (runtime/steps/Steps.h)."""

from __future__ import annotations

import ctypes
import enum
import functools
import types
from collections.abc import Callable
from typing import Any

from device_tidy import native

# With self, the result, the positional arguments, the named ones or None, and the seconds that it took.
After = Callable[[Any, Any, tuple[Any, ...], "dict[str, Any] | None", float], None]


class Told(enum.IntEnum):
    """When after is called (DevtidyStepKind)."""

    MOVES = 0  # if the result is not self
    READS = 1  # if self is on an accelerator
    EACH = 2
    OUTERMOST = 3  # not for what such a call calls


# They are kept for good: a recorder that comes later uses them again.
_made: dict[tuple[type, str], tuple[Any, After, Any]] = {}


@functools.cache
def _library() -> Any:
    """None where it is missing, or cannot be loaded into this Python."""
    path = native.path_of("libdevice_tidy_steps.so")
    try:
        made = ctypes.PyDLL(str(path)).devtidyMakeStep if path is not None else None
    except (OSError, AttributeError):
        return None
    if made is not None:
        made.restype = ctypes.py_object
        made.argtypes = [ctypes.py_object, ctypes.c_char_p, ctypes.c_char_p] + [ctypes.py_object] * 2 + [ctypes.c_int32]
    return made


def make(owner: type, name: str, own: Any, after: After, told: Told) -> Any:
    """A method of the class in the place of own. None if there is no library."""
    known = _made.get((owner, name))
    if known is not None:
        return known[2] if known[0] is own else None
    library = _library()
    if library is None:
        return None
    documentation = own.__doc__ or ""
    if isinstance(own, types.FunctionType):
        documentation = f"{name}($self, /, *args, **kwargs)\n--\n\n{documentation}"
    texts = name.encode(), documentation.encode()
    try:
        step = library(owner, *texts, own, after, told)
    except ValueError:
        return None  # There are as many as it makes: NULL without an error.
    _made[owner, name] = own, after, step
    _kept.append(texts)
    return step


_kept: list[tuple[bytes, bytes]] = []
