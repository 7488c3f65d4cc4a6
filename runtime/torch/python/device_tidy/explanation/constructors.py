# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the constructor of an object was given, where a function that is still running made it."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from device_tidy import sources
from device_tidy.explanation import assignments
from device_tidy.explanation.frames import View


def argument(views: list[View], owner: Any, parameter: str) -> tuple[int, ast.expr] | None:
    """The number of the frame that made the object and keeps it in a variable, and what it wrote for the parameter."""
    for index in range(len(views) - 1, -1, -1):
        view = views[index]
        if view.kind is not sources.PROJECT:
            continue
        for name, value in list(view.names.items()):
            if value is not owner:
                continue
            binding = assignments.find(view, name, owner, views)
            made = _making(binding.value, view, type(owner)) if binding is not None else None
            given = _given(made, type(owner), parameter) if made is not None else None
            if given is not None:
                return index, given
    return None


def _making(node: ast.AST, view: View, kind: type) -> ast.Call | None:
    """Net(x) of Net(x), and of Net(x).to(device)."""
    while isinstance(node, ast.Call):
        if view.value(node.func) is kind:
            return node
        node = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return None


def _given(call: ast.Call, kind: type, parameter: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    try:
        names = list(inspect.signature(kind).parameters)
    except (TypeError, ValueError):
        return None
    position = names.index(parameter) if parameter in names else len(call.args)
    before = call.args[: position + 1]
    is_known = position < len(call.args) and not any(isinstance(each, ast.Starred) for each in before)
    return call.args[position] if is_known else None
