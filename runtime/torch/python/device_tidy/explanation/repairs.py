# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to write instead. A repair is never applied: it is printed as a patch."""

from __future__ import annotations

import ast
import re

import torch

from device_tidy import sources, text, wording
from device_tidy.explanation import assignments, classes, frames
from device_tidy.explanation.frames import View, is_gradient
from device_tidy.explanation.operands import Operand, operands_of
from device_tidy.explanation.steps import FACTORIES
from device_tidy.findings import Edit, Fix, Note
from device_tidy.sources import Span


def for_operands(views: list[View], index: int, operands: list[Operand], notes: list[list[Note]]) -> list[Fix]:
    """Brings the operands on the CPU to the others; between accelerators, all to the first. An argument is moved by the
    caller that it comes from. What is written to stays where it is: the others come to it."""
    home, odd = _sides(views[index], operands)
    if home is None or not odd:
        return []
    found = [_brought(views, index, home, moved, notes[operands.index(moved)]) for moved in odd]
    edits = tuple(dict.fromkeys(edit for _, edit in found if edit is not None))
    return [Fix("; ".join(title for title, _ in found), edits)]


def _brought(
    views: list[View], index: int, home: Operand, moved: Operand, notes: list[Note]
) -> tuple[str, Edit | None]:
    """One operand, brought to another: what is done, and the edit, if it can be written as one."""
    view = views[index]
    buffer = _as_buffer(view, moved)
    if buffer is not None:
        return f"register '{moved.name.split('.')[1]}' as a buffer", buffer
    device = device_variable(view, home.device) or _device_of(view, home)
    name, owner = wording.quoted(moved.name, "the operand"), wording.quoted(home.name, "the other operand")
    factory = _factory(view, moved, notes, device)
    if factory is not None:
        return f"create {name} on the device of {owner}", factory
    title = f"move {name} to the device of {owner}"
    outer = _handed_on(views, index, moved, home)
    if outer is not None:
        return title, outer
    # A part of a container is handed over with it; of a module in several places nothing moves alone.
    if view.text(moved.node) != moved.name:
        return title, None
    return title, _append(view.path, moved.node, f".to({device})")


def _sides(view: View, operands: list[Operand]) -> tuple[Operand | None, list[Operand]]:
    """The operand that stays, and those that are brought to it."""
    written = _written_to(view.node)
    home = next((operand for operand in operands if operand.node is written), None)
    home = home or next((operand for operand in operands if operand.device != "cpu"), None)
    return home, [operand for operand in operands if home is not None and operand.device != home.device]


def _written_to(node: ast.AST | None) -> ast.AST | None:
    """The target of an operation in place: x of x += y, of x.add_(y), of x[i] = y and of x.grad = y, and out of
    f(x, out=out)."""
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, ast.AugAssign):
        return node.target
    if isinstance(node, ast.Assign) and (isinstance(node.targets[0], ast.Subscript) or is_gradient(node.targets[0])):
        owner: ast.expr = node.targets[0].value  # type: ignore[attr-defined]
        return owner
    if isinstance(node, ast.Call):
        out = next((keyword.value for keyword in node.keywords if keyword.arg == "out"), None)
        name = sources.called_name(node)[0]
        if out is None and name.endswith("_") and not name.endswith("__") and isinstance(node.func, ast.Attribute):
            return node.func.value
        return out
    return None


def _as_buffer(view: View, moved: Operand) -> Edit | None:
    """self.scale = value, of a module, written as self.register_buffer("scale", value)."""
    if not isinstance(moved.node, ast.Attribute) or view.text(moved.node) != moved.name:
        return None
    owner = view.value(moved.node.value)
    if not isinstance(owner, torch.nn.Module) or moved.node.attr not in vars(owner):
        return None
    # A member that is assigned twice is there when the second would register it.
    assignments = classes.assignments_of(type(owner), moved.node.attr)
    stored = assignments[0] if len(assignments) == 1 else None
    statement = sources.parent(stored[1]) if stored is not None else None
    if (
        stored is None
        or not isinstance(statement, ast.Assign)
        or Span.of(statement).line != Span.of(statement).end_line
    ):
        return None
    if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Attribute):
        return None
    holder = sources.text_of(stored[0], statement.targets[0].value)
    value = sources.text_of(stored[0], stored[1])
    text = f'{holder}.register_buffer("{moved.node.attr}", {value})'
    return Edit(stored[0], Span.of(statement), text)


