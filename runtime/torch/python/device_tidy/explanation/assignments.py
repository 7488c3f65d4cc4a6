# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a name its value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from device_tidy import sources, text
from device_tidy.explanation.expressions import named_by
from device_tidy.explanation.frames import View
from device_tidy.explanation.steps import device_of


@dataclass(frozen=True)
class Binding:
    """value: the expression that the name got, as a whole or, of what it gives, the element number part. is_loop: the
    name takes its elements one by one. path: the file, which is another cell's in a notebook."""

    value: ast.AST
    path: str
    part: int | None = None
    is_loop: bool = False


def find(view: View, name: str, value: Any) -> Binding | None:
    """The assignment before the line that fits the tensor, or the loop. None for a parameter that has the value that
    it was called with."""
    for path, scope in _scopes(view, name):
        found = [entry for entry in _bindings_in(path, scope, name) if fits(view, entry[1].value, value)]
        if scope is _own_scope(view):
            before = [entry for entry in found if entry[0] <= view.line and not _holds(entry[1].value, view.node)]
            # Of the last iteration, or of code that runs later than where it stands, as a function's globals do.
            is_again = view.node is not None and sources.loop_of(view.node) is not None
            found = before or (found if is_again else [])
        if found:
            return max(found, key=lambda entry: entry[0])[1]
    return None


def _own_scope(view: View) -> ast.AST | None:
    return sources.function_of(view.node) if view.node is not None else None


def _scopes(view: View, name: str) -> Iterator[tuple[str, ast.AST]]:
    """The functions in which the name may get its value, each with its file: a free variable gets it in one around
    this one, and a global one in a cell before."""
    scope = _own_scope(view)
    if scope is None:
        return
    code = view.frame.f_code
    if isinstance(scope, ast.Module) or _is_local(code, name):
        yield view.path, scope
    elif name in code.co_freevars:
        at: ast.AST | None = scope
        while at is not None and not isinstance(at, ast.Module):
            yield view.path, at
            at = sources.function_of(at)
        return
    for path in text.cells(view.path) or [view.path]:
        root = sources.tree(path)
        if root is not None and root is not scope and not _is_local(code, name):
            yield path, root


def _is_local(code: CodeType, name: str) -> bool:
    return name in code.co_varnames or name in code.co_cellvars


def _holds(expression: ast.AST, node: ast.AST | None) -> bool:
    return any(part is node for part in ast.walk(expression)) or any(part is expression for part in _below(node))


def _below(node: ast.AST | None) -> Iterator[ast.AST]:
    """A statement stands for what is in it."""
    return ast.walk(node) if isinstance(node, ast.stmt) else iter(())


def _bindings_in(path: str, scope: ast.AST, name: str) -> Iterator[tuple[int, Binding]]:
    """Each with its line."""
    for node in ast.walk(scope):
        if sources.function_of(node) is scope or node is scope:
            for binding in _bindings(path, node, name):
                yield getattr(node, "lineno", getattr(binding.value, "lineno", 0)), binding


def _bindings(path: str, node: ast.AST, name: str) -> Iterator[Binding]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield Binding(node.value, path)
            elif isinstance(target, (ast.Tuple, ast.List)):
                yield from _unpacked(path, target, node.value, name)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        if isinstance(node.target, ast.Name) and node.target.id == name:
            yield Binding(node.value, path)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        parts = node.target.elts if isinstance(node.target, (ast.Tuple, ast.List)) else [node.target]
        for position, part in enumerate(parts):
            if any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(part)):
                yield Binding(node.iter, path, position if len(parts) > 1 else None, is_loop=True)


def _unpacked(path: str, target: ast.Tuple | ast.List, value: ast.AST, name: str) -> Iterator[Binding]:
    for position, part in enumerate(target.elts):
        if isinstance(part, ast.Name) and part.id == name:
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                yield Binding(value.elts[position], path)
            else:
                yield Binding(value, path, part=position)


def fits(view: View, node: ast.AST, value: Any) -> bool:
    """Whether the value can come from the expression: false if that names a device of another type."""
    made = node
    if isinstance(made, ast.Call) and sources.called_name(made)[0] in ("tuple", "list") and made.args:
        made = made.args[0]
    if isinstance(made, (ast.GeneratorExp, ast.ListComp)):
        made = made.elt
    named, device = named_by(view, made), device_of(value)
    return named is None or device is None or device.split(":")[0] == named.split(":")[0]
