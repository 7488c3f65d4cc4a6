# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a name its value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from device_tidy import sources
from device_tidy.explanation.frames import View
from device_tidy.explanation.steps import fits


def find(view: View, name: str, value: Any) -> tuple[str, ast.AST] | None:
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
            if fits(expression, value):
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
