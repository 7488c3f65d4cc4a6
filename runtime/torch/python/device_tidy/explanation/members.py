# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a member of an object its value: model.head = t, setattr(model, "head", t)."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from device_tidy import sources
from device_tidy.explanation import assignments, flow, namespaces, uses
from device_tidy.explanation.frames import MISSING, View

Stored = tuple[int, ast.expr]


@dataclass(frozen=True)
class Unread:
    """What may have stored a value in a member, under a name that is computed."""

    node: ast.AST
    is_possible: bool = True


def stored(views: list[View], owner: Any, member: str, value: Any) -> tuple[list[Stored], bool] | None:
    """What functions of the program that are running may have stored last in this member of this object, of what fits
    the value: the number of the frame and the expression. And whether none of them may have. Functions that have
    returned are not seen. None if what may have stored it is not read."""
    found: list[Stored] = []
    for index in range(len(views) - 1, -1, -1):
        view = views[index]
        scope = sources.function_of(view.node) if view.node is not None else None
        if scope is None or view.kind is not sources.PROJECT:
            continue
        reached = flow.reaching(scope, view.node, functools.partial(_stored_in, view, owner, member))
        if any(isinstance(each, Unread) for each in reached):
            return None
        stores = [each for each in reached if isinstance(each, ast.expr)]
        found += [(index, written) for written in stores if assignments.fits(view, written, value)]
        if flow.ENTRY not in reached:
            return found, False
    return found, True


def is_stored_elsewhere(views: list[View], owner: Any, member: str, value: Any) -> bool:
    """Whether another function of the files that are loaded may have stored the value in the member: one that
    something may call. Methods of the object's own class are counted there, and those of other classes store in their
    own objects."""
    running = [sources.function_of(each.node) for each in views if each.node is not None]
    files = {each.path: sources.tree(each.path) for each in views if each.kind is sources.PROJECT}
    for path, root in {**dict(namespaces.loaded(member)), **files}.items():
        for node in ast.walk(root) if root is not None else ():
            function = sources.function_of(node)
            if function is None or any(each is function for each in running):
                continue
            found = [(of, written) for of, written in stores(node, member) if _may_fit(views, path, written, value)]
            for of, _ in [*found, *((each, None) for each in unread(node, member))]:
                is_own = isinstance(sources.parent(function), ast.ClassDef) and _is_first(of, function)
                if not is_own and (isinstance(function, ast.Module) or _may_run(path, list(files), function)):
                    return True
    return False


def _may_fit(views: list[View], path: str, written: ast.expr, value: Any) -> bool:
    view = next((each for each in views if each.path == path), None)
    return view is None or assignments.fits(view, written, value)


def _may_run(path: str, files: list[str], function: ast.AST) -> bool:
    return any(assignments.is_mentioned(each, function) for each in {path, *files})


def _is_first(node: ast.expr, function: ast.AST) -> bool:
    """self of a method"""
    given = getattr(function, "args", None)
    first = [*given.posonlyargs, *given.args][:1] if isinstance(given, ast.arguments) else []
    return isinstance(node, ast.Name) and bool(first) and node.id == first[0].arg


def _stored_in(view: View, owner: Any, member: str, node: ast.AST) -> Iterator[ast.expr]:
    for of, written in stores(node, member):
        if view.value(of) is owner:
            yield written
    for of in unread(node, member):
        if view.value(of) is owner or view.value(of) is MISSING:
            yield Unread(node)


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
    for of, put in uses.of_tables(node):
        is_named = isinstance(put.key, ast.Constant) and put.key.value == member
        if of is not None and put.value is not None and is_named:
            yield of, put.value


def unread(node: ast.AST, member: str) -> Iterator[ast.expr]:
    """The objects in whose member a node may store what is not read: setattr(a, name, value), vars(a).update(values)."""
    for of, put in uses.of_tables(node):
        is_read = isinstance(put.key, ast.Constant) and (put.key.value != member or put.value is not None)
        if of is not None and not is_read:
            yield of
