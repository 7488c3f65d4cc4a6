# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operands of the operation that failed, with names of the program and devices."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch
from torch import nn

from device_tidy import sources
from device_tidy.containers import leaves
from device_tidy.explanation.expressions import place_of
from device_tidy.explanation.frames import MISSING, TENSOR_VIEWS, View, is_gradient, operands
from device_tidy.explanation.steps import HOST_VALUES, Gone

MAX_LEAVES = 32


@dataclass(frozen=True)
class Operand:
    """node: the expression that the operand is, or that holds it. value: the tensor or module, or Gone. is_callee:
    the module that was called."""

    name: str
    device: str
    node: ast.expr
    value: Any
    is_callee: bool = False


def operands_of(view: View, devices: tuple[str, ...]) -> list[Operand]:
    """The tensors and modules that the failing expression of a frame works on; numbers on the CPU that PyTorch takes
    anywhere are left out. devices: what the error names; a result that is gone is where no other operand is."""
    found: list[Operand] = []
    gone: list[tuple[int, ast.expr]] = []
    for node, is_callee in _flat(view.node):
        value = view.value(node)
        if isinstance(value, nn.Module) and not is_callee and _is_method_owner(view, node):
            continue
        if value is MISSING:
            if not is_callee and _may_be_tensor(node):
                gone.append((len(found), node))
            continue
        found += _of_value(view.text(node), node, value, is_callee)
    for position, node, device in reversed(_places_of(view, gone, {operand.device for operand in found}, devices)):
        found.insert(position, Operand(view.text(node), device, node, Gone(device)))
    if len({operand.device for operand in found}) < 2:
        found += _held_by_owner(view)
    return list({(operand.name, operand.device): operand for operand in found}.values())


def _held_by_owner(view: View) -> Iterator[Operand]:
    """The tensors that the object of a method keeps: normal.loc of normal.log_prob(x)."""
    node = view.node.func if isinstance(view.node, ast.Call) else None
    owner = view.value(node.value) if isinstance(node, ast.Attribute) else MISSING
    if not isinstance(node, ast.Attribute) or isinstance(owner, (torch.Tensor, nn.Module, type, ModuleType)):
        return
    for member, value in list(getattr(owner, "__dict__", {}).items()):
        if isinstance(value, torch.Tensor) and (value.dim() > 0 or not value.is_cpu):
            yield Operand(f"{view.text(node.value)}.{member}", str(value.device), node.value, value)


