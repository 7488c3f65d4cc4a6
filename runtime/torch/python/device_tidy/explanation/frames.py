# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Frames of a traceback, or of a running thread, and the values of expressions in them.

Values are looked up, never computed: no code of the program runs.
"""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Iterator, Mapping
from types import FrameType, ModuleType, TracebackType
from typing import Any

import torch
from torch import nn

from device_tidy import sources
from device_tidy.findings import Place


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
# Attributes of a tensor that are the tensor itself for our purposes, or made of it without a kernel.
TENSOR_VIEWS = ("T", "mT", "H", "mH", "data", "grad", "real", "imag")


class View:
    """A frame at the moment at which it called on, or failed."""

    def __init__(self, frame: FrameType, line: int, instruction: int) -> None:
        self.frame, self.line, self.instruction = frame, line, instruction
        self.path = frame.f_code.co_filename

    @property
    def kind(self) -> str:
        return sources.kind_of(self.path)

    @property
    def function(self) -> str:
        return getattr(self.frame.f_code, "co_qualname", self.frame.f_code.co_name)

    @functools.cached_property
    def node(self) -> ast.AST | None:
        """The expression that was being evaluated, or the assignment."""
        node = sources.node_at(self.path, sources.span_at(self.frame.f_code, self.instruction), self.line)
        # What stores is in the position of the target alone.
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
        statement = sources.parent(node) if node is not None and is_stored else None
        return statement if isinstance(statement, ast.Assign) else node

    @functools.cached_property
    def place(self) -> Place:
        if self.node is None:
            return Place.of_line(self.path, self.line)
        return self.place_of(self.node)

    @functools.cached_property
    def names(self) -> Mapping[str, Any]:
        return {**self.frame.f_globals, **self.frame.f_locals}

    def place_of(self, node: ast.AST) -> Place:
        span = sources.Span.of(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            # What is called is no method: a module, or a function of a module of Python.
            if isinstance(self.value(node.func), nn.Module) or isinstance(self.value(node.func.value), ModuleType):
                return Place(self.path, span, span)
        return Place(self.path, span, sources.point_of(self.path, node))

    def text(self, node: ast.AST) -> str:
        return sources.text_of(self.path, node)

    def value(self, node: ast.AST | None) -> Any:
        """The value of a name, an attribute, an element; MISSING for what would have to be computed."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, getattr(builtins, node.id, MISSING))
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Starred):
            return self.value(node.value)
        if isinstance(node, ast.Attribute):
            return member(self.value(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            return element(self.value(node.value), self.value(node.slice))
        if isinstance(node, ast.NamedExpr):
            return self.value(node.target)
        return MISSING


def member(owner: Any, name: str) -> Any:
    """An attribute, if getting it runs no code of the program."""
    if owner is MISSING:
        return MISSING
    if isinstance(owner, ModuleType):
        return vars(owner).get(name, MISSING)
    if isinstance(owner, torch.Tensor):
        return getattr(owner, name, MISSING) if name in TENSOR_VIEWS else MISSING
    try:
        own = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        own = {}
    if name in own:
        return own[name]
    for table in ("_parameters", "_buffers", "_modules"):
        if name in own.get(table, ()):
            return own[table][name]
    fields = getattr(type(owner), "_fields", ())
    if isinstance(owner, tuple) and name in fields:
        return owner[fields.index(name)]
    return MISSING


def element(container: Any, key: Any) -> Any:
    if container is MISSING or key is MISSING:
        return MISSING
    if type(container) in (list, tuple, dict) or isinstance(container, tuple):
        try:
            return container[key]
        except (LookupError, TypeError):
            return MISSING
    modules = member(container, "_modules")
    if isinstance(modules, dict) and isinstance(key, (int, str)):
        items = list(modules.values())
        if isinstance(key, int):
            return items[key] if -len(items) <= key < len(items) else MISSING
        return modules.get(key, MISSING)
    # BatchEncoding and other mappings that keep their elements in a dictionary of this name.
    data = MISSING if isinstance(container, torch.Tensor) else member(container, "data")
    return data.get(key, MISSING) if isinstance(data, dict) else MISSING


def of_traceback(traceback: TracebackType | None) -> list[View]:
    """The frames, outermost first."""
    views = []
    while traceback is not None:
        views.append(View(traceback.tb_frame, traceback.tb_lineno, traceback.tb_lasti))
        traceback = traceback.tb_next
    return views


def of_live(frame: FrameType | None) -> list[View]:
    views = []
    while frame is not None:
        views.append(View(frame, frame.f_lineno, frame.f_lasti))
        frame = frame.f_back
    return views[::-1]


def is_gradient(target: ast.AST) -> bool:
    """p.grad of p.grad = value"""
    return isinstance(target, ast.Attribute) and target.attr == "grad"


def operands(node: ast.AST | None) -> Iterator[tuple[ast.expr, bool]]:
    """The expressions whose values an operation takes, and whether it is the callee: net and x of net(x), a and b of
    a + b, x and other of x.add(other)."""
    if isinstance(node, ast.Call):
        yield (node.func.value, False) if isinstance(node.func, ast.Attribute) else (node.func, True)
        if isinstance(node.func, ast.Attribute):
            yield node.func, True
        for argument in node.args:
            yield argument, False
        for keyword in node.keywords:
            yield keyword.value, False
    elif isinstance(node, ast.BinOp):
        yield node.left, False
        yield node.right, False
    elif isinstance(node, ast.AugAssign):
        yield node.target, False
        yield node.value, False
    elif isinstance(node, ast.Compare):
        yield node.left, False
        for other in node.comparators:
            yield other, False
    elif isinstance(node, ast.Subscript):
        yield node.value, False
        yield node.slice, False
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        yield node.targets[0].value, False
        yield node.targets[0].slice, False
        yield node.value, False
    elif isinstance(node, ast.Assign) and is_gradient(node.targets[0]):
        yield node.targets[0].value, False  # type: ignore[attr-defined]
        yield node.value, False
    elif isinstance(node, (ast.Return, ast.Expr, ast.Assign, ast.AnnAssign)):
        yield from operands(node.value)
    elif isinstance(node, ast.Await):
        yield from operands(node.value)


def name_of(view: View, node: ast.AST | None, value: Any) -> str:
    """What a value is called in the statement that reads or moves it: 'b' of print(a, b) if it is that one. Else the
    one part of node that has to be computed, if that may be the value; "" if that is not known."""
    at = node
    while isinstance(at, ast.expr):
        found = next((part for part in _read(at) if view.value(part) is value), None)
        if found is not None:
            return view.text(found)
        at = sources.parent(at)
    found = next((part for part in _read(at) if view.value(part) is value), None)
    rest = [part for part in _read(node) if view.value(part) is MISSING and _may_be_tensor(view, part)]
    if found is None and len(rest) == 1:
        found = rest[0]
    return view.text(found) if found is not None else ""


def _may_be_tensor(view: View, part: ast.expr) -> bool:
    """Not what is computed from numbers alone."""
    if not isinstance(part, (ast.BinOp, ast.Compare)):
        return True
    return any(
        isinstance(value, torch.Tensor) or value is MISSING
        for value in (view.value(operand) for operand, _ in operands(part))
    )


def sole_name(path: str, node: ast.AST | None) -> str:
    """The same without values: "" if there are several expressions."""
    parts = list(_read(node))
    return sources.text_of(path, parts[0]) if len(parts) == 1 else ""


def _read(node: ast.AST | None) -> Iterator[ast.expr]:
    """The expressions whose values an expression or a condition may read or move."""
    # The parts of a string have the place of the whole before Python 3.12.
    while node is not None and isinstance(sources.parent(node), (ast.JoinedStr, ast.FormattedValue)):
        whole = sources.parent(node)
        if sources.Span.of(whole) != sources.Span.of(node):
            break
        node = whole
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        yield from _read(node.test)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _read(value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _read(node.operand)
    elif isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Constant):
            yield node.func.value
        yield from (each.value if isinstance(each, ast.Starred) else each for each in node.args)
        yield from (each.value for each in node.keywords)
    elif isinstance(node, (ast.Return, ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)):
        yield from _read(node.value)
    elif isinstance(node, ast.expr):
        yield node
