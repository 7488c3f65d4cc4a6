# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sentences about placements, in the words of analyzer/report/Wording.h. Imports no torch."""

from __future__ import annotations

from collections.abc import Iterable

MAX_QUOTED = 40


def quoted(source: str, otherwise: str = "the expression") -> str:
    """'x', or what to say instead if the source is long."""
    return f"'{source}'" if source and len(source) <= MAX_QUOTED and "\n" not in source else otherwise


_ORDER = ("the first operand", "the second operand", "the third operand", "the fourth operand")


def on_devices(placements: Iterable[tuple[str, str]]) -> str:
    """'a' on cuda:0, 'b' on cpu; 'a' on cuda:0, the second operand on cpu"""
    named = [
        f"{quoted(name, _ORDER[number] if number < len(_ORDER) else 'another operand')} on {device}"
        for number, (name, device) in enumerate(placements)
    ]
    return ", ".join(named)


def different_devices(operation: str, placements: Iterable[tuple[str, str]], wanted: object = None) -> str:
    """operands of 'step' are on different devices: 'a' on cuda:0, 'b' on cpu"""
    where = "on different devices" if wanted is None else f"not all on {wanted}"
    return f"operands of {quoted(operation, 'the call')} are {where}: {on_devices(placements)}"


def is_default(device: str) -> str:
    return ", the default device" if device == "cpu" else ""


def created(name: str, device: str) -> str:
    return f"{quoted(name)} created on {device} here"


def created_by_default(name: str, device: str) -> str:
    return f"{quoted(name)} created on {device} here, the default device"


def moved(name: str, device: str) -> str:
    return f"{quoted(name)} moved to {device} here"


def loaded(name: str, device: str) -> str:
    return f"{quoted(name)} loaded onto {device} here"


def batched(name: str) -> str:
    return f"{quoted(name)} collated on cpu here by the data loader"


def passed(name: str, parameter: str) -> str:
    return f"{quoted(name)} passed as {quoted(parameter)} here"


def stored(name: str, container: str) -> str:
    return f"{quoted(name)} stored in {quoted(container)} here"


def defined(name: str) -> str:
    return f"{quoted(name)} defined here"


def discarded(operation: str, name: str, device: str) -> str:
    return f"result of '{operation}' is discarded; {quoted(name, 'the tensor')} stays on {device}"


def not_registered(member: str, owner: str, device: str) -> str:
    return f"'{member}' is not registered with '{owner}', so 'to' leaves it on {device}"


def moved_again(name: str, device: str, times: int) -> str:
    return f"{quoted(name, 'the same tensor')} is moved to {device} again: {times} times"


def waits(operation: str, name: str, device: str) -> str:
    return f"'{operation}' waits for {quoted(name, 'a tensor')} on {device} in each iteration of the loop"


def stale_optimizer(operation: str, placements: Iterable[tuple[str, str]]) -> str:
    return f"'{operation}' moves parameters away from their optimizer: {on_devices(placements)}"