def _may_be_tensor(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in TENSOR_VIEWS
    if isinstance(node, ast.Call):
        return sources.called_name(node)[0] not in HOST_VALUES
    return isinstance(node, (ast.BinOp, ast.Subscript, ast.Compare, ast.IfExp))


def _places_of(
    view: View, gone: list[tuple[int, ast.expr]], known: set[str], devices: tuple[str, ...]
) -> list[tuple[int, ast.expr, str]]:
    """Where results are that are gone: where their expression says; the first that says nothing, where nothing else
    is."""
    places = [(position, node, _said(place_of(view, node), devices)) for position, node in gone]
    known = known | {device for _, _, device in places if device is not None}
    rest = [device for device in devices if device not in known] if len(known) <= 1 else []
    result = []
    for position, node, device in places:
        if device is None and rest:
            device, rest = rest[0], []
        if device is not None:
            result.append((position, node, device))
    return result


def _said(place: str | None, devices: tuple[str, ...]) -> str | None:
    """A device that the error names, or any, if it does not name both: then the expression is believed."""
    return place if place in devices or len(devices) < 2 else None


def _is_method_owner(view: View, node: ast.expr) -> bool:
    """self of self.encode(x) and of self.layer(x): what that calls is the operand, or knows its own."""
    call = sources.parent(sources.parent(node) or node)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.value is not node:
        return False
    is_self = isinstance(node, ast.Name) and node.id == "self"
    return is_self or isinstance(view.value(call.func), nn.Module)


def _flat(node: ast.AST | None) -> Iterator[tuple[ast.expr, bool]]:
    for part, is_callee in operands(node):
        if isinstance(part, (ast.List, ast.Tuple, ast.Set)):
            for item in part.elts:
                yield (item.value if isinstance(item, ast.Starred) else item), False
        elif isinstance(part, ast.Dict):
            for item in part.values:
                yield item, False
        elif isinstance(part, ast.UnaryOp):
            yield part.operand, False
        elif isinstance(part, ast.Starred):
            yield part.value, False
        else:
            yield part, is_callee


def _of_value(name: str, node: ast.expr, value: Any, is_callee: bool) -> Iterator[Operand]:
    if isinstance(value, torch.Tensor):
        if value.dim() > 0 or not value.is_cpu:
            yield Operand(name, str(value.device), node, value)
    elif isinstance(value, nn.Module):
        yield from _of_module(name, node, value, is_callee)
    elif isinstance(value, torch.optim.Optimizer):
        yield from _of_optimizer(name, node, value)
    elif isinstance(value, torch.Generator):
        yield Operand(name, str(value.device), node, value)
    elif not is_callee and not isinstance(value, (str, bytes, int, float, bool, type(None))):
        for number, (path, leaf) in enumerate(leaves(value, name)):
            if number == MAX_LEAVES:
                break
            if isinstance(leaf, torch.Tensor) and (leaf.dim() > 0 or not leaf.is_cpu):
                yield Operand(path, str(leaf.device), node, leaf)


def _of_module(name: str, node: ast.expr, module: nn.Module, is_callee: bool) -> Iterator[Operand]:
    """The module, or, if it is in several places, one parameter for each."""
    places: dict[str, str] = {}
    for path, tensor in (*module.named_parameters(), *module.named_buffers()):
        if tensor.dim() > 0:
            places.setdefault(str(tensor.device), path)
    if len(places) == 1:
        yield Operand(name, next(iter(places)), node, module, is_callee)
    else:
        for device, path in places.items():
            yield Operand(f"{name}.{path}", device, node, module.get_submodule(path.rpartition(".")[0]), is_callee)


def _of_optimizer(name: str, node: ast.expr, optimizer: Any) -> Iterator[Operand]:
    for number, group in enumerate(optimizer.param_groups):
        for index, parameter in enumerate(group["params"]):
            for key, state in optimizer.state.get(parameter, {}).items():
                if isinstance(state, torch.Tensor) and state.dim() > 0 and state.device != parameter.device:
                    path = f'{name}.param_groups[{number}]["params"][{index}]'
                    yield Operand(path, str(parameter.device), node, parameter)
                    yield Operand(f'{name}.state[...]["{key}"]', str(state.device), node, state)
                    return


def operation_of(view: View) -> str:
    """What failed, as the analyzer names it: '+', 'mse_loss', the class of a module that is called."""
    node = view.node
    while isinstance(node, (ast.Return, ast.Expr, ast.Assign, ast.AnnAssign, ast.Await)) and node.value is not None:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            break
        if isinstance(node, ast.Assign) and is_gradient(node.targets[0]):
            return "grad"
        node = node.value
    if isinstance(node, ast.Call):
        value = view.value(node.func)
        if isinstance(value, nn.Module):
            return type(value).__name__
    if isinstance(node, (ast.Assign, ast.Subscript)):
        return "[]"
    return _called(view, node) if isinstance(node, ast.Call) else sources.called_name(node)[0] if node else ""


# Functions of Python that do nothing on devices, but call what does.
_CALLS_ARGUMENT = ("partial", "partialmethod", "map", "filter", "starmap", "reduce", "accumulate")
_CONSUMES = ("list", "tuple", "set", "frozenset", "dict", "next", "iter", "enumerate", "zip", "deque", "sorted", "sum")


def _called(view: View, call: ast.Call) -> str:
    """What a call does on devices: 'add' of list(map(torch.add, a, b)), of getattr(torch, "add")(a, b) and of
    partial(torch.add, a)(b); "" if that has no name."""
    name = sources.called_name(call)[0]
    if isinstance(call.func, ast.Call):
        made = sources.called_name(call.func)[0]
        if made in ("getattr", "methodcaller"):
            key = next((each for each in call.func.args if isinstance(each, ast.Constant)), None)
            return str(key.value) if key is not None else ""
        if made in _CALLS_ARGUMENT:
            return _of_argument(view, call.func)
        return made if isinstance(view.value(call.func.func), type) else ""
    if name in _CALLS_ARGUMENT:
        return _of_argument(view, call)
    inner = [each for each in call.args if isinstance(each, ast.Call)]
    called = [each for each in inner if sources.called_name(each)[0] in (*_CALLS_ARGUMENT, *_CONSUMES)]
    if name in _CONSUMES and called:
        return _called(view, called[0])
    return "" if name in _CONSUMES and name != "sum" else name


def _of_argument(view: View, call: ast.Call) -> str:
    """The name of the function that a call is given first."""
    given = call.args[0] if call.args else None
    held = view.value(given)
    if isinstance(held, nn.Module):
        return type(held).__name__
    if isinstance(given, (ast.Name, ast.Attribute)):
        return given.id if isinstance(given, ast.Name) else given.attr
    return ""
