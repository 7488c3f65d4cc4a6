# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The expression that a caller gave for a parameter."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from torch import nn

from device_tidy import sources
from device_tidy.explanation.frames import MISSING, View


def find(views: list[View], index: int, name: str, element: int | str | None = None) -> tuple[int, ast.expr] | None:
    """The number of the frame that called frame number index, and what it wrote there for the parameter of this name.
    element: of *name the position, of **name the keyword. None if the frame was not called by that call."""
    parameters = _Parameters(views[index])
    wanted = parameters.wanted(name, element)
    # Between a module's call and its forward there are frames of PyTorch.
    outer = next((at for at in range(index - 1, -1, -1) if views[at].kind is not sources.TORCH), None)
    if wanted is None or outer is None or not isinstance(views[outer].node, ast.Call):
        return None
    call, owners = views[outer].node, _owners(views[outer], views[index], is_direct=outer == index - 1)
    assert isinstance(call, ast.Call)
    if owners is None:
        return None
    if isinstance(wanted, int):
        found = _positional(views, outer, call, wanted - owners)
        if found is not None or element is not None:
            return found
    return _keyword(views, outer, call, wanted if isinstance(wanted, str) else name)


class _Parameters:
    def __init__(self, view: View) -> None:
        code = view.frame.f_code
        count, keywords = code.co_argcount, code.co_kwonlyargcount
        self.positional, self.named = code.co_varnames[:count], code.co_varnames[count : count + keywords]
        rest = list(code.co_varnames[count + keywords :])
        self.rest = rest.pop(0) if code.co_flags & inspect.CO_VARARGS else None
        self.others = rest.pop(0) if code.co_flags & inspect.CO_VARKEYWORDS else None

    def wanted(self, name: str, element: int | str | None) -> int | str | None:
        """The position or the keyword under which an argument gets there."""
        if isinstance(element, int):
            return len(self.positional) + element if name == self.rest else None
        if isinstance(element, str):
            return element if name == self.others else None
        if name in self.positional:
            return self.positional.index(name)
        return name if name in self.named else None


def _owners(caller: View, called: View, is_direct: bool) -> int | None:
    """How many parameters come from elsewhere than the call's arguments: self, ctx. None if it is another call."""
    code, call = called.frame.f_code, caller.node
    assert isinstance(call, ast.Call)
    callee, name = caller.value(call.func), sources.called_name(call)[0]
    first = code.co_varnames[:1] and code.co_varnames[0] in ("self", "cls", "ctx", "mcs")
    if not is_direct:
        # A module that was made in the call is gone.
        is_module = isinstance(callee, nn.Module) or callee is MISSING
        is_forward = code.co_name == "forward" and (is_module or name == "apply")
        return 1 if is_forward else None
    if getattr(callee, "__code__", None) is code or code.co_name == name:
        return 1 if first and isinstance(call.func, ast.Attribute) and not _is_class(caller, call.func.value) else 0
    is_made = code.co_name == "__init__" and isinstance(callee, type)
    return 1 if is_made or code.co_name == "__call__" else None


def _is_class(view: View, node: ast.expr) -> bool:
    """Net of Net.forward(net, x)."""
    return isinstance(view.value(node), type)


def _positional(views: list[View], outer: int, call: ast.Call, wanted: int) -> tuple[int, ast.expr] | None:
    for position, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            if not isinstance(argument.value, ast.Name):
                return None
            return find(views, outer, argument.value.id, wanted - position)
        if position == wanted:
            return outer, argument
    return None


def _keyword(views: list[View], outer: int, call: ast.Call, name: str) -> tuple[int, ast.expr] | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return outer, keyword.value
    rest: Any = next((keyword.value for keyword in call.keywords if keyword.arg is None), None)
    return find(views, outer, rest.id, name) if isinstance(rest, ast.Name) else None
