# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What may bind a name of a module, or a member of an object, and is no assignment to it in the file that is read."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator
from types import ModuleType

from device_tidy import sources, text
from device_tidy.explanation import uses


def may_bind(path: str, node: ast.AST, name: str) -> bool:
    """Whether one node may bind a name of the module that it is in, in a way that says nothing of the value: from m
    import *, exec(text), globals()[key] = value, setattr(module, key, value)."""
    if isinstance(node, ast.ImportFrom):
        return any(each.name == "*" for each in node.names) and _may_have(path, node, name)
    return any(put.may_be(name) for owner, put in uses.of_tables(node) if _is_module(path, path, owner)) or (
        _is_stored(node, name) and isinstance(node, ast.Attribute) and _is_module(path, path, node.value)
    )


def is_bound_outside(path: str, name: str) -> bool:
    """Whether another file of the program that was loaded may bind a name of the module: module.name = value."""
    names = {module.__name__.rpartition(".")[2] for module in _modules_of(path)}
    for other, root in loaded(name, path):
        if not any(_mentions(other, each) for each in (*names, "sys.modules")):
            continue
        for node in ast.walk(root):
            if _is_stored(node, name) and isinstance(node, ast.Attribute) and _is_module(path, other, node.value):
                return True
            for owner, put in uses.of_tables(node):
                if owner is not None and put.may_be(name) and _is_module(path, other, owner):
                    return True
    return False


def loaded(name: str, but: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The files of the program that were loaded, of those that hold a name or store under names that are computed."""
    paths = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    for path in sorted(path for path in paths if path.endswith(".py") and path != but):
        if sources.kind_of(path) is sources.PROJECT and (_mentions(path, name) or _computes(path)):
            root = sources.tree(path)
            if root is not None:
                yield path, root


def _is_stored(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Store)


@functools.lru_cache(maxsize=4096)
def _mentions(path: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", "".join(text.lines(path))) is not None


@functools.lru_cache(maxsize=4096)
def _computes(path: str) -> bool:
    return re.search(r"setattr|__dict__|\bvars\(", "".join(text.lines(path))) is not None


def _modules_of(path: str) -> list[ModuleType]:
    every = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    return [module for module in every if getattr(module, "__file__", None) == path]


def _may_have(path: str, node: ast.ImportFrom, name: str) -> bool:
    """Whether a module has a name that is taken from it with all others."""
    packages = [module.__package__ or "" for module in _modules_of(path)] or [""]
    for package in packages:
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        whole = ".".join([*above, *([node.module] if node.module else [])])
        module = sys.modules.get(whole)
        if module is None or name in vars(module):
            return True
    return False


def _is_module(path: str, user: str, node: ast.expr | None) -> bool:
    """Whether an expression in the file user is the module of the file path; one that is computed may be."""
    if node is None:
        return path == user
    if isinstance(node, ast.Subscript):
        return "modules" in ast.unparse(node.value)
    if isinstance(node, ast.Call):
        return sources.called_name(node)[0] in ("import_module", "__import__")
    found = [value for value in _values(user, node) if isinstance(value, ModuleType)]
    return any(getattr(module, "__file__", None) == path for module in found)


def _values(user: str, node: ast.expr) -> Iterator[object]:
    """What the names of a file are when it has been loaded, and what is imported in a function of it."""
    if isinstance(node, ast.Attribute):
        for owner in _values(user, node.value):
            if isinstance(owner, ModuleType):
                yield vars(owner).get(node.attr)
    elif isinstance(node, ast.Name):
        for module in _modules_of(user):
            yield vars(module).get(node.id)
        yield sys.modules.get(_imported(user, node.id))


@functools.lru_cache(maxsize=4096)
def _imported(user: str, name: str) -> str:
    """The module that a name is bound to by an import anywhere in the file."""
    root = sources.tree(user)
    for node in ast.walk(root) if root is not None else ():
        for each in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if (each.asname or each.name) == name:
                is_from = isinstance(node, ast.ImportFrom)
                return f"{node.module}.{each.name}" if is_from else each.name  # type: ignore[union-attr]
    return ""
