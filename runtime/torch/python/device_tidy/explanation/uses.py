# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program may have put into a container, or into the names of a module or an object, after that was made.

A container may be changed wherever its name, or another one of it, stands: what is not known to read it alone may have
changed it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

from torch import nn

from device_tidy import sources
from device_tidy.explanation import flow
from device_tidy.explanation.frames import View

MAX_DEPTH = 3


@dataclass(frozen=True)
class Put:
    """One element: key and value as they are written. Without a value, it may be any."""

    key: ast.expr | None = None
    value: ast.expr | None = None

    def may_be(self, name: str) -> bool:
        """Whether the element may be the one of this name."""
        return not isinstance(self.key, ast.Constant) or self.key.value == name


ANY = Put()
# Methods that put an element into a container, and where it stands among their arguments.
_PUTS = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1, "__setitem__": 1}
_KEYED = ("setdefault", "__setitem__")
_CHANGES = frozenset("extend extendleft update pop popleft popitem remove clear sort reverse rotate".split())
_READS = frozenset("get keys values items copy index count __getitem__ __len__ __contains__ __iter__".split())
# Functions of Python that leave their arguments as they are.
_READERS = frozenset(
    "enumerate reversed sorted list tuple set frozenset dict iter len sum min max any all zip map filter print repr str"
    " isinstance type id bool next range tqdm trange track chain islice cycle starmap product deepcopy copy".split()
)


