# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a function of the program that has returned gave back, as its source has it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import FunctionType, MethodType
from typing import Any

from device_tidy import sources
from device_tidy.explanation import assignments
from device_tidy.explanation.frames import MISSING, View

Function = ast.FunctionDef | ast.AsyncFunctionDef


def of_call(view: View, call: ast.AST, part: int | None) -> Iterator[tuple[str, list[ast.expr]]]:
    """What each return of a function of the program that is called may have given, with its file. part: of what it
    returns the element of this number; without one every element counts."""
    function = _function(view, call)
    code = getattr(function, "__code__", None)
    if code is None or sources.kind_of(code.co_filename) is not sources.PROJECT:
        return
    definition = definition_of(code)
    if definition is None or code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
        return
    for node in ast.walk(definition):
        if isinstance(node, ast.Return) and node.value is not None and sources.function_of(node) is definition:
            yield code.co_filename, list(_elements(code.co_filename, node, part))


def _function(view: View, call: ast.AST) -> Any:
    """The function that is called, found without running code of the program."""
    if not isinstance(call, ast.Call):
        return None
    found = view.value(call.func)
    if found is MISSING and isinstance(call.func, ast.Attribute):
        owner = view.value(call.func.value)
        if owner is not MISSING:
            found = inspect.getattr_static(type(owner), call.func.attr, None)
    if isinstance(found, MethodType):
        found = found.__func__
    found = getattr(found, "__func__", found) if isinstance(found, (staticmethod, classmethod)) else found
    return inspect.unwrap(found) if isinstance(found, FunctionType) else None


def definition_of(code: Any) -> Function | None:
    root = sources.tree(code.co_filename)
    for node in ast.walk(root) if root is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == code.co_name:
            # A decorated function begins at its first decorator.
            if code.co_firstlineno in (node.lineno, *(each.lineno for each in node.decorator_list)):
                return node
    return None


def _elements(path: str, statement: ast.Return, part: int | None) -> Iterator[ast.expr]:
    value = statement.value
    if isinstance(value, (ast.Tuple, ast.List)):
        chosen = value.elts if part is None or part >= len(value.elts) else [value.elts[part]]
        for element in chosen:
            yield _resolved(path, element)
    elif value is not None:
        yield _resolved(path, value)


def _resolved(path: str, value: ast.expr) -> ast.expr:
    """What a local variable holds there, if one assignment alone can have given it that."""
    stored = assignments.assigned(path, value) if isinstance(value, ast.Name) else None
    return stored if stored is not None else value
