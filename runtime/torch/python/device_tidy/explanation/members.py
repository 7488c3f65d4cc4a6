# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a member of an object its value: model.head = t, setattr(model, "head", t)."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import Any

from device_tidy import sources
from device_tidy.explanation import assignments, flow
from device_tidy.explanation.frames import View

Stored = tuple[int, ast.expr]
# Methods of modules that register a tensor or a module under a name.
_REGISTER = ("register_buffer", "register_parameter", "register_module", "add_module")


def stored(views: list[View], owner: Any, member: str, value: Any) -> tuple[list[Stored], bool]:
    """What functions of the program that are running may have stored last in this member of this object, of what fits
    the value: the number of the frame and the expression. And whether none of them may have. Functions that have
    returned are not seen."""
    found: list[Stored] = []
    for index in range(len(views) - 1, -1, -1):
        view = views[index]
        scope = sources.function_of(view.node) if view.node is not None else None
        if scope is None or view.kind is not sources.PROJECT:
            continue
        reached = flow.reaching(scope, view.node, functools.partial(_stored_in, view, owner, member))
        stores = [each for each in reached if isinstance(each, ast.expr)]
        found += [(index, written) for written in stores if assignments.fits(view, written, value)]
        if flow.ENTRY not in reached:
            return found, False
    return found, True


def is_stored_elsewhere(views: list[View], owner: Any, member: str, value: Any) -> bool:
    """Whether another function of the files that are running may have stored the value in the member: one that
    something may call. Methods of the object's own class are counted there, and those of other classes store in their
    own objects."""
    for view in {each.path: each for each in views if each.kind is sources.PROJECT}.values():
        root = sources.tree(view.path)
        running = [sources.function_of(each.node) for each in views if each.node is not None]
        for node in ast.walk(root) if root is not None else ():
            for of, written in stores(node, member):
                function = sources.function_of(node)
                if isinstance(function, ast.Module) or function is None or any(each is function for each in running):
                    continue
                is_own = isinstance(sources.parent(function), ast.ClassDef) and _is_first(of, function)
                if not is_own and assignments.is_mentioned(view.path, function):
                    if assignments.fits(view, written, value):
                        return True
    return False


def _is_first(node: ast.expr, function: ast.AST) -> bool:
    """self of a method"""
    given = getattr(function, "args", None)
    first = [*given.posonlyargs, *given.args][:1] if isinstance(given, ast.arguments) else []
    return isinstance(node, ast.Name) and bool(first) and node.id == first[0].arg


def _stored_in(view: View, owner: Any, member: str, node: ast.AST) -> Iterator[ast.expr]:
    for of, written in stores(node, member):
        if view.value(of) is owner:
            yield written


def stores(node: ast.AST, member: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The object and the value."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Attribute) and target.attr == member:
                yield target.value, node.value
            elif isinstance(target, (ast.Tuple, ast.List)):
                values = node.value.elts if isinstance(node.value, (ast.Tuple, ast.List)) else []
                for position, part in enumerate(target.elts):
                    if isinstance(part, ast.Attribute) and part.attr == member:
                        is_parallel = len(values) == len(target.elts)
                        yield part.value, values[position] if is_parallel else node.value
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute) and node.value is not None:
        if node.target.attr == member:
            yield node.target.value, node.value
    elif isinstance(node, ast.Call):
        called = sources.called_name(node)[0]
        if called == "setattr" and len(node.args) == 3 and _is_text(node.args[1], member):
            yield node.args[0], node.args[2]
        elif called in _REGISTER and isinstance(node.func, ast.Attribute) and len(node.args) > 1:
            if _is_text(node.args[0], member):
                yield node.func.value, node.args[1]


def _is_text(node: ast.expr, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text
