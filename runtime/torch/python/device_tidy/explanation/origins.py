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

from device_tidy import sources, wording
from device_tidy.explanation import classes, frames
from device_tidy.explanation.frames import MISSING, View
from device_tidy.findings import Note, Place

MAX_HOPS = 4
FACTORIES = frozenset(
    "Generator tensor as_tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye from_numpy normal"
    " zeros_like ones_like empty_like full_like rand_like randn_like randint_like tril_indices triu_indices frombuffer"
    " empty_strided complex hann_window hamming_window Tensor FloatTensor LongTensor IntTensor BoolTensor"
    " new_zeros new_ones new_empty new_full new_tensor one_hot".split()
)
MOVES = frozenset(("to", "cuda", "cpu", "xpu", "ensure_device"))


class Tracer:
    """Walks from an operand back to where its device was decided, through the frames that are there."""

    def __init__(self, views: list[View], ledger: Any = None) -> None:
        self.views, self.ledger = views, ledger

    def notes(self, index: int, node: ast.AST | None, value: Any) -> list[Note]:
        """What decided where value is, which node in frame number index stands for; the first step first. Nothing if it
        is not known."""
        return list(self._walk(index, node, value, MAX_HOPS))

    def _walk(self, index: int, node: ast.AST | None, value: Any, hops: int) -> Iterator[Note]:
        if hops == 0 or node is None:
            return
        view = self.views[index]
        name = view.text(node)
        if hasattr(value, "register_buffer"):
            yield from self._of_module(view, node, value, name)
            return
        site = self.ledger.placed(value) if self.ledger is not None else None
        if site is not None:
            yield Note(wording.moved(name, str(value.device)), site.place)
            return
        if isinstance(node, ast.Name):
            yield from self._of_name(index, node, value, hops)
        elif isinstance(node, ast.Attribute):
            yield from self._of_member(index, node, value, hops)
        elif isinstance(node, ast.Subscript):
            holder = view.value(node.value)
            if holder is not MISSING and not hasattr(holder, "untyped_storage"):
                yield from self._of_element(index, node, value, hops)
        else:
            yield from self._of_expression(view, index, node, name, value, hops)

    def _of_module(self, view: View, node: ast.AST, module: Any, name: str) -> Iterator[Note]:
        device = _device_of(module)
        site = self.ledger.moved_at(module) if self.ledger is not None else None
        if device is None:
            return
        if site is not None:
            yield Note(wording.moved(name, device), site.place)
        elif isinstance(node, ast.Name):
            binding = self._binding(view, node.id, module)
            if binding is not None and isinstance(binding[1], ast.Call):
                text = _step_of(binding[1], device)
                yield Note(text(name, device), view.place_of(binding[1]))

    def _of_name(self, index: int, node: ast.AST, value: Any, hops: int) -> Iterator[Note]:
        view = self.views[index]
        if not isinstance(node, ast.Name):
            yield from self._walk(index, node, view.value(node), hops - 1) if not isinstance(node, ast.Call) else ()
            return
        binding = self._binding(view, node.id, value)
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
        binding = self._binding(view, node.value.id, MISSING) if isinstance(node.value, ast.Name) else None
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
        if hasattr(owner, "register_buffer"):
            registered = any(node.attr in getattr(owner, table, ()) for table in ("_parameters", "_buffers"))
            found = self.ledger.module_of(value) if registered and self.ledger is not None else None
            if found is not None:
                yield Note(wording.moved(found[1].name or name, str(value.device)), found[1].place)
                return
        stored = classes.assignment_of(type(owner), node.attr)
        if stored is not None:
            yield from _described(name, stored[1], value, classes.place_of_value(type(owner), stored))

    def _of_loop(self, view: View, name: str, iterable: ast.AST, value: Any) -> Iterator[Note]:
        source = view.value(iterable)
        if isinstance(iterable, ast.Call) and iterable.args:
            source = view.value(iterable.args[0])  # enumerate(loader), tqdm(loader)
        made = sources.called_name(iterable)[0] if isinstance(iterable, ast.Call) else ""
        is_loader = type(source).__name__.endswith("DataLoader") or made.endswith("DataLoader")
        if is_loader and value.device.type == "cpu":
            yield Note(wording.batched(name), view.place_of(iterable))
        else:
            yield Note(wording.defined(name), view.place_of(iterable))

    def _of_expression(self, view: View, index: int, node: ast.AST, name: str, value: Any, hops: int) -> Iterator[Note]:
        described = list(_described(name, node, value, view.place_of(node)))
        if described:
            yield from described
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            held = view.value(node)
            yield from self._walk(index, node, held if hasattr(held, "device") else value, hops - 1)
            return
        # A result is where the operands are: the first of them on that device that can still be seen.
        for part, is_callee in frames.operands(node):
            held = view.value(part)
            is_tensor = hasattr(held, "untyped_storage") and str(held.device) == str(value.device)
            if is_tensor or (is_callee and _device_of(held) == str(value.device)):
                yield from self._walk(index, part, held, hops - 1)
                break
        if name != view.text(node) and not isinstance(node, ast.Constant):
            yield Note(wording.defined(name), view.place_of(node))

    def _binding(self, view: View, name: str, value: Any) -> tuple[str, ast.AST] | None:
        """What gave the name its value: the assignment before the line that fits the tensor, or the loop."""
        if view.node is None:
            return None
        scope = sources.function_of(view.node)
        if scope is None or (name not in view.frame.f_locals and not isinstance(scope, ast.Module)):
            root = sources.tree(view.path)
            scope = root if root is not None else scope
        found: list[tuple[int, str, ast.AST]] = []
        for node in ast.walk(scope) if scope is not None else ():
            if sources.function_of(node) is not scope and node is not scope:
                continue
            line = getattr(node, "lineno", 0)
            if line > view.line and scope is not sources.tree(view.path):
                continue
            for kind, expression in _bindings(node, name):
                if _fits(expression, value):
                    found.append((line, kind, expression))
        before = [entry for entry in found if entry[0] <= view.line and entry[2] is not view.node] or found
        return max(before, key=lambda entry: entry[0])[1:] if before else None


