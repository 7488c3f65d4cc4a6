# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The last lines of a run: what was copied where, and what the host waited for."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from device_tidy.verification.recorder import Recorder, Traffic, Waits

LINES = 10


def size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if unit == "bytes" and count < 1024:
            return counted(int(count), "byte")
        if count < 1024 or unit == "GiB":
            return f"{count:.1f} {unit}"
        count /= 1024
    raise AssertionError


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def costliest(traffic: Iterable[Traffic]) -> list[Traffic]:
    """Most bytes first; equal ones in the order of the source."""
    return sorted(traffic, key=lambda each: (-each.bytes, str(each.site.place)))


def text(recorder: Recorder, findings: int, processes: int, are_used: bool) -> str:
    """Nothing, if the program did nothing with devices. processes: others, of which some of it is. are_used: they
    have used the accelerator."""
    traffic = costliest(recorder.traffic.values())
    waits = sorted(recorder.waits.values(), key=lambda each: (-each.count, str(each.site.place)))
    unused = "" if are_used else _unused()
    if not traffic and not waits and not findings and not unused:
        return ""
    moved = sum(each.bytes for each in traffic)
    copies = sum(each.count for each in traffic)
    found = counted(findings, "finding")
    others = f", in {counted(processes, 'other process', 'other processes')}" if processes else ""
    lines = [f"device-tidy: {found}, {copies_of(copies, moved)}{others}"]
    if unused:
        lines.append(f"  {unused}")
    lines += [line_of(each) for each in traffic[:LINES]]
    if len(traffic) > LINES:
        lines.append(f"  and at {counted(len(traffic) - LINES, 'other place')}")
    lines += [_line_of_waits(each) for each in waits[:LINES]]
    return "\n".join(lines)


def counted(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def copies_of(count: int, moved: int) -> str:
    """count: how many; moved: their bytes."""
    return f"{counted(count, 'copy', 'copies')} of {size(moved)}"


def line_of(each: Traffic) -> str:
    """One line about the copies at a site."""
    step = f"'{each.operation}' {each.source} to {each.target}"
    return f"  {each.site.place}: {step}: {_times(each.count)}, {size(each.bytes)}, {_ms(each.seconds)}"


def _line_of_waits(each: Waits) -> str:
    return f"  {each.site.place}: '{each.operation}' waits for {each.device}: {_times(each.count)}, {_ms(each.seconds)}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _unused() -> str:
    """A machine with an accelerator on which nothing was put: the program fell back to the CPU as a whole."""
    if not torch.cuda.is_available():
        return ""
    is_used = torch.cuda.is_initialized() and any(  # type: ignore[no-untyped-call]
        torch.cuda.max_memory_allocated(index) for index in range(torch.cuda.device_count())
    )
    return "" if is_used else "nothing was put on cuda, which this machine has"
