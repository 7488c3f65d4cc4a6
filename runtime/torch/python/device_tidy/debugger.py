# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A scope that says what happened with devices in it."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import IO, Any

import torch

from device_tidy.findings import Finding
from device_tidy.verification import patches, summary
from device_tidy.verification.recorder import Recorder, Traffic


class DeviceDebugger:
    """Times the work in a scope, lists what moved, and explains a device error that leaves it:

        with DeviceDebugger("forward") as scope:
            outputs = model(inputs)
        print(scope.elapsed_ms)

    With CUDA, events on the current stream take the time, so that it is the device's; else a monotonic clock does.
    Moves are those of all threads while the scope is open. Scopes may be nested; one object is entered once.

    name: in the report. quiet: print nothing; str(scope) is the report. file: where to, by default standard error.

    An exception goes on as it is; what it says of devices is printed first, and kept in explanation.
    """

    def __init__(self, name: str = "scope", *, quiet: bool = False, file: IO[str] | None = None) -> None:
        self.name, self.quiet, self.file = name, quiet, file
        self.elapsed_ms: float = 0.0
        self.explanation: Any = None
        self._recorder = Recorder()
        self._events: tuple[Any, Any] | None = None
        self._begin = 0.0

    @property
    def transfers(self) -> list[Traffic]:
        """What was copied between devices: site, source, target, count, bytes, seconds; most bytes first."""
        return summary.costliest(self._recorder.traffic.values())

    @property
    def findings(self) -> list[Finding]:
        """Discarded moves and the like: what device-tidy run reports."""
        return self._recorder.findings

    def __enter__(self) -> DeviceDebugger:
        patches.add(self._recorder)
        if torch.cuda.is_available():
            make: Any = torch.cuda.Event
            start, end = make(enable_timing=True), make(enable_timing=True)
            self._events = start, end
            start.record()
        self._begin = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.elapsed_ms = (time.perf_counter() - self._begin) * 1000
        if self._events is not None:
            self._take_events(*self._events)
        if error is not None:
            from device_tidy.explanation import explain

            self.explanation = explain(error)
        patches.remove(self._recorder)
        self._recorder.finish()
        if not self.quiet:
            print(self, file=self.file or sys.stderr)

    def _take_events(self, start: Any, end: Any) -> None:
        try:
            end.record()
            end.synchronize()
            self.elapsed_ms = start.elapsed_time(end)
        except RuntimeError:
            pass  # After an error on the device nothing works on it; the clock's time remains.

    def __str__(self) -> str:
        """The report."""
        copies = sum(each.count for each in self.transfers)
        moved = sum(each.bytes for each in self.transfers)
        lines = [f"{self.name}: {self.elapsed_ms:.2f} ms, {summary.copies_of(copies, moved)}"]
        lines += [summary.line_of(each) for each in self.transfers[: summary.LINES]]
        lines += [finding.text() for finding in self.findings]
        if self.explanation is not None:
            lines.append(str(self.explanation))
        return "\n".join(lines)
