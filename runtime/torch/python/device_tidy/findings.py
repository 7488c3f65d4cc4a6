# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is found while a program runs, in the form of the analyzer's findings: docs/output.md. Imports no torch."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from device_tidy import text
from device_tidy.sources import Span, shown


@dataclass(frozen=True)
class Place:
    """Where something stands: a span, and the point that the headline is about."""

    path: str
    span: Span
    point: Span

    @staticmethod
    def of_line(path: str, line: int) -> Place:
        source = text.line(path, line)
        begin = len(source) - len(source.lstrip())
        span = Span(line, begin, line, max(begin, len(source.encode())))
        return Place(path, span, span)

    def __str__(self) -> str:
        return f"{shown(self.path)}:{self.point.line}:{self.point.column + 1}"


@dataclass(frozen=True)
class Note:
    message: str
    place: Place | None


@dataclass(frozen=True)
class Edit:
    """A replacement in a file."""

    path: str
    span: Span
    replacement: str


@dataclass(frozen=True)
class Fix:
    title: str
    edits: tuple[Edit, ...]
    sure: bool = False


@dataclass
class Finding:
    """check: "device-mixed-operands". level: 1 correctness, 2 portability, 3 performance. count: how often it was
    seen."""

    check: str
    level: int
    message: str
    place: Place
    function: str = ""
    notes: list[Note] = field(default_factory=list)
    fixes: list[Fix] = field(default_factory=list)
    count: int = 1

    def text(self, kind: str = "warning") -> str:
        """As device-tidy check prints it."""
        lines = [f"{self.place}: {kind}: {self.message} [{self.check}]", *snippet(self.place)]
        for note in self.notes:
            if note.place is None:
                lines.append(f"note: {note.message}")
            else:
                lines += [f"{note.place}: note: {note.message}", *snippet(note.place)]
        for fix in self.fixes:
            lines.append(f"possible fix: {fix.title}")
            lines += diff(fix)
        return "\n".join(lines)


def snippet(place: Place) -> list[str]:
    """The line of source with marks below it; nothing if the file cannot be read."""
    line = place.point.line
    source = text.line(place.path, line)
    if not source:
        return []
    raw = source.encode()
    begin = place.span.column if place.span.line == line else len(raw) - len(raw.lstrip())
    end = place.span.end_column if place.span.end_line == line else len(raw)
    marks = [" "] * len(source)
    # Columns are bytes; marks stand below characters.
    first, last = (len(raw[:column].decode(errors="replace")) for column in (begin, end))
    marks[first:last] = "~" * (last - first)
    point = len(raw[: place.point.column].decode(errors="replace"))
    if point < len(marks):
        marks[point] = "^"
    if place.span == place.point:
        marks[first + 1 : last] = "~" * max(0, last - first - 1)
    return [f"{line:5} | {source}", f"      | {''.join(marks).rstrip()}"]


def diff(fix: Fix) -> list[str]:
    """The edits of a fix as a patch without context. Edits stand in one line each."""
    lines: list[str] = []
    for path, number in dict.fromkeys((edit.path, edit.span.line) for edit in fix.edits):
        old = text.line(path, number)
        new = old.encode()
        here = [edit for edit in fix.edits if (edit.path, edit.span.line) == (path, number)]
        for edit in sorted(here, key=lambda edit: -edit.span.column):
            new = new[: edit.span.column] + edit.replacement.encode() + new[edit.span.end_column :]
        lines += [f"--- {shown(path)}:{number}", f"-{old}", f"+{new.decode(errors='replace')}"]
    return lines


_COMMENT = re.compile(
    r"#\s*(?:noqa(?::\s*(?P<noqa>[\w*, -]+))?|device-tidy:\s*ignore(?:\[(?P<ignore>[^\]]*)\])?)", re.I
)


def is_silenced(finding: Finding) -> bool:
    """Whether a comment in the finding's line says so: docs/output.md, Suppression."""
    import fnmatch

    for number in {finding.place.point.line, finding.place.span.end_line}:
        match = _COMMENT.search(text.line(finding.place.path, number))
        if match is None:
            continue
        names = match["noqa"] or match["ignore"]
        if not names or any(fnmatch.fnmatch(finding.check, name) for name in re.split(r"[,\s]+", names) if name):
            return True
    return False
