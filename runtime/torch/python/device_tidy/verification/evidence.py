# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run saw, for `device-tidy check --evidence FILE`: which operations ran with which devices, and which failed.

A line of JSON for each place and each combination of devices there is appended at once (analyzer/driver/RunEvidence.h
has the format). Unlike the rest of the watch this looks at every operation, through a mode of PyTorch for functions, so
a small step takes twice as long. The mode is of one thread: the one that imports torch.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from types import CodeType, FrameType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from device_tidy import forking, sources, wording
from device_tidy.explanation import messages
from device_tidy.explanation.frames import View
from device_tidy.explanation.operands import Operand, operands_of, operation_of
from device_tidy.findings import Finding

MAX_LINES = 1 << 16
OPERATIONS = (ast.Call, ast.BinOp, ast.AugAssign, ast.Compare, ast.Subscript)


class Evidence:
    """The file. May be used by several threads, and by the processes of one program."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._written: set[str] = set()
        self._lock = forking.lock_of(self)
        self._failed = False

    def add(self, view: View, check: str, operands: list[Operand]) -> None:
        """check: what failed, "" if the operation went well."""
        span = view.place.point
        line = json.dumps(
            {
                "path": os.path.abspath(view.path),
                "line": span.line,
                "column": span.column + 1,
                "check": check,
                "operation": operation_of(view),
                "operands": [
                    {"name": wording.quoted(each.name, "the operand"), "device": each.device} for each in operands
                ],
            }
        )
        with self._lock:
            if self._failed or line in self._written or len(self._written) >= MAX_LINES:
                return
            self._written.add(line)
            try:
                # One call for a line: what several processes append does not mix.
                file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
                os.write(file, (line + "\n").encode())
                os.close(file)
            except OSError as error:
                self._failed = True
                print(f"device-tidy: error: cannot write the evidence {self.path}: {error.strerror}", file=sys.stderr)


def _user_frame(frame: FrameType | None) -> FrameType | None:
    while frame is not None and sources.kind_of(frame.f_code.co_filename) is not sources.PROJECT:
        frame = frame.f_back
    return frame


class Watch(TorchFunctionMode):
    """Sees the functions and methods of PyTorch that the program, or a module of it, calls."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self.evidence = evidence
        self._seen: dict[Any, CodeType] = {}  # with the code, whose id is another's once it is gone

    def start(self) -> None:
        """From now on, to the end of the process."""
        enter: Any = self.__enter__
        enter()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        try:
            result = func(*args, **(kwargs or {}))
        except Exception as error:
            message = messages.find(str(error))
            if message is not None:
                self._note(sys._getframe(1), f"device-{message.check}", args, kwargs)
            raise
        self._note(sys._getframe(1), "", args, kwargs)
        return result

    def _note(self, frame: FrameType, check: str, args: Any, kwargs: Any) -> None:
        try:
            found = _user_frame(frame)
            if found is None:
                return
            devices = tuple(tensor.device for tensor in _tensors((*args, *(kwargs or {}).values())))
            key = id(found.f_code), found.f_lasti, check, devices
            if not devices or key in self._seen:
                return
            self._seen[key] = found.f_code
            with torch._C.DisableTorchFunction():
                view = View(found, found.f_lineno, found.f_lasti)
                if isinstance(view.node, OPERATIONS):
                    operands = operands_of(view, tuple(dict.fromkeys(map(str, devices))))
                    self.evidence.add(view, check, operands)
        except Exception as mistake:
            from device_tidy.verification import patches

            patches.complain(mistake)


def _tensors(values: Any) -> list[torch.Tensor]:
    found = []
    for value in values:
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += [item for item in value if isinstance(item, torch.Tensor)]
    return found


def note_error(evidence: Evidence, error: BaseException, finding: Finding) -> None:
    """An error that ended a thread: of the frame at which it is reported."""
    from device_tidy.explanation import frames

    for view in frames.of_traceback(error.__traceback__):
        if view.place == finding.place:
            message = messages.find(str(error))
            evidence.add(view, finding.check, operands_of(view, message.devices if message else ()))