def _bindings(node: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield "value", node.value
            elif isinstance(target, (ast.Tuple, ast.List)):
                yield from _unpacked(target, node.value, name)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        if isinstance(node.target, ast.Name) and node.target.id == name:
            yield "value", node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node.target)):
            yield "loop", node.iter


def _unpacked(target: ast.Tuple | ast.List, value: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    for position, part in enumerate(target.elts):
        if isinstance(part, ast.Name) and part.id == name:
            is_pair = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
            yield "value", value.elts[position] if is_pair else value  # type: ignore[attr-defined]


def _named_device(node: ast.AST) -> str | None:
    """The device that a call spells: 'cuda' of x.cuda(), of zeros(2, device="cuda:1") and of x.to("cuda")."""
    if not isinstance(node, ast.Call):
        return None
    called = sources.called_name(node)[0]
    if called in ("cuda", "cpu") and isinstance(node.func, ast.Attribute):
        return called
    for part in [keyword.value for keyword in node.keywords if keyword.arg == "device"] + (
        node.args[:1] if called == "to" else []
    ):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            return part.value
    return None


def _fits(node: ast.AST, value: Any) -> bool:
    named = _named_device(node)
    device = getattr(value, "device", None)
    return named is None or device is None or str(device).split(":")[0] == named.split(":")[0]


def _described(name: str, node: ast.AST, value: Any, place: Place) -> Iterator[Note]:
    """The step, if the expression is one that decides a device."""
    if not isinstance(node, ast.Call) or not hasattr(value, "device"):
        return
    called, device = sources.called_name(node)[0], str(value.device)
    if called in FACTORIES:
        is_said = any(keyword.arg == "device" for keyword in node.keywords)
        like = called.endswith("_like") or called.startswith("new_")
        text = wording.created if is_said or like else wording.created_by_default
        yield Note(text(name, device), place)
    elif called in MOVES:
        yield Note(wording.moved(name, device), place)
    elif called in ("load", "safe_load"):
        yield Note(wording.loaded(name, device), place)
    elif called in ("Parameter", "Buffer", "register_buffer") and node.args:
        yield from _described(name, node.args[-1], value, place)


def _step_of(call: ast.Call, device: str) -> Any:
    """How a call made a module: moved it, or created it, on the CPU if nothing is said."""
    if sources.called_name(call)[0] in MOVES:
        return wording.moved
    is_said = device != "cpu" or any(keyword.arg == "device" for keyword in call.keywords)
    return wording.created if is_said else wording.created_by_default


def _device_of(value: Any) -> str | None:
    parameters = getattr(value, "parameters", None)
    if not callable(parameters) or not hasattr(value, "register_buffer"):
        return None
    return next((str(tensor.device) for tensor in (*value.parameters(), *value.buffers())), None)


def _holds(container: Any, value: Any) -> bool:
    items = container.values() if isinstance(container, dict) else container
    return any(item is value for item in items)


def notes_of_live(frame: FrameType, node: ast.AST | None, value: Any, ledger: Any) -> list[Note]:
    """The notes for an operand of the call that a running frame is in."""
    views = frames.of_live(frame)
    return Tracer(views, ledger).notes(len(views) - 1, node, value) if views else []
