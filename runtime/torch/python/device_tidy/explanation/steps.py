# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an expression says of the device of its result."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from device_tidy import sources, wording
from device_tidy.findings import Note, Place

FACTORIES = frozenset(
    (
        "tensor as_tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye normal complex"
        " from_numpy frombuffer empty_strided tril_indices triu_indices hann_window hamming_window one_hot Generator"
        " zeros_like ones_like empty_like full_like rand_like randn_like randint_like"
        " Tensor FloatTensor LongTensor IntTensor BoolTensor new_zeros new_ones new_empty new_full new_tensor"
    ).split()
)
# What these give is in the host's memory, wherever that which they are asked of is.
HOST_VALUES = frozenset(
    (
        "item tolist numpy size dim ndimension numel nelement stride element_size get_device data_ptr"
        " len int float bool str repr range"
    ).split()
)
MOVES = frozenset(("to", "cuda", "cpu", "xpu", "ensure_device"))


@dataclass(frozen=True)
class Gone:
    """A result that was computed on the way and is kept nowhere. Where it was is known from the error."""

    device: str


def device_of(value: Any) -> str | None:
    """The device of a tensor, a generator, a result that is gone, or of a module's first parameter; None for the
    rest."""
    if isinstance(value, (torch.Tensor, torch.Generator, Gone)):
        return str(value.device)
    if isinstance(value, nn.Module):
        return next((str(tensor.device) for tensor in (*value.parameters(), *value.buffers())), None)
    return None


def described(name: str, node: ast.AST, value: Any, place: Place) -> Iterator[Note]:
    """The step, if the expression is one that decides a device."""
    device = device_of(value)
    if not isinstance(node, ast.Call) or device is None:
        return
    called = sources.called_name(node)[0]
    if called in FACTORIES:
        is_said = any(keyword.arg == "device" for keyword in node.keywords)
        like = called.endswith("_like") or called.startswith("new_")
        text = wording.created if is_said or like else wording.created_by_default
        yield Note(text(name, device), place)
    elif called in MOVES:
        yield Note(wording.moved(name, device), place)
    elif called in ("load", "safe_load"):
        yield Note(wording.loaded(name, device), place)
    elif called in ("Parameter", "Buffer", "register_buffer") and node.args:
        yield from described(name, node.args[-1], value, place)


def step_of(call: ast.Call, device: str) -> Any:
    """How a call made a module: moved it, or created it, on the CPU if nothing is said."""
    if sources.called_name(call)[0] in MOVES:
        return wording.moved
    is_said = device != "cpu" or any(keyword.arg == "device" for keyword in call.keywords)
    return wording.created if is_said else wording.created_by_default
