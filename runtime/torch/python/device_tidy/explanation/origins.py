# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a tensor was put: by a move that was seen, else by what the source says of its name.

The source is believed only as far as it fits the tensor: an assignment that names another device than the tensor's is
not where it came from.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FrameType
from typing import Any

import torch
from torch import nn

from device_tidy import sources, wording
from device_tidy.explanation import assignments, classes, frames
from device_tidy.explanation.frames import MISSING, View
from device_tidy.explanation.steps import described, device_of, step_of
from device_tidy.findings import Note

MAX_HOPS = 4


class Tracer:
    """Walks from an operand back to where its device was decided, through the frames that are there."""

    def __init__(self, views: list[View], ledger: Any = None) -> None:
        self.views, self.ledger = views, ledger

    def notes(self, index: int, node: ast.AST | None, value: Any) -> list[Note]:
        """What decided where value is, which node in frame number index stands for; the first step first. Nothing if
        it is not known."""
        return list(self._walk(index, node, value, MAX_HOPS))

    def _walk(self, index: int, node: ast.AST | None, value: Any, hops: int) -> Iterator[Note]:
        if hops == 0 or node is None:
            return
        view = self.views[index]
        name = view.text(node)
        if isinstance(value, nn.Module):
            yield from self._of_module(view, node, value, name)
            return
        site = self.ledger.placed(value) if self.ledger is not None else None
        if site is not None:
            yield Note(wording.moved(name, device_of(value) or ""), site.place)
            return
        if isinstance(node, ast.Name):
            yield from self._of_name(index, node, value, hops)
        elif isinstance(node, ast.Attribute):
            yield from self._of_member(index, node, value, hops)
        elif isinstance(node, ast.Subscript):
            holder = view.value(node.value)
            if holder is not MISSING and not isinstance(holder, torch.Tensor):
                yield from self._of_element(index, node, value, hops)
        else:
            yield from self._of_expression(view, index, node, name, value, hops)

    def _of_module(self, view: View, node: ast.AST, module: Any, name: str) -> Iterator[Note]:
        device = device_of(module)
        site = self.ledger.moved_at(module) if self.ledger is not None else None
        if device is None:
            return
        if site is not None:
            yield Note(wording.moved(name, device), site.place)
        elif isinstance(node, ast.Name):
            binding = assignments.find(view, node.id, module)
            if binding is not None and isinstance(binding[1], ast.Call):
                text = step_of(binding[1], device)
                yield Note(text(name, device), view.place_of(binding[1]))

    def _of_name(self, index: int, node: ast.AST, value: Any, hops: int) -> Iterator[Note]:
        view = self.views[index]
        if not isinstance(node, ast.Name):
            yield from self._walk(index, node, view.value(node), hops - 1) if not isinstance(node, ast.Call) else ()
            return
        binding = assignments.find(view, node.id, value)
        if binding is not None:
            kind, expression = binding
            if kind == "loop":
                yield from self._of_loop(view, node.id, expression, value)
            else:
                yield from self._of_expression(view, index, expression, node.id, value, hops)
            return
        caller = self._argument(index, value)
        if caller is not None:
            outer, argument = caller
            yield from self._walk(outer, argument, value, hops - 1)
            given = self.views[outer].text(argument)
            if given != node.id:
                yield Note(wording.passed(given, node.id), self.views[outer].place_of(argument))

    def _of_element(self, index: int, node: ast.Subscript, value: Any, hops: int) -> Iterator[Note]:
        """Of a container: its display says where the element comes from, else the container's own name does."""
        view = self.views[index]
        binding = assignments.find(view, node.value.id, MISSING) if isinstance(node.value, ast.Name) else None
        display = binding[1] if binding is not None else None
        key = view.value(node.slice)
        part = None
        if isinstance(display, ast.Dict):
            part = next(
                (v for k, v in zip(display.keys, display.values) if k is not None and view.value(k) == key), None
            )
        elif isinstance(display, (ast.List, ast.Tuple)) and isinstance(key, int) and key < len(display.elts):
            part = display.elts[key]
        if part is not None:
            yield from self._of_expression(view, index, part, view.text(node), value, hops)
        else:
            yield from self._of_name(index, node.value, value, hops)

    def _argument(self, index: int, value: Any) -> tuple[int, ast.AST] | None:
        """The expression by which a caller of the program passed the value on; PyTorch's frames are stepped over."""
        for outer in range(index - 1, -1, -1):
            view = self.views[outer]
            for node, _ in frames.operands(view.node):
                if view.value(node) is value and view.kind is sources.PROJECT:
                    return outer, node
            if view.kind is sources.PROJECT:
                # A container, of which the callee took a part.
                for node, is_callee in frames.operands(view.node):
                    held = view.value(node)
                    if not is_callee and isinstance(held, (list, tuple, dict)) and _holds(held, value):
                        return outer, node
        return None

    def _of_member(self, index: int, node: ast.Attribute, value: Any, hops: int) -> Iterator[Note]:
        view = self.views[index]
        owner = view.value(node.value)
        if owner is MISSING:
            return
        name = view.text(node)
        if isinstance(owner, nn.Module):
            registered = node.attr in owner._parameters or node.attr in owner._buffers
            found = self.ledger.module_of(value) if registered and self.ledger is not None else None
            if found is not None:
                yield Note(wording.moved(found[1].name or name, device_of(value) or ""), found[1].place)
                return
        stored = classes.assignment_of(type(owner), node.attr)
        if stored is not None:
            yield from described(name, stored[1], value, classes.place_of_value(type(owner), stored))

    def _of_loop(self, view: View, name: str, iterable: ast.AST, value: Any) -> Iterator[Note]:
        source = view.value(iterable)
        if isinstance(iterable, ast.Call) and iterable.args:
            source = view.value(iterable.args[0])  # enumerate(loader), tqdm(loader)
        made = sources.called_name(iterable)[0] if isinstance(iterable, ast.Call) else ""
        is_loader = type(source).__name__.endswith("DataLoader") or made.endswith("DataLoader")
        if is_loader and device_of(value) == "cpu":
            yield Note(wording.batched(name), view.place_of(iterable))
        else:
            yield Note(wording.defined(name), view.place_of(iterable))

    def _of_expression(self, view: View, index: int, node: ast.AST, name: str, value: Any, hops: int) -> Iterator[Note]:
        step = list(described(name, node, value, view.place_of(node)))
        if step:
            yield from step
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            held = view.value(node)
            yield from self._walk(index, node, held if device_of(held) else value, hops - 1)
            return
        # A result is where the operands are: the first of them on that device that can still be seen.
        for part, is_callee in frames.operands(node):
            held = view.value(part)
            is_right_kind = isinstance(held, torch.Tensor) or (is_callee and isinstance(held, nn.Module))
            if is_right_kind and device_of(held) == device_of(value):
                yield from self._walk(index, part, held, hops - 1)
                break
        if name != view.text(node) and not isinstance(node, ast.Constant):
            yield Note(wording.defined(name), view.place_of(node))


def _holds(container: Any, value: Any) -> bool:
    items = container.values() if isinstance(container, dict) else container
    return any(item is value for item in items)


def notes_of_live(frame: FrameType, node: ast.AST | None, value: Any, ledger: Any) -> list[Note]:
    """The notes for an operand of the call that a running frame is in."""
    views = frames.of_live(frame)
    return Tracer(views, ledger).notes(len(views) - 1, node, value) if views else []