def _handed_on(views: list[View], index: int, moved: Operand, home: Operand) -> Edit | None:
    """The argument in the outermost call of the program that hands the tensor on, moved there."""
    edit = None
    for view in reversed([view for view in views[:index] if view.kind is sources.PROJECT]):
        nodes = [node for node, _ in frames.operands(view.node) if view.value(node) is moved.value]
        if not nodes:
            break
        near = [operand for operand in operands_of(view, ()) if operand.device == home.device]
        device = device_variable(view, home.device) or next((_device_of(view, each) for each in near), None)
        if device is not None:
            edit = _append(view.path, nodes[0], f".to({device})")
    return edit


def to_host(view: View, operand: Operand) -> list[Fix]:
    """Inserts .cpu() behind the operand."""
    needs_grad = isinstance(operand.value, torch.Tensor) and operand.value.requires_grad
    text = ".detach().cpu()" if needs_grad else ".cpu()"
    title = f"copy '{operand.name}' to the CPU"
    return [Fix(title, (_append(view.path, operand.node, text),))]


def device_variable(view: View, device: str) -> str | None:
    """A name in scope that holds this device: 'device', 'args.device' is not looked for."""
    names = sorted(view.frame.f_locals.items()) + sorted(view.frame.f_globals.items())
    for name, value in names:
        if name.startswith("_"):
            continue
        if isinstance(value, torch.device) and _same(str(value), device):
            return name
        if isinstance(value, str) and "dev" in name.lower() and _same(value, device):
            return name
    return None


def _same(named: str, device: str) -> bool:
    return named == device or (":" not in named and device == f"{named}:0")


def _device_of(view: View, operand: Operand) -> str:
    """How the operand's device can be written: by the operand, or as it is."""
    text = view.text(operand.node)
    if isinstance(operand.node, (ast.Name, ast.Attribute, ast.Subscript)) and text == operand.name:
        if isinstance(operand.value, torch.Tensor):
            return f"{text}.device"
        if isinstance(operand.value, torch.nn.Module):
            return f"next({text}.parameters()).device"
    return f'"{operand.device}"'


def _append(path: str, node: ast.expr, text: str) -> Edit:
    """The text behind the node; in brackets, if an operator would take the text for its last operand alone."""
    span = Span.of(node)
    at = Span(span.end_line, span.end_column, span.end_line, span.end_column)
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        return Edit(path, at, text)
    source = sources.text_of(path, node)
    return Edit(path, span, f"({source}){text}")


def _factory(view: View, moved: Operand, notes: list[Note], device: str) -> Edit | None:
    """The device as an argument of the call that created the operand, where that is in the same function, and what the
    device is taken from is known before."""
    place = notes[0].place if len(notes) == 1 else None
    if place is None or place.path != view.path or view.node is None:
        return None
    call = sources.node_at(place.path, place.span, place.span.line)
    if not isinstance(call, ast.Call) or sources.called_name(call)[0] not in FACTORIES:
        return None
    scope = sources.function_of(call)
    if scope is not sources.function_of(view.node) or any(keyword.arg == "device" for keyword in call.keywords):
        return None
    if sources.called_name(call)[0] in ("from_numpy", "frombuffer", "Tensor", "FloatTensor", "LongTensor", "one_hot"):
        return None
    root = re.match(r"(?:next\()?(\w+)", device)
    if root is not None and not _is_known_at(view, scope, root[1], call):
        return None
    end = Span.of(call)
    at = Span(end.end_line, end.end_column - 1, end.end_line, end.end_column - 1)
    return Edit(place.path, at, f"{_before_argument(place.path, call)}device={device}")


def _before_argument(path: str, call: ast.Call) -> str:
    """What one more argument takes before it."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not given:
        return ""
    last = max((Span.of(each) for each in given), key=lambda span: (span.end_line, span.end_column))
    end = Span.of(call)
    lines = [text.line(path, number).encode() for number in range(last.end_line, end.end_line + 1)]
    lines[-1] = lines[-1][: end.end_column - 1]
    lines[0] = lines[0][last.end_column :]
    if not any(b"," in line.split(b"#")[0] for line in lines):
        return ", "
    return "" if len(lines) > 1 or lines[0].endswith(b" ") else " "


def _is_known_at(view: View, scope: ast.AST | None, name: str, call: ast.Call) -> bool:
    """Whether a name is at the call what it is where the program failed."""
    if scope is None:
        return False
    is_local = name in view.frame.f_locals and view.frame.f_locals is not view.frame.f_globals
    return (not isinstance(scope, ast.Module) and not is_local) or assignments.same_at(view, name, call)
