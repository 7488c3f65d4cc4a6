# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gave a name its value."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from device_tidy import sources, text
from device_tidy.explanation import flow, namespaces
from device_tidy.explanation.expressions import named_by
from device_tidy.explanation.frames import View
from device_tidy.explanation.steps import device_of


@dataclass(frozen=True)
class Binding:
    """value: the expression that the name got, as a whole or, of what it gives, the element number part. is_loop: the
    name takes its elements one by one. path: the file, which is another cell's in a notebook. is_other: value is what
    binds the name and is no expression: an import, a with, a def. is_possible: it may bind other names alone."""

    value: ast.AST
    path: str
    part: int | None = None
    is_loop: bool = False
    is_other: bool = False
    is_possible: bool = False


# What is found where several assignments may have given the value, or one that says nothing of it.
SEVERAL = Binding(ast.Pass(), "")


def find(view: View, name: str, value: Any, views: Sequence[View] = ()) -> Binding | None:
    """The assignment, or the loop, that gave the name its value. Only one that is known to have: of two branches both
    of which fit the tensor, none is named, because which one ran is not known; that is SEVERAL. None for a parameter
    that has the value that it was called with, and for a name that nothing here binds. views: all frames, outermost
    first; functions around this one have come no further than theirs."""
    found = [each for each in _candidates(view, name, views) if each == flow.ENTRY or fits(view, each.value, value)]
    if not found or found == [flow.ENTRY]:
        return None
    return found[0] if len(found) == 1 and found[0] != flow.ENTRY and not found[0].is_other else SEVERAL


def assigned(path: str, node: ast.Name) -> ast.expr | None:
    """The expression whose value a local variable has in a function that has returned; None if there may be others."""
    scope = sources.function_of(node)
    if scope is None or isinstance(scope, ast.Module) or not binds(scope, node.id):
        return None
    found = flow.reaching(scope, node, functools.partial(_definitions, path, node.id))
    only = next(iter(found)) if len(found) == 1 else None
    is_whole = isinstance(only, Binding) and only.part is None and not only.is_loop and not only.is_other
    return only.value if is_whole and isinstance(only.value, ast.expr) else None  # type: ignore[union-attr]


def is_unchanged(view: View, name: str, views: Sequence[View]) -> bool:
    """Whether the name still has the value that it had at the view's line, where its frame is now."""
    now = next((each for each in reversed(views) if each.frame is view.frame), None)
    return now is None or now is view or _candidates(view, name, views) == _candidates(now, name, views)


def same_at(view: View, name: str, node: ast.AST) -> bool:
    """Whether a name in the function of a view has at this node the value that it has at the view's line."""
    scope = _own_scope(view)
    if scope is None:
        return False
    of = _definitions_of_module if isinstance(scope, ast.Module) else _definitions
    definitions = functools.partial(of, view.path, name)
    before, now = (flow.reaching(scope, each, definitions) for each in (node, view.node))
    # What runs again between the two makes another value each time.
    is_once = all(each == flow.ENTRY or _is_before(each.value, node) for each in now)
    return bool(now) and before == now and (len(now) == 1 or is_once)


def _is_before(node: ast.AST, other: ast.AST) -> bool:
    return getattr(node, "lineno", 0) < getattr(other, "lineno", 0) and sources.loop_of(node) is None


def _candidates(view: View, name: str, views: Sequence[View]) -> list[Any]:
    """What may have given the name its value; ENTRY for what called the function, or is not seen."""
    node = view.node
    if node is None:
        return []
    loop = _comprehension(view.path, node, name)
    if loop is not None:
        return [loop]
    scope = _own_scope(view)
    while scope is not None and not isinstance(scope, ast.Module):
        if binds(scope, name):
            target = node if scope is _own_scope(view) else _reached(scope, views)
            found = flow.reaching(scope, target, functools.partial(_definitions, view.path, name))
            found = found if name in _parameters(scope) else found - {flow.ENTRY}
            return _ordered(found | _elsewhere(view.path, scope, name, ast.Nonlocal))
        scope = sources.function_of(scope)
    if name not in view.names:
        return []  # It is one of Python's.
    everything: frozenset[Any] = frozenset()
    # A cell that does not bind the name leaves it as a cell before has it.
    for path in [view.path, *(each for each in text.cells(view.path) if each != view.path)]:
        root = sources.tree(path)
        if root is None:
            continue
        target = node if root is scope and _own_scope(view) is root else _reached(root, views)
        found = flow.reaching(root, target, functools.partial(_definitions_of_module, path, name))
        everything |= _unread(path, root, name)
        everything |= (found - {flow.ENTRY}) | _elsewhere(path, root, name, ast.Global)
        if flow.ENTRY not in found:
            break
    return _ordered(everything)


def _ordered(found: Iterable[Any]) -> list[Any]:
    return sorted(found, key=lambda each: 0 if each == flow.ENTRY else getattr(each.value, "lineno", 0))


