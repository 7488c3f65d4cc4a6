# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file that takes what all processes of a run find.

A process adds a finding when it has it, so that nothing is lost if it is killed then. The file is replaced, never
written in place: it is whole at any time.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator

from device_tidy.findings import Finding
from device_tidy.verification import documents, merging
from device_tidy.verification.recorder import Recorder

# Seconds. A process that was stopped may hold the lock for ever; then rather a finding is lost than the program stops.
PATIENCE = 10.0


class OutputFile:
    """output_format: full, concise, json or sarif. May be used by several threads and processes."""

    def __init__(self, path: str, output_format: str) -> None:
        self.path, self.output_format = os.path.realpath(path), output_format
        # A pipe or a terminal takes a text once, and cannot be replaced.
        self.is_shared = os.path.isfile(self.path) or not os.path.exists(self.path)
        if path.startswith(("/dev/", "/proc/")):
            self.path, self.is_shared = path, False
        self._text = ""
        self._failed = False

    def add_text(self, text: str, finding: Finding | None = None) -> None:
        """Adds lines, unless another process did with the same finding."""
        with self._locked():
            before = self._read()
            if finding is None or not _has(before, finding):
                self._write(f"{before}{text}\n")

    def add_document(self, findings: list[Finding], recorder: Recorder | None = None) -> None:
        """Adds findings, and the traffic of a recorder that is at its end."""
        new = documents.of(self.output_format, findings, recorder)
        with self._locked():
            merged = merging.merged(self.output_format, merging.parsed(self.output_format, self._read()), new)
            self._write(documents.text_of(merged))

    def close(self) -> None:
        """Called once, by the program's first process."""
        if not self.is_shared:
            try:
                with open(self.path, "w", encoding="utf-8") as file:
                    file.write(self._text)
            except OSError as error:
                self._complain(error)

    def _read(self) -> str:
        if self.is_shared and not self._failed:
            with contextlib.suppress(OSError, UnicodeDecodeError), open(self.path, encoding="utf-8") as file:
                return file.read()
            return ""
        return self._text

    def _write(self, text: str) -> None:
        if not self.is_shared or self._failed:
            self._text = text
            return
        part = f"{self.path}.part"
        try:
            with open(part, "w", encoding="utf-8") as file:
                file.write(text)
            with contextlib.suppress(OSError):
                shutil.copymode(self.path, part)
            os.replace(part, self.path)
        except OSError as error:
            self._complain(error)

    def _complain(self, error: OSError) -> None:
        """Said in one line, once; the program's status stays as it is."""
        if not self._failed:
            self._failed = True
            print(f"device-tidy: error: cannot write {self.path}: {error.strerror}", file=sys.stderr)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """The lock is the folder's: the file itself is replaced. Some file systems have none."""
        import fcntl

        folder = -1
        if self.is_shared:
            with contextlib.suppress(OSError):
                folder = os.open(os.path.dirname(self.path), os.O_RDONLY | os.O_CLOEXEC)
                end = time.monotonic() + PATIENCE
                while not _try_lock(folder) and time.monotonic() < end:
                    time.sleep(0.005)
        try:
            yield
        finally:
            if folder >= 0:
                # Closing is not enough: a process forked in between has the lock too.
                with contextlib.suppress(OSError):
                    fcntl.flock(folder, fcntl.LOCK_UN)
                os.close(folder)


def _try_lock(file: int) -> bool:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _has(text: str, finding: Finding) -> bool:
    begin, end = f"{finding.place}: ", f" [{finding.check}]"
    return any(line.startswith(begin) and line.endswith(end) for line in text.splitlines())
