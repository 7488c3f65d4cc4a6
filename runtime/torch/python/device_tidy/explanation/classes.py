# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Classes of modules, as their source has them: where a member is assigned, and whether the class moves it."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator
from dataclasses import dataclass

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
    """What a method of a class stores in a member."""

    path: str
    value: ast.expr


def stores_of(owner: type, member: str) -> list[Stored]:
    """What may be in a member of an object that nothing else has stored there: what the constructor leaves in it, and
    what any other method that may have run does. A method that nothing calls by its name is not one, unless a class of
    a library that this one is made of may call it."""
    from device_tidy.explanation import assignments

    found: list[Stored] = []
    is_constructed = False
    is_closed = is_known(owner)
    for path, definition in _definitions(owner):
        for method in definition.body:
            if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            given = [*method.args.posonlyargs, *method.args.args]
            stored = functools.partial(_stored_by, given[0].arg if given else "", member)
            if method.name in ("__init__", "__post_init__", "__new__"):
                ended = flow.reaching(method, None, stored) if not is_constructed else frozenset()
                is_constructed = is_constructed or (bool(ended) and flow.ENTRY not in ended)
                found += [Stored(path, value) for value in ended if isinstance(value, ast.expr)]
            elif not is_closed or assignments.is_mentioned(path, method) or method.name in _CALLED:
                values = [value for node in ast.walk(method) for value in stored(node)]
                found += [Stored(path, value) for value in values]
    return list(dict.fromkeys(found))


# What Python and PyTorch call.
_CALLED = ("forward", "reset_parameters", "__call__", "__enter__", "__exit__", "__setstate__", "setup", "_apply")


def is_known(owner: type) -> bool:
    """Whether all classes that one is made of are the program's or PyTorch's."""
    own = ("builtins", "abc", "typing", "torch")
    return all(
        sources.kind_of(file_of(base)) is sources.PROJECT or base.__module__.split(".")[0] in own
        for base in owner.__mro__
    )


def _stored_by(first: str, member: str, node: ast.AST) -> Iterator[ast.expr]:
    from device_tidy.explanation import members

    for of, value in members.stores(node, member):
        if isinstance(of, ast.Name) and of.id == first:
            yield value


def assignment_of(owner: type, member: str) -> tuple[str, ast.expr] | None:
    """The file and the value of the only assignment that may have given an object its member."""
    found = stores_of(owner, member)
    return (found[0].path, found[0].value) if len(found) == 1 else None


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
