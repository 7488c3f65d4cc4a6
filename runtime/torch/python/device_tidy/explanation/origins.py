# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a tensor was put: by a move that was seen, else by what the source says of its name.

The source is believed only as far as it fits the tensor: an assignment that names another device than the tensor's is
not where it came from, and one that may not have run is not named.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

import torch
from torch import nn

from device_tidy import sources, wording
from device_tidy.explanation import (
    arguments,
    assignments,
    classes,
    constructors,
    elements,
    frames,
    members,
    returns,
    uses,
)
from device_tidy.explanation.assignments import Binding
from device_tidy.explanation.expressions import place_of
from device_tidy.explanation.frames import MISSING, View
from device_tidy.explanation.steps import described, device_of, step_of
from device_tidy.findings import Note, Place

MAX_HOPS = 6


@dataclass(frozen=True)
class _At:
    """A frame, by its number, at a line of it."""

    index: int
    view: View

    def before(self, binding: Binding) -> _At:
        """When the name got its value."""
        view = View(self.view.frame, getattr(binding.value, "lineno", self.view.line), -1)
        view.path = binding.path
        return _At(self.index, view)


class Tracer:
    """Walks from an operand back to where its device was decided, through the frames that are there."""

    def __init__(self, views: list[View], ledger: Any = None) -> None:
        self.views, self.ledger = views, ledger

    def notes(self, index: int, node: ast.AST | None, value: Any, name: str = "") -> list[Note]:
        """What decided where value is, which node in frame number index stands for; the first step first. Nothing if
        it is not known. name: what it is called there, if not as the node is written: a part of what that holds."""
        return list(self._walk(_At(index, self.views[index]), node, value, MAX_HOPS, name))

    def _walk(self, at: _At, node: ast.AST | None, value: Any, hops: int, name: str = "") -> Iterator[Note]:
        if hops == 0 or node is None:
            return
        name = name or at.view.text(node)
        if isinstance(value, nn.Module):
            yield from self._of_module(at, node, value, name)
            return
        site = self.ledger.placed(value) if self.ledger is not None else None
        if site is not None:
            yield Note(wording.moved(name, device_of(value) or ""), site.place)
        elif isinstance(node, ast.Name):
            yield from self._of_name(at, node, value, hops, name)
        elif isinstance(node, ast.Attribute):
            yield from self._of_member(at, node, value, hops)
        elif isinstance(node, ast.Starred):
            yield from self._walk(at, node.value, value, hops, name)
        elif isinstance(node, ast.Subscript) and _is_container(at.view.value(node.value)):
            yield from self._of_element(at, node, value, hops)
        else:
            yield from self._of_expression(at, node, name, value, hops)

    def _of_module(self, at: _At, node: ast.AST, module: Any, name: str) -> Iterator[Note]:
        device = device_of(module)
        site = self.ledger.moved_at(module) if self.ledger is not None else None
        if device is None:
            return
        if site is not None:
            yield Note(wording.moved(name, device), site.place)
        elif isinstance(node, ast.Name):
            binding = assignments.find(at.view, node.id, module, self.views)
            if binding is not None and isinstance(binding.value, ast.Call):
                text = step_of(binding.value, device)
                yield Note(text(name, device), at.before(binding).view.place_of(binding.value))

    def _of_name(self, at: _At, node: ast.Name, value: Any, hops: int, name: str) -> Iterator[Note]:
        name = name or node.id
        if isinstance(at.view.value(node), torch.optim.Optimizer):
            return  # Its state is made in its first step.
        binding = assignments.find(at.view, node.id, value, self.views)
        if binding is None or binding is assignments.SEVERAL:
            yield from self._of_parameter(at, node.id, value, hops, is_certain=binding is None)
        elif binding.is_loop:
            yield from self._of_loop(at.before(binding), name, binding, value, hops)
        elif isinstance(at.view.value(node), (list, tuple, dict, set)) and self._puts(at, node.id, binding):
            yield from self._of_container(at, node, name, value, hops)
        else:
            yield from self._of_expression(at.before(binding), binding.value, name, value, hops, binding.part)

    def _puts(self, at: _At, name: str, binding: Binding | None) -> list[uses.Put]:
        """What may have been put into the container that a name got."""
        scope = sources.function_of(binding.value if binding is not None else at.view.node or ast.Pass())
        return list(uses.of_name(scope, name, at.view)) if scope is not None else []

    def _of_parameter(
        self, at: _At, parameter: str, value: Any, hops: int, is_certain: bool = True
    ) -> Iterator[Note]:
        """is_certain: nothing but the call gave the parameter its value."""
        caller = self._argument(at.index, value, parameter, is_certain)
        if caller is not None:
            yield from self._passed(caller, value, hops, parameter)

    def _passed(self, caller: tuple[int, ast.AST], value: Any, hops: int, name: str) -> Iterator[Note]:
        outer = _At(caller[0], self.views[caller[0]])
        found = list(self._walk(outer, caller[1], value, hops - 1))
        yield from found
        given = outer.view.text(caller[1])
        if given != name and (found or not isinstance(caller[1], ast.Starred)):
            yield Note(wording.passed(given, name), outer.view.place_of(caller[1]))

    def _of_element(self, at: _At, node: ast.Subscript, value: Any, hops: int) -> Iterator[Note]:
        """Of a container: its display says where the element comes from, else the container's own name does."""
        if not isinstance(node.value, ast.Name):
            return
        name, key = at.view.text(node), at.view.value(node.slice)
        binding = assignments.find(at.view, node.value.id, MISSING, self.views)
        is_whole = binding is not None and binding.part is None and not binding.is_loop and not binding.is_other
        display = binding.value if binding is not None and is_whole else None
        part = None
        is_changed = bool(self._puts(at, node.value.id, binding))
        if is_changed:
            pass
        elif isinstance(display, ast.Dict):
            part = next(
                (v for k, v in zip(display.keys, display.values) if k is not None and at.view.value(k) == key), None
            )
        elif isinstance(display, (ast.List, ast.Tuple)) and isinstance(key, int) and key < len(display.elts):
            is_spread = any(isinstance(each, ast.Starred) for each in display.elts)
            part = display.elts[key] if not is_spread else None
        elif binding is None and isinstance(key, (int, str)):
            caller = arguments.find(self.views, at.index, node.value.id, key)
            if caller is not None:
                yield from self._passed(caller, value, hops, name)
                return
        made = list(self._of_container(at, node.value, name, value, hops)) if part is None else []
        if part is not None and binding is not None:
            yield from self._of_expression(at.before(binding), part, name, value, hops)
        elif made or is_changed:
            yield from made
        else:
            yield from self._of_name(at, node.value, value, hops, name)

    def _argument(
        self, index: int, value: Any, parameter: str, is_certain: bool = True
    ) -> tuple[int, ast.AST] | None:
        """The expression by which a caller of the program passed the value on; PyTorch's frames are stepped over.
        is_certain: what a caller wrote for the parameter is the value, also where that cannot be seen."""
        known = arguments.find(self.views, index, parameter) if is_certain else None
        for outer in range(index - 1, -1, -1):
            view = self.views[outer]
            if view.kind is not sources.PROJECT:
                continue
            for node, _ in frames.operands(view.node):
                if view.value(node) is value:
                    return outer, node
            if known is not None or not is_certain:
                return known
            # A container, of which the callee took a part.
            for node, is_callee in frames.operands(view.node):
                held = view.value(node)
                if not is_callee and isinstance(held, (list, tuple, dict)) and _holds(held, value):
                    return outer, node
        return None

    def _of_member(self, at: _At, node: ast.Attribute, value: Any, hops: int) -> Iterator[Note]:
        owner = at.view.value(node.value)
        if owner is MISSING:
            return
        name = at.view.text(node)
        registered = isinstance(owner, nn.Module) and (node.attr in owner._parameters or node.attr in owner._buffers)
        if registered:
            found = self.ledger.module_of(value) if self.ledger is not None else None
            if found is not None:
                yield Note(wording.moved(found[1].name or name, device_of(value) or ""), found[1].place)
                return
        found_outside = members.stored(self.views[: at.index + 1], owner, node.attr, value)
        if found_outside is None:
            return
        outside, is_entry = found_outside
        inside = classes.stores_of(type(owner), node.attr) if is_entry else []
        inside = [stored for stored in inside if assignments.fits(at.view, stored.value, value)]
        if not all(stored.is_read for stored in inside):
            return
        if len(outside) + len(inside) > 1 or members.is_stored_elsewhere(self.views, owner, node.attr, value):
            return  # Which of them ran is not known.
        if outside and not is_entry:
            yield from self._stored(outside[0], name, value, hops)
            return
        stored = inside[0] if inside else None
        if outside or (stored is not None and registered and device_of(value) != "cpu"):
            return  # Not from there alone: a move of the module put it there.
        if stored is not None and isinstance(stored.value, ast.expr) and not isinstance(stored.value, ast.Name):
            place = classes.place_of_value(type(owner), (stored.path, stored.value))
            yield from described(name, stored.value, value, place)
            return
        # What its constructor was given.
        parameter = stored.value.id if stored is not None and isinstance(stored.value, ast.Name) else node.attr
        given = constructors.argument(self.views[: at.index + 1], owner, parameter)
        if given is not None:
            yield from self._passed(given, value, hops, name)

    def _stored(self, outside: tuple[int, ast.expr], name: str, value: Any, hops: int) -> Iterator[Note]:
        """What an assignment to a member of an object gave it."""
        index, written = outside
        outer = _At(index, self.views[index])
        yield from self._of_expression(outer, written, name, value, hops - 1)
        if isinstance(written, (ast.Name, ast.Attribute, ast.Subscript)):
            yield Note(wording.stored(outer.view.text(written), name), outer.view.place_of(written))

    def _of_container(self, at: _At, node: ast.AST, name: str, value: Any, hops: int) -> Iterator[Note]:
        """What the container that the node makes or names says of its element, if it is the value."""
        held = at.view.value(node)
        if isinstance(node, ast.Name):
            binding = assignments.find(at.view, node.id, MISSING, self.views)
            if binding is None or binding.is_loop or binding.part is not None or binding.is_other:
                return
            puts = self._puts(at, node.id, binding)
            at = at.before(binding)
            if puts or elements.is_empty(binding.value):
                node, held = elements.filled(binding.value, puts), MISSING
            else:
                node = binding.value
        made = elements.expression(at.view, node, value, held)
        if made is not None:
            yield from described(name, made, value, at.view.place_of(made))

    def _of_loop(self, at: _At, name: str, binding: Binding, value: Any, hops: int) -> Iterator[Note]:
        view, iterable = at.view, binding.value
        holder = elements.iterated(view, iterable, value, binding.part)
        found = list(self._of_container(at, holder, name, value, hops))
        yield from found
        source = view.value(iterable)
        if isinstance(iterable, ast.Call) and iterable.args:
            source = view.value(iterable.args[0])  # enumerate(loader), tqdm(loader)
        made = sources.called_name(iterable)[0] if isinstance(iterable, ast.Call) else ""
        is_loader = type(source).__name__.endswith("DataLoader") or made.endswith("DataLoader")
        if is_loader and device_of(value) == "cpu":
            yield Note(wording.batched(name), view.place_of(iterable))
        else:
            yield Note(wording.defined(name), view.place_of(iterable))

    def _of_expression(
        self, at: _At, node: ast.AST, name: str, value: Any, hops: int, part: int | None = None
    ) -> Iterator[Note]:
        """part: the value is the element of this number of what the expression gives."""
        view = at.view
        step = list(described(name, node, value, view.place_of(node)))
        if step:
            yield from step
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            held = view.value(node)
            # What it is now, if that can be what it was.
            yield from self._walk(at, node, held if device_of(held) == device_of(value) else value, hops - 1)
            return
        made = list(self._of_container(at, node, name, value, hops))
        returned = made or list(self._returned(at, node, name, value, part))
        if returned:
            yield from returned[:1]
        else:
            yield from self._of_parts(at, node, value, hops)
        if name != view.text(node) and not isinstance(node, ast.Constant):
            yield Note(wording.defined(name), view.place_of(node))

    def _of_parts(self, at: _At, node: ast.AST, value: Any, hops: int) -> Iterator[Note]:
        """A result is where the operands are: the first of them on that device that says where it comes from."""
        device = device_of(value)
        if isinstance(node, ast.Call) and sources.called_name(node)[0] in ("tuple", "list") and node.args:
            node = node.args[0]
        if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
            # The elements of something else, with something done to each.
            if hops > 0 and isinstance(node.generators[0].iter, ast.Name):
                yield from self._of_name(at, node.generators[0].iter, value, hops - 1, "")
            return
        for part, is_callee in frames.operands(node):
            held = at.view.value(part)
            if isinstance(part, ast.Name) and not assignments.is_unchanged(at.view, part.id, self.views):
                continue  # It had another value then.
            found: list[Note] = []
            is_right_kind = isinstance(held, torch.Tensor) or (is_callee and isinstance(held, nn.Module))
            if is_right_kind and device_of(held) == device:
                found = list(self._walk(at, part, held, hops - 1))
            elif held is MISSING and hops > 0 and isinstance(part, (ast.Call, ast.BinOp, ast.Subscript, ast.UnaryOp)):
                if place_of(at.view, part) == device:
                    found = list(self._of_expression(at, part, at.view.text(part), value, hops - 1))
            if found:
                yield from found
                return

    def _returned(self, at: _At, call: ast.AST, name: str, value: Any, part: int | None) -> Iterator[Note]:
        """What a function of the program that has returned says of its result."""
        found = [
            (path, [each for each in values if assignments.fits(at.view, each, value)])
            for path, values in returns.of_call(at.view, call, part)
        ]
        found = [entry for entry in found if entry[1]]
        # Of several statements, which one ran is not known.
        for path, values in found if len(found) == 1 else []:
            for expression in values:
                span = sources.Span.of(expression)
                yield from described(name, expression, value, Place(path, span, sources.point_of(path, expression)))


def _is_container(value: Any) -> bool:
    return value is not MISSING and not isinstance(value, torch.Tensor)


def _holds(container: Any, value: Any) -> bool:
    items = container.values() if isinstance(container, dict) else container
    return any(item is value for item in items)


def notes_of_live(frame: FrameType, node: ast.AST | None, value: Any, ledger: Any) -> list[Note]:
    """The notes for an operand of the call that a running frame is in."""
    views = frames.of_live(frame)
    return Tracer(views, ledger).notes(len(views) - 1, node, value) if views else []
