# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Classes of modules, as their source has them: where a member is assigned, and whether the class moves it."""

from __future__ import annotations

import ast
import functools
import inspect

from device_tidy import sources
from device_tidy.findings import Place

MOVES = ("to", "cuda", "cpu", "type_as")


def file_of(owner: type) -> str:
    try:
        return inspect.getsourcefile(owner) or ""
    except TypeError:
        return ""


@functools.lru_cache(maxsize=256)
def _definition(owner: type) -> tuple[str, ast.ClassDef] | None:
    path = file_of(owner)
    root = sources.tree(path) if path else None
    if root is None:
        return None
    name = owner.__qualname__.split(".")[-1]
    found = [node for node in ast.walk(root) if isinstance(node, ast.ClassDef) and node.name == name]
    # Functions may have classes of the same name.
    codes = [getattr(each, "__code__", None) for each in vars(owner).values()]
    lines = [code.co_firstlineno for code in codes if code is not None and code.co_filename == path]
    return next(((path, node) for node in found if _spans(node, lines)), (path, found[0]) if found else None)


def _spans(node: ast.ClassDef, lines: list[int]) -> bool:
    return any(node.lineno <= line <= (node.end_lineno or line) for line in lines)


def _definitions(owner: type) -> list[tuple[str, ast.ClassDef]]:
    """The class and its bases, as far as their sources are the program's."""
    found = (_definition(base) for base in owner.__mro__ if sources.kind_of(file_of(base)) is sources.PROJECT)
    return [definition for definition in found if definition is not None]


def _is_member(node: ast.AST, member: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == member and isinstance(node.value, ast.Name)


def assignments_of(owner: type, member: str) -> list[tuple[str, ast.expr]]:
    """The files and the values of self.member = value in the class: those in its constructor, if there are any."""
    found: list[tuple[bool, str, ast.expr]] = []
    for path, definition in _definitions(owner):
        for node in ast.walk(definition):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = getattr(node, "value", None)
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or value is None:
                continue
            if any(target is not None and _is_member(target, member) for target in targets):
                function = sources.function_of(node)
                found.append((getattr(function, "name", "") == "__init__", path, value))
        if found:
            break
    in_constructor = [entry for entry in found if entry[0]]
    return [entry[1:] for entry in in_constructor or found]


def assignment_of(owner: type, member: str) -> tuple[str, ast.expr] | None:
    """The last of assignments_of."""
    return next(reversed(assignments_of(owner, member)), None)


def place_of_value(owner: type, stored: tuple[str, ast.expr]) -> Place:
    path, value = stored
    return Place(path, sources.Span.of(value), sources.point_of(path, value))


def moves_member(owner: type, member: str) -> bool:
    """Whether a method of the class moves the member: self.member.to(x.device), or hands it to something that may."""
    for _, definition in _definitions(owner):
        for node in ast.walk(definition):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MOVES:
                if any(_is_member(part, member) for part in ast.walk(node.func.value)):
                    return True
    return False