def _own_scope(view: View) -> ast.AST | None:
    return sources.function_of(view.node) if view.node is not None else None


def _reached(scope: ast.AST, views: Sequence[View]) -> ast.AST | None:
    """What a function or module that is still running has come to; None if it has ended."""
    return next((each.node for each in reversed(views) if each.node is not None and _own_scope(each) is scope), None)


def _comprehension(path: str, node: ast.AST, name: str) -> Binding | None:
    """The loop of the comprehension around a node that has this name for its variable."""
    at: ast.AST | None = node
    while at is not None and not isinstance(at, (ast.stmt, ast.Lambda)):
        for generator in getattr(at, "generators", ()):
            if not any(each is node for each in ast.walk(generator.iter)):
                for binding in _bindings(path, generator, name):
                    return binding
        at = sources.parent(at)
    return None


def _parameters(scope: ast.AST) -> set[str]:
    given = getattr(scope, "args", None)
    if not isinstance(given, ast.arguments):
        return set()
    rest = [each for each in (given.vararg, given.kwarg) if each is not None]
    return {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, *rest)}


def binds(scope: ast.AST, name: str) -> bool:
    """Whether a name is a function's own."""
    nodes = list(flow.within(scope))
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names for node in nodes):
        return False
    return name in _parameters(scope) or any(True for node in nodes for _ in _definitions("", name, node))


def _elsewhere(path: str, scope: ast.AST, name: str, kind: type[ast.Global] | type[ast.Nonlocal]) -> frozenset[Any]:
    """What functions in a scope assign to a name of it, if anything can have called them."""
    found: set[Any] = set()
    for node in ast.walk(scope):
        if isinstance(node, kind) and name in node.names:
            function = sources.function_of(node)
            if function is not None and function is not scope and is_mentioned(path, function):
                found |= {each for part in flow.within(function) for each in _definitions(path, name, part)}
    return frozenset(found)


def _unread(path: str, root: ast.Module, name: str) -> frozenset[Any]:
    """What may bind a name of a module from its functions and from other files, and is not read."""
    found = {Binding(root, path, is_other=True)} if namespaces.is_bound_outside(path, name) else set()
    for node in ast.walk(root):
        function = sources.function_of(node)
        if function is not root and function is not None and namespaces.may_bind(path, node, name):
            if is_mentioned(path, function):
                found.add(Binding(node, path, is_other=True))
    return frozenset(found)


def is_mentioned(path: str, function: ast.AST) -> bool:
    """Whether anything in the file may call a function. What has a decorator, or no name, may be called by others."""
    root, name = sources.tree(path), getattr(function, "name", None)
    if root is None or name is None or getattr(function, "decorator_list", ()):
        return True
    return any(
        (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)
        for node in ast.walk(root)
    )


def _definitions(path: str, name: str, node: ast.AST) -> Iterator[Binding]:
    """What one node binds, in whatever way."""
    if isinstance(node, ast.comprehension):
        return  # Its names are its own.
    found = list(_bindings(path, node, name))
    yield from found
    if not found and _is_bound_by(node, name):
        yield Binding(node, path, is_other=True)


def _definitions_of_module(path: str, name: str, node: ast.AST) -> Iterator[Binding]:
    """The same of a node outside of functions, where a name may also be bound without standing there."""
    found = list(_definitions(path, name, node))
    yield from found
    if not found and namespaces.may_bind(path, node, name):
        yield Binding(node, path, is_other=True, is_possible=True)


def _is_bound_by(node: ast.AST, name: str) -> bool:
    targets: list[ast.AST] = []
    if isinstance(node, ast.Assign):
        targets += node.targets
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        targets += [node.target] if node.value is not None else []
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        targets.append(node.target)
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        targets += [item.optional_vars for item in node.items if item.optional_vars is not None]
    elif isinstance(node, ast.Delete):
        targets += node.targets
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        return any((each.asname or each.name.split(".")[0]) == name for each in node.names)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs)):
        return node.name == name
    elif isinstance(node, ast.MatchStar):
        return node.name == name
    elif isinstance(node, ast.MatchMapping):
        return node.rest == name
    return any(
        isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load)
        for target in targets
        for each in ast.walk(target)
    )


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
    """Whether the value can come from the expression: false if that names a device of another type or, with a number,
    another device."""
    made = node
    if isinstance(made, ast.Call) and sources.called_name(made)[0] in ("tuple", "list") and made.args:
        made = made.args[0]
    if isinstance(made, (ast.GeneratorExp, ast.ListComp)):
        made = made.elt
    named, device = named_by(view, made), device_of(value)
    if named is None or device is None:
        return True
    return device == named if _says_number(made) else device.split(":")[0] == named.split(":")[0]


def _says_number(node: ast.AST) -> bool:
    """x.to("cuda:1")"""
    given = [*node.args[:1], *(keyword.value for keyword in node.keywords)] if isinstance(node, ast.Call) else []
    return any(isinstance(each, ast.Constant) and ":" in str(each.value) for each in given)
