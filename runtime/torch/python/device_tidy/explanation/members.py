# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a member of an object its value: model.head = t, setattr(model, "head", t)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from device_tidy import sources
from device_tidy.explanation import assignments
from device_tidy.explanation.frames import View


def stored(views: list[View], owner: Any, member: str, value: Any) -> tuple[int, ast.expr] | None:
    """The innermost frame of the program, by its number, that has stored in this member of this object what fits the
    value, and the expression that it stored. Functions that have returned are not seen."""
    for index in range(len(views) - 1, -1, -1):
        view = views[index]
        scope = sources.function_of(view.node) if view.node is not None else None
        if scope is None or view.kind is not sources.PROJECT:
            continue
        found = [
            (node.lineno, written)
            for node in ast.walk(scope)
            if sources.function_of(node) is scope and getattr(node, "lineno", view.line + 1) <= view.line
            for of, written in _stores(node, member)
            if view.value(of) is owner and assignments.fits(view, written, value)
        ]
        if found:
            return index, max(found, key=lambda entry: entry[0])[1]
    return None


def _stores(node: ast.AST, member: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The object and the value."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Attribute) and target.attr == member:
                yield target.value, node.value
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute) and node.value is not None:
        if node.target.attr == member:
            yield node.target.value, node.value
    elif isinstance(node, ast.Call) and sources.called_name(node)[0] == "setattr" and len(node.args) == 3:
        if isinstance(node.args[1], ast.Constant) and node.args[1].value == member:
            yield node.args[0], node.args[2]
