# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is seen of a program, and what is found in it.

The functions that take the place of PyTorch's (patches.py) tell the recorder what moved and what waited. All methods
may be called from any thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from torch.nn import Parameter

from device_tidy import forking, sources, wording
from device_tidy.findings import Finding, is_silenced
from device_tidy.verification.ledger import Ledger
from device_tidy.verification.sites import Site, Sites

if TYPE_CHECKING:
    from device_tidy.verification.children import Journal

# How often the same has to happen before it is called a loop.
REPEATS = 8
WAITS = 16
# Something that happens less often than once in this time, in seconds, delays nobody.
WAIT_INTERVAL = 1.0


class Traffic:
    """Copies from one device to another at one site. slot: the journal's."""

    __slots__ = ("site", "operation", "source", "target", "count", "bytes", "seconds", "slot")

    def __init__(self, site: Site, operation: str, source: str, target: str) -> None:
        self.site, self.operation, self.source, self.target = site, operation, source, target
        self.count, self.bytes, self.seconds = 0, 0, 0.0
        self.slot: int | None = None


class Waits:
    """Reads of an accelerator's values at one site. slot: the journal's."""

    __slots__ = ("site", "operation", "device", "name", "count", "bytes", "seconds", "first", "last", "slot")

    def __init__(self, site: Site, operation: str, device: str, now: float) -> None:
        self.site, self.operation, self.device, self.name = site, operation, device, ""
        self.count, self.bytes, self.seconds, self.first, self.last = 0, 0, 0.0, now, now
        self.slot: int | None = None


class Recorder:
    """on_finding is called with each finding when it is new and wanted. journal: of a process that another one asks
    what it has seen."""

    def __init__(
        self,
        on_finding: Callable[[Finding], None] | None = None,
        wants: Callable[[Finding], bool] = lambda finding: True,
    ) -> None:
        self.sites, self.ledger = Sites(), Ledger()
        self.findings: list[Finding] = []
        self.traffic: dict[tuple[int, Any, Any], Traffic] = {}
        self.waits: dict[tuple[int, str], Waits] = {}
        self._found: dict[tuple[str, str], Finding] = {}
        self._on_finding, self._wants = on_finding, wants
        self.journal: Journal | None = None
        self._lock = forking.lock_of(self)

    def moved(self, frame: FrameType, operation: str, source: Any, result: Any, seconds: float, waits: bool) -> None:
        """A tensor was copied to another device; frame is the caller of the method."""
        if frame.f_code.co_name == "__torch_function__":
            return  # A mode or a subclass calls the method again; the first call tells.
        is_direct = sources.kind_of(frame.f_code.co_filename) is not sources.TORCH
        shown = self.sites.shown_of(frame)
        site = self.sites.at(shown)
        origin, target = source.device, result.device
        with self._lock:
            key = id(site), origin, target
            traffic = self.traffic.get(key)
            if traffic is None:
                traffic = self.traffic[key] = Traffic(site, operation, str(origin), str(target))
            traffic.count += 1
            traffic.bytes += result.numel() * result.element_size()
            traffic.seconds += seconds
            self._tell(traffic)
        if not is_direct:
            return
        self.ledger.place(result, site)
        if type(source) is Parameter:
            return
        times = self.ledger.copied(source, target, site)
        # What a library does with its result, the program's line does not say.
        if shown is frame and site.discarded and traffic.count == 1:
            self._discarded(frame, operation, source, site)
        elif times == REPEATS and source.is_cpu:
            message = wording.moved_again(_name(shown, site, source), str(target), times)
            self.report(Finding("device-move-in-loop", 3, message, site.place, site.function))
        if waits and result.is_cpu:
            self._waited(shown, site, operation, source, seconds)

    def waited(self, frame: FrameType, operation: str, tensor: Any, seconds: float) -> None:
        """The host read values of a tensor on an accelerator; frame is the caller of the method."""
        if sources.kind_of(frame.f_code.co_filename) is sources.TORCH:
            return  # The program did not ask for the value: PyTorch does this itself.
        shown = self.sites.shown_of(frame)
        self._waited(shown, self.sites.at(shown), operation, tensor, seconds)

    def _waited(self, frame: FrameType, site: Site, operation: str, tensor: Any, seconds: float) -> None:
        now = time.monotonic()
        with self._lock:
            key = id(site), operation
            waits = self.waits.get(key)
            if waits is None:
                waits = self.waits[key] = Waits(site, operation, str(tensor.device), now)
            waits.count += 1
            waits.seconds += seconds
            waits.last = now
            is_reported = waits.count == WAITS
            self._tell(waits)
        if is_reported:
            waits.name = _name(frame, site, tensor)

    def _tell(self, entry: Traffic | Waits) -> None:
        if self.journal is not None:
            self.journal.count(entry)

    def begin_again(self, journal: Journal) -> None:
        """In a forked process: what the other one has counted is not this one's. What it has found is not found
        again."""
        self.traffic.clear()
        self.waits.clear()
        self.journal = journal

    def report(self, finding: Finding) -> None:
        """Adds a finding, unless it is known or silenced."""
        key = finding.check, str(finding.place)
        with self._lock:
            known = self._found.get(key)
            if known is not None:
                known.count += 1
                return
            self._found[key] = finding
        if is_silenced(finding) or not self._wants(finding):
            return
        self.findings.append(finding)
        if self._on_finding is not None:
            self._on_finding(finding)

    def finish(self) -> None:
        """Reports what only the end of the program shows."""
        from device_tidy.explanation import frames

        for waits in list(self.waits.values()):
            interval = (waits.last - waits.first) / max(1, waits.count - 1)
            if waits.count >= WAITS and interval < WAIT_INTERVAL and waits.site.is_in_loop:
                site = waits.site
                name = waits.name or frames.sole_name(site.path, site.node)
                message = wording.waits(waits.operation, name, waits.device)
                finding = Finding("device-hidden-sync", 3, message, site.place, site.function, count=waits.count)
                self.report(finding)

    def _discarded(self, frame: FrameType, operation: str, source: Any, site: Site) -> None:
        from device_tidy.explanation.origins import notes_of_live

        message = wording.discarded(operation, site.name, str(source.device))
        finding = Finding("device-discarded-move", 1, message, site.place, site.function)
        finding.notes = notes_of_live(frame, site.receiver, source, self.ledger)
        self.report(finding)


def _name(frame: FrameType, site: Site, tensor: Any) -> str:
    """What the tensor is called where it is read or moved; "" if that is not known."""
    from device_tidy.explanation import frames

    return frames.name_of(frames.View(frame, frame.f_lineno, frame.f_lasti), site.node, tensor)
