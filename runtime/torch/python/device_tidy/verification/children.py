# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the processes that a program makes have seen, for the summary of its first one.

A process may be killed at any time, as those of a pool are when the pool ends. So what it sees is outside of it at
once: a line of JSON for each place, and the counts in a file that is mapped to memory.
"""

from __future__ import annotations

import json
import mmap
import os
import shutil
import struct
from collections.abc import Iterator
from typing import Any

from device_tidy.findings import Finding
from device_tidy.sources import Span
from device_tidy.verification.recorder import Recorder, Traffic, Waits
from device_tidy.verification.sites import DistantSite

# runtime/abi/Environment.h
FOLDER_VARIABLE = "DEVICE_TIDY_CHILDREN"
_COUNTS = struct.Struct("<qqd")
# Places that a process counts; what it does at others is not in the summary.
SLOTS = 4096


def name_folder() -> str:
    """The name of a folder, for the processes that come: the first one that sees something makes it."""
    folder = os.path.join(os.environ.get("TMPDIR") or "/tmp", f"device-tidy-{os.urandom(8).hex()}")
    os.environ[FOLDER_VARIABLE] = folder
    return folder


class Journal:
    """What one process adds. May be used by several threads that hold the recorder's lock."""

    def __init__(self, folder: str) -> None:
        self._name = os.path.join(folder, f"{os.getpid()}-{os.urandom(4).hex()}")
        self._folder = folder
        self._counts: mmap.mmap | None = None
        self._slots = 0

    def add_accelerator(self) -> None:
        """This process has begun to use it, whatever it moves."""
        self._append({"accelerator": True})

    def add_finding(self, finding: Finding) -> None:
        self._append({"finding": [finding.check, str(finding.place)]})

    def count(self, entry: Traffic | Waits) -> None:
        if entry.slot is None:
            entry.slot = -1
            entry.slot = self._new_slot(entry)
        if entry.slot >= 0 and self._counts is not None:
            _COUNTS.pack_into(self._counts, entry.slot * _COUNTS.size, entry.count, entry.bytes, entry.seconds)

    def _new_slot(self, entry: Traffic | Waits) -> int:
        if self._slots == SLOTS:
            return -1
        if self._counts is None:
            self._counts = self._map()
        slot = self._slots
        self._slots += 1
        site = entry.site
        span = site.span
        at = {
            "path": os.path.abspath(site.path),
            "line": site.line,
            "span": span and [span.line, span.column, span.end_line, span.end_column],
            "function": site.function,
            "operation": entry.operation,
        }
        if isinstance(entry, Traffic):
            self._append({"slot": slot, "from": entry.source, "to": entry.target, **at})
        else:
            self._append({"slot": slot, "device": entry.device, **at})
        return slot

    def _map(self) -> mmap.mmap:
        self._make_folder()
        file = os.open(f"{self._name}.counts", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.ftruncate(file, SLOTS * _COUNTS.size)
            return mmap.mmap(file, SLOTS * _COUNTS.size)
        finally:
            os.close(file)

    def _append(self, line: dict[str, Any]) -> None:
        self._make_folder()
        with open(f"{self._name}.lines", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _make_folder(self) -> None:
        # Another user must not put anything there.
        os.makedirs(self._folder, mode=0o700, exist_ok=True)


class Children:
    """What all of them have seen. processes: how many of them have seen something."""

    def __init__(self) -> None:
        self.processes = 0
        self.use_accelerator = False
        self.findings: set[tuple[str, str]] = set()
        self._seen: list[Traffic | Waits] = []

    @staticmethod
    def take(folder: str) -> Children:
        """Removes the folder."""
        found = Children()
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            return found  # None of them has seen anything.
        for name in names:
            if name.endswith(".lines"):
                found._read(os.path.join(folder, name.removesuffix(".lines")))
        shutil.rmtree(folder, ignore_errors=True)
        return found

    def _read(self, name: str) -> None:
        self.processes += 1
        try:
            with open(f"{name}.counts", "rb") as file:
                counts = file.read()
        except OSError:
            counts = b""
        for line in _lines(f"{name}.lines"):
            if "finding" in line:
                self.findings.add((line["finding"][0], line["finding"][1]))
            elif "accelerator" in line:
                self.use_accelerator = True
            else:
                self._seen.append(_entry(line, _COUNTS.unpack_from(counts, line["slot"] * _COUNTS.size)))

    def add_to(self, recorder: Recorder) -> None:
        """What happened at one place in several processes is one entry."""
        known: dict[Any, Traffic | Waits] = {}
        own: list[Traffic | Waits] = [*recorder.traffic.values(), *recorder.waits.values()]
        for each in own:
            known.setdefault(_key(each), each)
        for each in self._seen:
            same = known.get(_key(each))
            if same is not None:
                same.count += each.count
                same.bytes += each.bytes
                same.seconds += each.seconds
                continue
            known[_key(each)] = each
            if isinstance(each, Traffic):
                recorder.traffic[id(each.site), each.source, each.target] = each
            else:
                recorder.waits[id(each.site), each.operation] = each


def _key(each: Traffic | Waits) -> tuple[str, ...]:
    devices = (each.source, each.target) if isinstance(each, Traffic) else (each.device,)
    return str(each.site.place), each.operation, *devices


def _entry(line: dict[str, Any], counts: tuple[Any, ...]) -> Traffic | Waits:
    site = DistantSite(line["path"], line["line"], Span(*line["span"]) if line["span"] else None, line["function"])
    entry: Traffic | Waits
    if "from" in line:
        entry = Traffic(site, line["operation"], line["from"], line["to"])
        entry.bytes = counts[1]
    else:
        entry = Waits(site, line["operation"], line["device"], 0.0)
    entry.count, entry.seconds = counts[0], counts[2]
    return entry


def _lines(path: str) -> Iterator[dict[str, Any]]:
    """The last one is not whole if the process was killed."""
    with open(path, encoding="utf-8") as file:
        for text in file:
            try:
                yield json.loads(text)
            except ValueError:
                return
