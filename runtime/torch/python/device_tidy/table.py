# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lives where in an object, as a table."""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import torch
from torch import nn

from device_tidy.containers import leaves
from device_tidy.registration import unregistered

COLUMNS = ("name", "kind", "device", "dtype", "shape", "bytes")


@dataclass(frozen=True)
class Placement:
    """One tensor. kind: parameter, buffer, tensor, gradient, optimizer state, or 'not registered': held by a module
    in a way that its 'to' does not reach."""

    name: str
    kind: str
    device: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int


class PlacementTable:
    """The rows of placements(...). Prints as text, in a notebook as HTML, and by rich as a table of rich."""

    def __init__(self, title: str, rows: list[Placement]) -> None:
        self.title, self.rows = title, rows

    @property
    def devices(self) -> dict[str, int]:
        """Bytes on each device, in the order in which the devices appear."""
        total: dict[str, int] = {}
        for row in self.rows:
            total[row.device] = total.get(row.device, 0) + row.bytes
        return total

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (row.name, row.kind, row.device, row.dtype, "x".join(map(str, row.shape)) or "-", f"{row.bytes:,}")
            for row in self.rows
        ]

    def _total(self) -> str:
        return ", ".join(f"{device}: {size:,} bytes" for device, size in self.devices.items()) or "no tensors"

    def __str__(self) -> str:
        cells = [COLUMNS, *self._cells()]
        widths = [max(len(row[column]) for row in cells) for column in range(len(COLUMNS))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells]
        return "\n".join([self.title, *(lines if self.rows else ()), self._total()])

    # At a prompt the table is what is wanted.
    __repr__ = __str__

    def _repr_html_(self) -> str:
        def row(tag: str, cells: tuple[str, ...]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(row("td", cells) for cells in self._cells())
        caption = f"<caption>{html.escape(self.title)}: {html.escape(self._total())}</caption>"
        return f"<table>{caption}<thead>{row('th', COLUMNS)}</thead><tbody>{body}</tbody></table>"

    def __rich__(self) -> Any:
        from rich.table import Table  # type: ignore[import-not-found,unused-ignore]

        table = Table(*COLUMNS, title=self.title, caption=self._total())
        for cells in self._cells():
            table.add_row(*cells, style=None if cells[1] != "not registered" else "yellow")
        return table

    def show(self, file: IO[str] | None = None) -> None:
        """Prints the table: with rich on a terminal if rich is installed, else as text."""
        file = file or sys.stdout
        if file.isatty():
            try:
                from rich.console import Console  # type: ignore[import-not-found,unused-ignore]
            except ImportError:
                pass
            else:
                Console(file=file).print(self)
                return
        print(self, file=file)


def placements(value: Any, name: str | None = None) -> PlacementTable:
    """Where the tensors of a module, a container, an optimizer or any other object are:

        print(placements(model))

    A module's rows are its parameters, buffers and what it holds without having registered it. Reads, moves and
    copies nothing, and waits for nothing."""
    title = name or (type(value).__name__ if not isinstance(value, torch.Tensor) else "tensor")
    return PlacementTable(title, [_row(*found) for found in _tensors(value, name or "")])


def _tensors(value: Any, name: str) -> Iterator[tuple[str, str, torch.Tensor]]:
    seen: set[int] = set()
    for path, leaf in leaves(value, name):
        if isinstance(leaf, nn.Module):
            found = _of_module(leaf, path)
        elif isinstance(leaf, torch.optim.Optimizer):
            found = _of_optimizer(leaf, path)
        elif isinstance(leaf, nn.Parameter):
            found = iter([(path, "parameter", leaf)])
        elif isinstance(leaf, torch.Tensor):
            found = iter([(path or "tensor", "tensor", leaf)])
        elif hasattr(leaf, "__dict__") and not isinstance(leaf, type) and leaf is value:
            found = ((f"{path}.{member}", kind, tensor) for member, kind, tensor in _of_object(leaf))
        else:
            continue
        for member, kind, tensor in found:
            if id(tensor) not in seen:
                seen.add(id(tensor))
                yield member.lstrip("."), kind, tensor


def _of_module(module: nn.Module, path: str) -> Iterator[tuple[str, str, torch.Tensor]]:
    for name, parameter in module.named_parameters():
        yield f"{path}.{name}", "parameter", parameter
        if parameter.grad is not None and parameter.grad.device != parameter.device:
            yield f"{path}.{name}.grad", "gradient", parameter.grad
    for name, buffer in module.named_buffers():
        yield f"{path}.{name}", "buffer", buffer
    for found in unregistered(module):
        yield f"{path}.{found.path}", "not registered", found.tensor


def _of_optimizer(optimizer: torch.optim.Optimizer, path: str) -> Iterator[tuple[str, str, torch.Tensor]]:
    for number, group in enumerate(optimizer.param_groups):
        for index, parameter in enumerate(group["params"]):
            name = f"{path}.param_groups[{number}]['params'][{index}]"
            yield name, "parameter", parameter
            for key, state in optimizer.state.get(parameter, {}).items():
                if isinstance(state, torch.Tensor):
                    yield f"{name}.{key}", "optimizer state", state


def _of_object(value: Any) -> Iterator[tuple[str, str, torch.Tensor]]:
    for member, item in vars(value).items():
        yield from _tensors(item, member)


def _row(name: str, kind: str, tensor: torch.Tensor) -> Placement:
    size = tensor.numel() * tensor.element_size()
    return Placement(
        name, kind, str(tensor.device), str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape), size
    )
