# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts an explanation together."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import Any

import torch

from device_tidy import sources, wording
from device_tidy.explanation import frames, repairs
from device_tidy.explanation.frames import View
from device_tidy.explanation.messages import Message
from device_tidy.explanation.operands import Operand, operands_of, operation_of
from device_tidy.explanation.origins import Tracer
from device_tidy.findings import Finding

MAX_OPERANDS = 4


def finding_of(error: BaseException, message: Message) -> Finding | None:
    """None if no frame of the traceback is of the program or of a library with sources."""
    views = frames.of_traceback(error.__traceback__)
    own = [index for index, view in enumerate(views) if view.kind is sources.PROJECT] or [
        index for index, view in enumerate(views) if view.kind is not sources.TORCH
    ]
    if not own:
        return None
    # The traceback ends where the exception is handled; the callers beyond it still know where arguments come from.
    outer = views[0].frame.f_back
    callers = frames.of_live(outer)
    views = callers + views
    own = [index + len(callers) for index in own]
    make = _MAKERS.get(message.check, _plain)
    return make(views, own, message)


def finding_without_values(error: BaseException, message: Message) -> Finding | None:
    """What the text and the traceback alone say."""
    own = [view for view in frames.of_traceback(error.__traceback__) if view.kind is sources.PROJECT]
    if not own:
        return None
    return _finding(own[-1], message.check, " ".join(["operands are on", " and ".join(message.devices)]))


def _ledger() -> Any:
    patches = sys.modules.get("device_tidy.verification.patches")
    recorders = patches.recorders() if patches is not None else ()
    return recorders[0].ledger if recorders else None


def _finding(view: View, check: str, message: str) -> Finding:
    return Finding(f"device-{check}", 1, message, view.place, view.function)


def _subject(view: View) -> str:
    """What failed in a frame: the operation, else the function, in quotes."""
    # Of outer.<locals>.inner the function's own name: what has none is <module> or <lambda>.
    name = operation_of(view) or view.function.rpartition("<locals>.")[2]
    return "this line" if name.startswith("<") else wording.quoted(name, "this line")


def _plain(views: list[View], own: list[int], message: Message) -> Finding:
    view = views[own[-1]]
    subject = _subject(view)
    if message.check == "unguarded-accelerator":
        return _finding(view, message.check, f"{subject} needs an accelerator and fails on a machine without one")
    if message.check == "load-without-map-location":
        text = f"{subject} without a device: the file was saved on a device that this machine does not have"
        return _finding(view, message.check, text)
    if message.check == "invalid-index":
        named = next((device for device in _named_devices(view)), None)
        what = f"'{named}' names no accelerator for {subject}" if named else f"{subject} names no accelerator"
        return _finding(view, message.check, f"{what}: this machine has {torch.accelerator.device_count()}")
    if message.check == "forked-accelerator":
        return _finding(view, message.check, f"{subject} uses the accelerator in a forked process")
    return _finding(view, message.check, f"{subject} fails: {message.text}")


# Functions and methods whose argument may be the number of a device.
TAKES_INDEX = ("cuda", "device", "get_device_properties", "set_device", "set_device_index", "synchronize", "to")


def _named_devices(view: View) -> Iterator[str]:
    """The devices with an index that the failing call is given, as they are written there or held by a variable."""
    for node, _ in frames.operands(view.node):
        value = view.value(node)
        if isinstance(value, torch.device) and value.index is not None:
            yield str(value)
        elif isinstance(value, str) and ":" in value:
            yield value
        elif isinstance(value, int) and not isinstance(value, bool) and operation_of(view) in TAKES_INDEX:
            yield str(value)


def _generator(views: list[View], own: list[int], message: Message) -> Finding:
    for index in reversed(own):
        view = views[index]
        found = next((each for each in operands_of(view, ()) if _is_generator(each)), None)
        if found is not None:
            other = next(
                (device for device in message.devices if device != found.device.split(":")[0]), "another device"
            )
            text = f"{_subject(view)} draws from a generator on another device:"
            finding = _finding(view, message.check, f"{text} '{found.name}' on {found.device}, the result on {other}")
            finding.notes = Tracer(views, _ledger()).notes(index, found.node, found.value)
            return finding
    return _mixed(views, own, message)


