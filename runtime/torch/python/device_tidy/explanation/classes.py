# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Classes of modules, as their source has them: where a member is assigned, and whether the class moves it."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from device_tidy import sources
from device_tidy.explanation import flow
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


@dataclass(frozen=True)
class Stored:
    """What a method of a class stores in a member. is_read: not under a name that is computed, or by a method whose
    body is elsewhere."""

    path: str
    value: ast.AST
    is_read: bool = True
    is_possible: bool = False


def stores_of(owner: type, member: str) -> list[Stored]:
    """What may be in a member of an object that nothing else has stored there: what the constructor leaves in it, and
    what any other method that may have run does. A method that nothing calls by its name is not one, unless a class of
    a library that this one is made of may call it."""
    from device_tidy.explanation import assignments

    found: list[Stored] = []
    is_constructed = False
    is_closed = is_known(owner)
    for base in owner.__mro__:
        definition = _definition(base) if sources.kind_of(file_of(base)) is sources.PROJECT else None
        is_complete = False
        for path, method in _methods(base, *definition) if definition is not None else ():
            if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append(Stored(path, method, is_read=False))
                continue
            given = [*method.args.posonlyargs, *method.args.args]
            stored = functools.partial(_stored_by, path, given[0].arg if given else "", member)
            if method.name in _CONSTRUCTORS:
                ended = flow.reaching(method, None, stored) if not is_constructed else frozenset()
                is_complete = is_complete or (bool(ended) and flow.ENTRY not in ended)
                found += [each for each in ended if isinstance(each, Stored)]
            elif not is_closed or assignments.is_mentioned(path, method) or method.name in _CALLED:
                found += [each for node in ast.walk(method) for each in stored(node)]
        is_constructed = is_constructed or is_complete
    return list(dict.fromkeys(found))


_CONSTRUCTORS = ("__init__", "__post_init__", "__new__")


def _methods(owner: type, path: str, definition: ast.ClassDef) -> Iterator[tuple[str, ast.AST]]:
    """The methods that a class has, of those in its body: the last one of a name, or the one of the branch that was
    taken. The class itself stands for a constructor that it was given otherwise."""
    nodes = [node for node in flow.within(definition) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for name in dict.fromkeys(node.name for node in nodes):
        of_name = [node for node in nodes if node.name == name]
        is_private = name.startswith("__") and not name.endswith("__")
        held = vars(owner).get(f"_{owner.__name__.lstrip('_')}{name}" if is_private else name)
        if held is None:
            continue
        code = _code_of(held)
        lines = [[node.lineno, *(each.lineno for each in node.decorator_list)] for node in of_name]
        held_here = code is not None and code.co_filename == path
        its = [node for node, at in zip(of_name, lines) if held_here and code.co_firstlineno in at]
        is_replaced = not its and not any(node.decorator_list for node in of_name)
        if is_replaced and name in _CONSTRUCTORS:
            yield path, definition
        yield from ((path, node) for node in its or ([] if is_replaced else of_name))


def _code_of(held: object) -> Any:
    held = getattr(held, "__func__", getattr(held, "fget", held))
    try:
        held = inspect.unwrap(held)  # type: ignore[arg-type]
    except ValueError:
        return None
    return getattr(held, "__code__", None)


# What Python and PyTorch call.
_CALLED = ("forward", "reset_parameters", "__call__", "__enter__", "__exit__", "__setstate__", "setup", "_apply")


def is_known(owner: type) -> bool:
    """Whether all classes that one is made of are the program's or PyTorch's."""
    own = ("builtins", "abc", "typing", "torch")
    return all(
        sources.kind_of(file_of(base)) is sources.PROJECT or base.__module__.split(".")[0] in own
        for base in owner.__mro__
    )


def _stored_by(path: str, first: str, member: str, node: ast.AST) -> Iterator[Stored]:
    from device_tidy.explanation import members

    for of, value in members.stores(node, member):
        if isinstance(of, ast.Name) and of.id == first:
            yield Stored(path, value)
    for of in members.unread(node, member):
        if isinstance(of, ast.Name) and of.id == first:
            yield Stored(path, node, is_read=False, is_possible=True)


def assignment_of(owner: type, member: str) -> tuple[str, ast.expr] | None:
    """The file and the value of the only assignment that may have given an object its member."""
    found = stores_of(owner, member)
    only = found[0] if len(found) == 1 and found[0].is_read else None
    return (only.path, only.value) if only is not None and isinstance(only.value, ast.expr) else None


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
