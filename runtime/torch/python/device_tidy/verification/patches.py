# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The methods of PyTorch that move tensors and read their values, each with a step behind it that tells the recorders.

Nothing else is changed: a dispatch mode would see more and make a small training step three times as slow. A method
costs a quarter of a microsecond more where nothing moves, and some microseconds where a copy is made.
"""

from __future__ import annotations

import functools
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import torch
from torch import nn

from device_tidy import forking
from device_tidy.verification import steps
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
        follow(torch.Tensor, name, _after_move(name), steps.Told.MOVES)
    for name in ("item", "tolist", "__bool__", "__float__", "__int__", "__index__", "__repr__", "__format__"):
        follow(torch.Tensor, name, _after_read(name), steps.Told.READS)
    modules.install()


def follow(owner: type, name: str, after: steps.After, told: steps.Told) -> None:
    """Puts a step behind a method. What the class has from a base is set on the class itself and deleted again."""
    own = getattr(owner, name)
    _leave_alone(after)
    step = steps.make(owner, name, own, after, told)
    if step is None:
        step = _wrapped(own, after, told)
        # How it is pickled.
        step.__module__, step.__qualname__ = owner.__module__, f"{owner.__qualname__}.{name}"
        _leave_alone(step)
    _own.append((owner, name, vars(owner).get(name)))
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


def caller() -> FrameType:
    """The frame that called the method, for its after: of ours, only functions of Python that take a method's place are
    between."""
    frame = sys._getframe(2)
    while frame.f_code in _frames and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _after_move(name: str) -> steps.After:
    def after(
        source: Any, result: Any, arguments: tuple[Any, ...], keywords: dict[str, Any] | None, seconds: float
    ) -> None:
        if type(result) not in _PLAIN or type(source) not in _PLAIN or result.device == source.device:
            return
        # By position, too: to(device, dtype, non_blocking). Tensors among the arguments must not be compared.
        waits = not (keywords or {}).get("non_blocking", False) and not any(each is True for each in arguments)
        for recorder in _recorders:
            try:
                recorder.moved(caller(), name, source, result, seconds, waits)
            except Exception as mistake:
                complain(mistake)

    return after


_READ_NAMES = {"__bool__": "bool", "__float__": "float", "__int__": "int", "__repr__": "print", "__format__": "format"}


def _after_read(name: str) -> steps.After:
    shown = _READ_NAMES.get(name, name)

    def after(source: Any, result: Any, arguments: Any, keywords: Any, seconds: float) -> None:
        if type(source) not in _PLAIN:
            return
        for recorder in _recorders:
            try:
                recorder.waited(caller(), shown, source, seconds)
            except Exception as mistake:
                complain(mistake)

    return after


_depth = threading.local()


def _wrapped(own: Any, after: steps.After, told: steps.Told) -> Any:
    """The same in Python, where there is no library."""
    clock = time.perf_counter

    @functools.wraps(own)
    def step(self: Any, *arguments: Any, **keywords: Any) -> Any:
        if told is steps.Told.READS and self.is_cpu:
            return own(self, *arguments, **keywords)
        begin, outer = clock(), getattr(_depth, "open", False)
        _depth.open = outer or told is steps.Told.OUTERMOST
        try:
            result = own(self, *arguments, **keywords)
        finally:
            _depth.open = outer
        is_told = result is not self if told is steps.Told.MOVES else not outer or told is not steps.Told.OUTERMOST
        if is_told:
            after(self, result, arguments, keywords, clock() - begin)
        return result

    _frames.add(step.__code__)
    return step


_frames: set[CodeType] = set()
