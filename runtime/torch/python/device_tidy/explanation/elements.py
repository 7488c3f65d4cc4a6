# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the source says of an element of a container: the display or the comprehension that made it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from device_tidy import sources
from device_tidy.explanation import uses
from device_tidy.explanation.expressions import place_of
from device_tidy.explanation.frames import MISSING, View
from device_tidy.explanation.steps import device_of

# What gives the elements of its first argument.
PASSES_ON = frozenset("enumerate reversed sorted list tuple set iter tqdm trange track chain islice cycle".split())
MAX_DEPTH = 8


def iterated(view: View, iterable: ast.AST, value: Any, part: int | None) -> ast.AST:
    """What holds the value, of what a loop runs over: xs of enumerate(xs), reversed(xs), zip(xs, ys), xs.items().
    part: the position of the loop's variable, if it has several."""
    for _ in range(MAX_DEPTH):
        if not isinstance(iterable, ast.Call):
            break
        called = sources.called_name(iterable)[0]
        if called in ("items", "values") and isinstance(iterable.func, ast.Attribute) and not iterable.args:
            iterable = iterable.func.value
        elif called == "zip" and iterable.args:
            holders = [each for each in iterable.args if _index_of(view.value(each), value) is not None]
            number = part if part is not None and part < len(iterable.args) else 0
            iterable, part = holders[0] if len(holders) == 1 else iterable.args[number], None
        elif called in PASSES_ON and iterable.args:
            iterable = iterable.args[0]
        else:
            break
    return iterable


def expression(view: View, container: ast.AST, value: Any, held: Any = MISSING) -> ast.expr | None:
    """The expression that gave the container's element that is the value; None if several may have. container: the
    display, the comprehension, or the sum of some; held: the container itself, if it is there."""
    parts = list(_parts(container, MAX_DEPTH))
    index = _index_of(held, value)
    if index is not None and isinstance(container, (ast.List, ast.Tuple, ast.Dict)) and len(parts) == len(held):
        return parts[index]
    device = device_of(value)
    fitting = [part for part in parts if place_of(view, part) in (device, None)]
    return fitting[0] if len(fitting) == 1 else None


def _parts(node: ast.AST, depth: int) -> Iterator[ast.expr]:
    if depth == 0:
        return
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        yield node.elt
    elif isinstance(node, ast.DictComp):
        yield node.value
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield from node.elts
    elif isinstance(node, ast.Dict):
        yield from node.values
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _parts(node.left, depth - 1)
        yield from _parts(node.right, depth - 1)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield from _parts(node.left, depth - 1)
    elif isinstance(node, ast.Call) and sources.called_name(node)[0] in (*_MAKERS, *PASSES_ON):
        yield from (part for each in node.args[:1] for part in _parts(each, depth - 1))
        if sources.called_name(node)[0] in ("dict", "OrderedDict"):
            yield from (each.value for each in node.keywords)


def filled(container: ast.AST, puts: list[uses.Put]) -> ast.List:
    """A display of everything that may be in a container; an empty one if that is not known."""
    values = [put.value for put in puts]
    is_known = None not in values and _is_read(container, MAX_DEPTH)
    given = [*_parts(container, MAX_DEPTH), *(each for each in values if each is not None)]
    return ast.List(given if is_known else [], ast.Load())


def is_empty(node: ast.AST) -> bool:
    """[], {}, list(), deque(), defaultdict(list)"""
    return _is_read(node, MAX_DEPTH) and not list(_parts(node, MAX_DEPTH))


_MAKERS = ("list", "dict", "set", "tuple", "deque", "OrderedDict")


def _is_read(node: ast.AST, depth: int) -> bool:
    """Whether _parts() gives all that an expression puts into what it makes."""
    if depth == 0:
        return False
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        return True
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return not any(isinstance(each, ast.Starred) for each in node.elts)
    if isinstance(node, ast.Dict):
        return None not in node.keys
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_read(node.left, depth - 1) and _is_read(node.right, depth - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_read(node.left, depth - 1)
    if not isinstance(node, ast.Call):
        return False
    called, given = sources.called_name(node)[0], node.args
    if called == "defaultdict":
        # What it makes for a key that is not there is a container, or a number.
        return len(given) == 1 and isinstance(given[0], ast.Name) and given[0].id in (*_MAKERS, "int", "float")
    if called in _MAKERS and not given:
        return all(each.arg is not None for each in node.keywords)
    return called in (*_MAKERS, *PASSES_ON) and len(given) == 1 and _is_read(given[0], depth - 1)


def _index_of(held: Any, value: Any) -> int | None:
    if isinstance(held, dict):
        held = list(held.values())
    if not isinstance(held, (list, tuple)):
        return None
    return next((number for number, item in enumerate(held) if item is value), None)