def _is_generator(operand: Operand) -> bool:
    node = operand.node
    is_made = isinstance(node, ast.Call) and sources.called_name(node)[0] == "Generator"
    return isinstance(operand.value, torch.Generator) or is_made


def _mixed(views: list[View], own: list[int], message: Message) -> Finding:
    """Of the frames of the program, the innermost one that shows two devices; else of those of libraries."""
    rest = [index for index, view in enumerate(views) if index >= own[0] and view.kind is sources.LIBRARY]
    for index in [*reversed(own), *reversed(rest)]:
        found = operands_of(views[index], message.devices)
        if len({operand.device for operand in found}) > 1:
            return _describe(views, index, _clashing(found), message)
    view = views[own[-1]]
    devices = " and ".join(message.devices) or "different devices"
    operation = operation_of(view)
    what = f"operands of {wording.quoted(operation, 'the call')}" if operation else "operands"
    return _finding(view, message.check, f"{what} are on {devices}")


def _clashing(found: list[Operand]) -> list[Operand]:
    """One of each device first, then the rest."""
    first = list({operand.device: operand for operand in reversed(found)}.values())
    kept = [operand for operand in found if operand in first]
    rest = [operand for operand in found if operand not in first]
    return sorted((kept + rest)[:MAX_OPERANDS], key=found.index)


_HEADLINES = {
    "mixed-operands": "operands of {op} are on different devices: {operands}",
    "index-mismatch": "index is on another device than the tensor that it indexes: {operands}",
    "generator-mismatch": "{op} draws from a generator on another device: {operands}",
    "optimizer-before-move": "{op} meets parameters away from their optimizer: {operands}",
    "parallel-before-move": "{op} meets a module that is not in its place: {operands}",
    "legacy-constructor": "{op} on another device than cpu fails: legacy constructors create on cpu only",
}


def _describe(views: list[View], index: int, found: list[Operand], message: Message) -> Finding:
    view = views[index]
    listed = wording.on_devices((operand.name, operand.device) for operand in found)
    operation = operation_of(view)
    # A gradient that is assigned is no affair of an optimizer.
    check = "mixed-operands" if operation == "grad" else message.check
    text = _HEADLINES[check].format(op=wording.quoted(operation, "the call"), operands=listed)
    finding = _finding(view, check, text)
    tracer = Tracer(views, _ledger())
    notes = [tracer.notes(index, operand.node, operand.value, operand.name) for operand in found]
    finding.notes = list(dict.fromkeys(note for each in notes for note in each))
    if check in ("mixed-operands", "index-mismatch"):
        finding.fixes = repairs.for_operands(views, index, found, notes)
    return finding


def _on_host(views: list[View], own: list[int], message: Message) -> Finding:
    """An operand on an accelerator where only one on the CPU will do."""
    for index in reversed(own):
        view = views[index]
        found = [operand for operand in operands_of(view, ()) if operand.device != "cpu"]
        if message.check == "cpu-only-argument" and len(found) > 1:
            # Of several, the one that PyTorch's own frame below holds as the argument.
            inner = [operand for operand in found if "len" in operand.name]
            found = inner or found
        if not found:
            continue
        operand, subject = found[0], _subject(view)
        if message.check == "host-access":
            read = f"'{operand.name}'"
            text = f"{subject} reads memory of {read} on the host, but {read} is on {operand.device}"
        else:
            text = f"{subject} takes this argument on the CPU only: '{operand.name}' on {operand.device}"
        finding = _finding(view, message.check, text)
        finding.notes = Tracer(views, _ledger()).notes(index, operand.node, operand.value)
        finding.fixes = repairs.to_host(view, operand)
        return finding
    return _plain(views, own, message)


_MAKERS = {
    "mixed-operands": _mixed,
    "index-mismatch": _mixed,
    "generator-mismatch": _generator,
    "optimizer-before-move": _mixed,
    "parallel-before-move": _mixed,
    "host-access": _on_host,
    "cpu-only-argument": _on_host,
}