def of_use(node: ast.AST, view: View | None = None, depth: int = MAX_DEPTH) -> Iterator[Put]:
    """What the expression or statement around a node that is a container puts into it. view: the values by which it is
    found what a call calls."""
    above = sources.parent(node)
    if isinstance(above, ast.Subscript) and above.value is node:
        yield from _of_element(above)
    elif isinstance(above, ast.Attribute):
        yield from _of_method(above)
    elif isinstance(above, ast.AugAssign) or (isinstance(above, ast.keyword) and above.arg is None):
        yield from [ANY] if isinstance(above, ast.AugAssign) and above.target is node else []
    elif isinstance(above, (ast.Call, ast.keyword)):
        call = above if isinstance(above, ast.Call) else sources.parent(above)
        if isinstance(call, ast.Call) and call.func is not node and not _leaves(call, node, view, depth):
            yield ANY
    elif isinstance(above, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        yield from _of_other_name(above, view, depth)
    elif not _is_read(node, above):
        yield ANY


def _of_element(element: ast.Subscript) -> Iterator[Put]:
    if isinstance(element.ctx, ast.Load):
        return
    above = sources.parent(element)
    is_whole = isinstance(above, (ast.Assign, ast.AnnAssign)) and not isinstance(element.slice, ast.Slice)
    yield Put(element.slice, above.value) if is_whole else ANY  # type: ignore[union-attr]


def _of_method(attribute: ast.Attribute) -> Iterator[Put]:
    call = sources.parent(attribute)
    name = attribute.attr
    if not isinstance(call, ast.Call) or call.func is not attribute:
        yield from [ANY] if name in _PUTS or name in _CHANGES else []
        return
    position = _PUTS.get(name)
    if position is not None and position < len(call.args):
        yield Put(call.args[0] if name in _KEYED else None, call.args[position])
    elif name == "update" and not call.args and all(each.arg is not None for each in call.keywords):
        yield from (Put(ast.Constant(each.arg), each.value) for each in call.keywords)
    elif name not in _READS:
        yield ANY


def _is_read(node: ast.AST, above: ast.AST | None) -> bool:
    if isinstance(above, (ast.For, ast.AsyncFor, ast.comprehension)):
        return above.iter is node
    if isinstance(above, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return above.test is node
    if isinstance(above, ast.Dict):
        return any(key is None and value is node for key, value in zip(above.keys, above.values))
    if isinstance(above, ast.UnaryOp):
        return isinstance(above.op, ast.Not)
    kinds = (ast.Subscript, ast.Compare, ast.BinOp, ast.FormattedValue, ast.Starred, ast.Expr, ast.Return, ast.Delete)
    return isinstance(above, kinds)


def _of_other_name(node: ast.Assign | ast.AnnAssign | ast.NamedExpr, view: View | None, depth: int) -> Iterator[Put]:
    """k = l: what is put into k."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    scope = sources.function_of(node)
    for target in targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            continue  # Its elements are taken out.
        is_quiet = isinstance(target, ast.Name) and depth > 0 and scope is not None
        if not is_quiet or any(True for _ in of_name(scope, target.id, view, depth - 1)):  # type: ignore
            yield ANY


def _leaves(call: ast.Call, node: ast.AST, view: View | None, depth: int) -> bool:
    """Whether what a call calls is known to leave an argument as it is."""
    callee = view.value(call.func) if view is not None else None
    if isinstance(callee, nn.Module):
        callee = type(callee).forward
    callee = callee.__func__ if isinstance(callee, MethodType) else callee
    if isinstance(callee, FunctionType):
        if sources.kind_of(callee.__code__.co_filename) is sources.TORCH:
            return True
        return depth > 0 and _body_leaves(callee, call, node, depth)
    return sources.called_name(call)[0] in _READERS or _is_of_torch(callee)


def _is_of_torch(callee: Any) -> bool:
    module = getattr(callee, "__module__", None)
    name = module if isinstance(module, str) else type(callee).__module__
    return name.split(".")[0] in ("torch", "numpy")


def _body_leaves(callee: FunctionType, call: ast.Call, node: ast.AST, depth: int) -> bool:
    from device_tidy.explanation import returns

    code = callee.__code__
    definition = returns.definition_of(code)
    if definition is None or any(isinstance(each, ast.Starred) for each in call.args):
        return False
    keyword = next((each.arg for each in call.keywords if each.value is node), None)
    if keyword is None:
        position = next((at for at, each in enumerate(call.args) if each is node), None)
        is_method = code.co_varnames[:1] == ("self",)
        position = position + is_method if position is not None else code.co_argcount
        keyword = code.co_varnames[position] if position < code.co_argcount else None
    return keyword is not None and not any(True for _ in of_name(definition, keyword, None, depth - 1))


def of_name(scope: ast.AST, name: str, view: View | None = None, depth: int = MAX_DEPTH) -> Iterator[Put]:
    """What a scope, and the functions in it that use its name, may put into the container of this name."""
    from device_tidy.explanation import assignments

    left: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while left:
        node = left.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and assignments.binds(node, name):
            continue
        left += ast.iter_child_nodes(node)
        if isinstance(node, ast.Name) and node.id == name:
            if isinstance(node.ctx, ast.Load):
                yield from of_use(node, view, depth)
            elif isinstance(sources.parent(node), ast.AugAssign):
                yield ANY


# What holds the names of an object or of a module.
_TABLES = ("__dict__", "_parameters", "_buffers", "_modules")


def of_tables(node: ast.AST) -> Iterator[tuple[ast.expr | None, Put]]:
    """What one node stores under a name that is no part of the syntax: the object, None for the module that the node
    is in, and what is put there: setattr(a, name, value), vars(a)[name] = value, globals().update(values),
    exec(text)."""
    if isinstance(node, ast.Attribute) and node.attr in _TABLES:
        yield from ((node.value, put) for put in [*of_use(node), *([ANY] if isinstance(node.ctx, ast.Store) else [])])
    if not isinstance(node, ast.Call):
        return
    called, given = sources.called_name(node)[0], node.args
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if called == "setattr" and len(given) == 3:
        yield given[0], Put(given[1], given[2])
    elif called == "__setattr__" and owner is not None and len(given) > 1:
        yield (given[0] if len(given) == 3 else owner), Put(given[-2], given[-1])
    elif called in ("globals", "locals", "vars") and owner is None:
        is_own = called == "globals" or isinstance(sources.function_of(node), ast.Module)
        if given or is_own:
            yield from ((given[0] if given else None, put) for put in of_use(node))
    elif called == "exec" and owner is None and len(given) < 2:
        yield None, ANY
    elif called in ("register_buffer", "register_parameter", "register_module", "add_module") and owner is not None:
        if len(given) > 1:
            yield owner, Put(given[0], given[1])
