# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A check of all tensors of a call, before the call."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, overload

import torch
from torch import nn

from device_tidy import wording
from device_tidy.containers import leaves
from device_tidy.transfer import DeviceAutoPilot, is_on

F = TypeVar("F", bound=Callable[..., Any])
OnMismatch = Literal["raise", "warn", "move"]


class DeviceMismatchError(RuntimeError):
    """The tensors of a call are on different devices. placements: (name, device) of each, in the order of the call."""

    def __init__(self, message: str, placements: list[tuple[str, str]]) -> None:
        super().__init__(message)
        self.placements = placements

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.placements)


class DeviceMismatchWarning(UserWarning):
    """The same, as a warning."""


@overload
def device_safe(function: F, /) -> F: ...
@overload
def device_safe(
    *,
    on_mismatch: OnMismatch = "raise",
    device: torch.device | str | None = None,
    allow_cpu_scalars: bool = True,
) -> Callable[[F], F]: ...
def device_safe(
    function: Any = None,
    /,
    *,
    on_mismatch: OnMismatch = "raise",
    device: torch.device | str | None = None,
    allow_cpu_scalars: bool = True,
) -> Any:
    """Checks, before each call of a function, that all tensors among its arguments are on one device: also those in
    containers, and the parameters and buffers of modules.

        @device_safe
        def step(model, batch): ...

        DeviceMismatchError: operands of 'step' are on different devices: 'model' on cuda:0, 'batch['x']' on cpu

    on_mismatch: "raise" DeviceMismatchError, "warn" with DeviceMismatchWarning and go on, or "move" everything to one
    device and go on: modules move in place, the caller's tensors stay where they are.
    device: where everything has to be; by default wherever it is together. Without it, "move" goes to where the first
    module is, else to where the first tensor on an accelerator is.
    allow_cpu_scalars: tensors of no dimension on the CPU may stay there; PyTorch's pointwise operators take them.

    Methods and coroutine functions, too. The check costs about a microsecond per tensor; in code that torch.compile or
    TorchScript compiles it is left out. Raises ValueError for another on_mismatch.
    """
    if on_mismatch not in ("raise", "warn", "move"):
        raise ValueError(f"on_mismatch is 'raise', 'warn' or 'move', not {on_mismatch!r}")
    target = None if device is None else torch.device(device)

    def decorate(function: Any) -> Any:
        guard = _Guard(function, on_mismatch, target, allow_cpu_scalars)
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def wait(*arguments: Any, **keywords: Any) -> Any:
                arguments, keywords = guard(arguments, keywords)
                return await function(*arguments, **keywords)

            return wait

        @functools.wraps(function)
        def call(*arguments: Any, **keywords: Any) -> Any:
            if not torch.compiler.is_compiling():
                arguments, keywords = guard(arguments, keywords)
            return function(*arguments, **keywords)

        return call

    return decorate if function is None else decorate(function)


class _Guard:
    def __init__(
        self, function: Any, on_mismatch: OnMismatch, device: torch.device | None, allow_cpu_scalars: bool
    ) -> None:
        self.name = getattr(function, "__name__", "the call")
        self.on_mismatch, self.device, self.allow_cpu_scalars = on_mismatch, device, allow_cpu_scalars
        try:
            self.signature: inspect.Signature | None = inspect.signature(function)
        except (TypeError, ValueError):
            self.signature = None

    def __call__(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        # Most calls are right, and need no names.
        found = {tensor.device for value in (*arguments, *keywords.values()) for _, tensor in self._tensors(value, "")}
        if self._is_right(found):
            return arguments, keywords
        try:
            named = list(self._named(arguments, keywords))
        except TypeError:
            return arguments, keywords  # The call itself says what is wrong with it.
        if self.on_mismatch == "move":
            pilot = DeviceAutoPilot(self._target([tensor for _, tensor in named], arguments, keywords))
            return pilot(arguments), pilot(keywords)
        placements = [(name, str(tensor.device)) for name, tensor in named]
        text = wording.different_devices(self.name, _one_of_each(placements), self.device)
        if self.on_mismatch == "raise":
            raise DeviceMismatchError(text, placements)
        warnings.warn(text, DeviceMismatchWarning, stacklevel=3)
        return arguments, keywords

    def _is_right(self, found: set[torch.device]) -> bool:
        if self.device is None or not found:
            return len(found) < 2
        return len(found) == 1 and is_on(torch.empty(0, device=next(iter(found))), self.device)

    def _tensors(self, value: Any, name: str) -> Iterator[tuple[str, torch.Tensor]]:
        for path, leaf in leaves(value, name):
            if isinstance(leaf, torch.Tensor):
                if not (self.allow_cpu_scalars and leaf.dim() == 0 and leaf.device.type == "cpu"):
                    yield path, leaf
            elif isinstance(leaf, nn.Module):
                for tensor in (*leaf.parameters(), *leaf.buffers()):
                    if not (self.allow_cpu_scalars and tensor.dim() == 0 and tensor.device.type == "cpu"):
                        yield path, tensor

    def _named(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Iterator[tuple[str, torch.Tensor]]:
        values: dict[str, Any] = {f"argument {n}": value for n, value in enumerate(arguments, 1)} | keywords
        if self.signature is not None:
            values = dict(self.signature.bind(*arguments, **keywords).arguments)
        for name, value in values.items():
            yield from self._tensors(value, name)

    def _target(
        self, tensors: list[torch.Tensor], arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> torch.device:
        if self.device is not None:
            return self.device
        for value in (*arguments, *keywords.values()):
            if isinstance(value, nn.Module):
                for tensor in (*value.parameters(), *value.buffers()):
                    return tensor.device
        return next((tensor.device for tensor in tensors if tensor.device.type != "cpu"), tensors[0].device)


def _one_of_each(placements: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Without what says nothing new: a module has many parameters in one place."""
    return list(dict.fromkeys(placements))
