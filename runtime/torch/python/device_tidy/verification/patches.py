# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The methods of PyTorch that move tensors and read their values, each with a step behind it that tells the recorders.

Nothing else is changed: a dispatch mode would see more and make a small training step three times as slow. A method
costs a quarter of a microsecond more where nothing moves, and some microseconds where a copy is made.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from device_tidy import forking
from device_tidy.verification.recorder import Recorder

_recorders: tuple[Recorder, ...] = ()
_own: list[tuple[Any, str, Any]] = []
_lock = forking.lock_of(sys.modules[__name__])
# Only these have devices that mean something: not the tensors of FakeTensorMode and of libraries' own classes.
_PLAIN = (torch.Tensor, nn.Parameter)


def add(recorder: Recorder) -> None:
    """From now on the recorder is told. The first one puts the steps in place."""
    global _recorders
    with _lock:
        _recorders += (recorder,)
        if len(_recorders) == 1:
            _install()


def remove(recorder: Recorder) -> None:
    """The last one takes the steps away: what comes later costs nothing."""
    global _recorders
    with _lock:
        _recorders = tuple(other for other in _recorders if other is not recorder)
        if not _recorders:
            for owner, name, own in reversed(_own):
                if own is None:
                    delattr(owner, name)
                else:
                    setattr(owner, name, own)
            _own.clear()


def recorders() -> tuple[Recorder, ...]:
    return _recorders


_complaints: set[str] = set()


def complain(mistake: Exception) -> None:
    """A mistake of the watch is said once and is not the program's."""
    text = f"{type(mistake).__name__}: {mistake}"
    if text not in _complaints:
        _complaints.add(text)
        print(f"device-tidy: error: cannot watch this program: {text}", file=sys.stderr)


def _install() -> None:
    from device_tidy.verification import modules

    for name in ("to", "cuda", "cpu"):
        _replace(torch.Tensor, name, _moving)
    for name in ("item", "tolist", "__bool__", "__float__", "__int__", "__index__", "__repr__", "__format__"):
        _replace(torch.Tensor, name, _reading)
    modules.install(_replace)


def _replace(owner: Any, name: str, make: Callable[[str, Any], Any]) -> None:
    """What the class has from a base is set on the class itself and deleted again."""
    _own.append((owner, name, vars(owner).get(name)))
    step = make(name, getattr(owner, name))
    # How it is pickled.
    step.__module__, step.__qualname__ = owner.__module__, f"{owner.__qualname__}.{name}"
    _leave_alone(step)
    setattr(owner, name, step)


def _leave_alone(step: Any) -> None:
    """Has torch.compile run the step, and what it calls, as it is: its compiler would warn of what it cannot trace.
    torch._dynamo, which has a function for this, takes seconds to import; it is behind this one."""
    try:
        native = torch._C._dynamo.eval_frame
        skip = native._FrameAction.SKIP
        native.set_code_exec_strategy(step.__code__, native._FrameExecStrategy(skip, skip))
    except (AttributeError, TypeError):
        pass  # Another release: torch.compile warns and goes on.


def _moving(name: str, own: Any) -> Any:
    clock = time.perf_counter

    @functools.wraps(own)
    def move(self: Any, *arguments: Any, **keywords: Any) -> Any:
        begin = clock()
        result = own(self, *arguments, **keywords)
        if result is not self and type(result) in _PLAIN and type(self) in _PLAIN and result.device != self.device:
            seconds = clock() - begin
            frame = sys._getframe(1)
            # By position, too: to(device, dtype, non_blocking). Tensors among the arguments must not be compared.
            waits = not keywords.get("non_blocking", False) and not any(each is True for each in arguments)
            for recorder in _recorders:
                try:
                    recorder.moved(frame, name, self, result, seconds, waits)
                except Exception as mistake:
                    complain(mistake)
        return result

    return move


_READ_NAMES = {"__bool__": "bool", "__float__": "float", "__int__": "int", "__repr__": "print", "__format__": "format"}


def _reading(name: str, own: Any) -> Any:
    clock = time.perf_counter
    shown = _READ_NAMES.get(name, name)

    @functools.wraps(own)
    def read(self: Any, *arguments: Any, **keywords: Any) -> Any:
        if self.is_cpu or type(self) not in _PLAIN:
            return own(self, *arguments, **keywords)
        begin = clock()
        result = own(self, *arguments, **keywords)
        seconds = clock() - begin
        frame = sys._getframe(1)
        for recorder in _recorders:
            try:
                recorder.waited(frame, shown, self, seconds)
            except Exception as mistake:
                complain(mistake)
        return result

    return read
