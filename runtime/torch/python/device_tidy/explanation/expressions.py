# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the result of an expression is that nobody kept: read off the expression, with the values that are there.

It is the analyzer's kind of reasoning in small: moves and factories say, everything else is where its operands are.
"""

from __future__ import annotations

import ast
from typing import Any

import torch
from torch import nn

from device_tidy import sources
from device_tidy.explanation.frames import MISSING, View, operands
from device_tidy.explanation.steps import FACTORIES, HOST_VALUES, MOVES, device_of

CPU = "cpu"


def place_of(view: View, node: ast.AST) -> str | None:
    """The device of an expression's result: "cpu", "cuda:0"; None if the expression does not say."""
    value = view.value(node)
    if value is not MISSING:
        return device_of(value)
    if isinstance(node, ast.Call):
        return _of_call(view, node)
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return _of_operands(view, [part for part, _ in operands(node)])
    if isinstance(node, (ast.Subscript, ast.Attribute)):
        return place_of(view, node.value)
    if isinstance(node, ast.UnaryOp):
        return place_of(view, node.operand)
    if isinstance(node, (ast.List, ast.Tuple)):
        return _of_operands(view, node.elts)
    if isinstance(node, ast.IfExp):
        first, second = place_of(view, node.body), place_of(view, node.orelse)
        return first if first == second else None
    return None


def named_place(view: View, node: ast.AST | None) -> str | None:
    """The device that an expression names: "cuda", torch.device("cuda", 1), device, x.device."""
    if node is None:
        return None
    value = view.value(node)
    if isinstance(value, torch.Tensor):
        return str(value.device)
    if isinstance(value, (str, torch.device)):
        return _normal(str(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return f"cuda:{value}"
    if isinstance(node, ast.Attribute) and node.attr == "device":
        return place_of(view, node.value)
    if isinstance(node, ast.Call) and sources.called_name(node)[0] == "device" and node.args:
        name = named_place(view, node.args[0])
        index = view.value(node.args[1]) if len(node.args) > 1 else MISSING
        return f"{name.split(':')[0]}:{index}" if name and isinstance(index, int) else name
    return None


def named_by(view: View, node: ast.AST) -> str | None:
    """The device that a call names for its result: that of x.cuda(), of zeros(2, device="cuda:1") and of x.to(device).
    None if it names none, or one that cannot be seen."""
    if not isinstance(node, ast.Call):
        return None
    called = sources.called_name(node)[0]
    if called in ("cuda", "cpu") and isinstance(node.func, ast.Attribute):
        return called
    given = _keyword(node, "device") or (node.args[0] if called == "to" and node.args else None)
    return named_place(view, given)


def _normal(name: str) -> str | None:
    """With an index; None for a string that is no device."""
    try:
        device = torch.device(name)
    except RuntimeError:
        return None
    if device.type == "cuda" and device.index is None:
        return f"cuda:{torch.cuda.current_device() if torch.cuda.is_available() else 0}"
    return str(device)


def _keyword(node: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def _of_call(view: View, node: ast.Call) -> str | None:
    called = sources.called_name(node)[0]
    if called in HOST_VALUES:
        return None
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    given = _keyword(node, "device")
    if called in MOVES and owner is not None:
        return _of_move(view, called, node, owner, given)
    if called in FACTORIES:
        if given is not None:
            return named_place(view, given)
        if called.endswith("_like") or called in ("one_hot", "complex", "as_tensor", "normal"):
            return _of_operands(view, node.args) or CPU
        return place_of(view, owner) if called.startswith("new_") and owner is not None else CPU
    callee = view.value(node.func)
    if isinstance(callee, nn.Module) and device_of(callee) is not None:
        return device_of(callee)
    if given is not None:
        return named_place(view, given)
    parts = [part for part, is_callee in operands(node) if not is_callee]
    return _of_operands(view, parts)


def _of_move(view: View, called: str, node: ast.Call, owner: ast.expr, given: ast.expr | None) -> str | None:
    if called == "cpu":
        return CPU
    target = given or (node.args[0] if node.args else None)
    if called == "cuda":
        return named_place(view, target) or _normal("cuda")
    if isinstance(view.value(target) if target is not None else None, torch.dtype):
        return place_of(view, owner)
    return named_place(view, target) or (None if target is not None else place_of(view, owner))


def _of_operands(view: View, parts: Any) -> str | None:
    """Of several: on the accelerator, if one is there, because what is on the CPU beside it can only be a number."""
    places = [place for place in (place_of(view, part) for part in parts) if place is not None]
    return next((place for place in places if place != CPU), places[0] if places else None)
