# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the source says of an element of a container: the display or the comprehension that made it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from device_tidy import sources
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
    elif isinstance(node, ast.Call) and sources.called_name(node)[0] in PASSES_ON and node.args:
        yield from _parts(node.args[0], depth - 1)


# Methods that put an element into a container, and where it stands among their arguments.
_PUTS = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
_CHANGES = frozenset("extend extendleft update pop popleft popitem remove clear sort reverse __setitem__".split())


def changes(scope: ast.AST, name: str) -> list[ast.expr | None]:
    """What is put into the container of this name in the scope after it was made: x of xs.append(x) and of d[k] = x.
    None for what changes it in another way."""
    found: list[ast.expr | None] = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Call):
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            called = sources.called_name(node)[0]
            if owner is not None and _is_name(owner, name):
                position = _PUTS.get(called)
                if position is not None and position < len(node.args):
                    found.append(node.args[position])
                elif called in _CHANGES or position is not None:
                    found.append(None)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            if _is_name(node.targets[0].value, name):
                found.append(node.value)
        elif isinstance(node, ast.AugAssign) and _is_name(node.target, name):
            found.append(None)
    return found


def filled(container: ast.AST, changes: list[ast.expr | None]) -> ast.List:
    """A display of everything that may be in a container; an empty one if that is not known."""
    given = [*_parts(container, MAX_DEPTH), *(each for each in changes if each is not None)]
    return ast.List(given if None not in changes else [], ast.Load())


def is_empty(node: ast.AST) -> bool:
    """[], {}, list(), deque(), defaultdict(list)"""
    if isinstance(node, ast.Call):
        return sources.called_name(node)[0] in ("list", "dict", "set", "deque", "defaultdict", "OrderedDict")
    return isinstance(node, (ast.List, ast.Dict)) and not list(_parts(node, 1))


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _index_of(held: Any, value: Any) -> int | None:
    if isinstance(held, dict):
        held = list(held.values())
    if not isinstance(held, (list, tuple)):
        return None
    return next((number for number, item in enumerate(held) if item is value), None)
