# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies between devices for torch.nn.parallel: torch/csrc/cuda/comm.cpp, through copies that any tensor has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch


def functions() -> dict[str, Any]:
    def on(tensor: torch.Tensor, device: int) -> torch.Tensor:
        return tensor.to("cpu" if device < 0 else f"cuda:{device}")

    def broadcast(tensor: torch.Tensor, devices: Sequence[int]) -> tuple[torch.Tensor, ...]:
        return tuple(on(tensor, device) for device in devices)

    def broadcast_out(tensor: torch.Tensor, out: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        return tuple(target.copy_(tensor) for target in out)

    def broadcast_coalesced(
        tensors: Sequence[torch.Tensor], devices: Sequence[int], buffer_size: int
    ) -> list[list[torch.Tensor]]:
        return [[on(tensor, device) for tensor in tensors] for device in devices]

    def split(tensor: torch.Tensor, count: int, sizes: Sequence[int] | None, dim: int) -> Sequence[torch.Tensor]:
        import torch

        return torch.split(tensor, list(sizes), dim) if sizes else tensor.chunk(count, dim)

    def scatter(
        tensor: torch.Tensor, devices: Sequence[int], sizes: Sequence[int] | None, dim: int, streams: Any = None
    ) -> tuple[torch.Tensor, ...]:
        chunks = split(tensor, len(devices), sizes, dim)
        return tuple(on(chunk, device) for chunk, device in zip(chunks, devices))

    def scatter_out(
        tensor: torch.Tensor, out: Sequence[torch.Tensor], dim: int, streams: Any = None
    ) -> tuple[torch.Tensor, ...]:
        chunks = split(tensor, len(out), [target.size(dim) for target in out], dim)
        return tuple(target.copy_(chunk) for target, chunk in zip(out, chunks))

    def gather(tensors: Sequence[torch.Tensor], dim: int, destination: int | None) -> torch.Tensor:
        import torch

        if destination is None:
            destination = torch.cuda.current_device()
        return torch.cat([on(tensor, destination) for tensor in tensors], dim)

    def gather_out(tensors: Sequence[torch.Tensor], out: torch.Tensor, dim: int) -> torch.Tensor:
        import torch

        return out.copy_(torch.cat([tensor.to(out.device) for tensor in tensors], dim))

    return {
        "_broadcast": broadcast,
        "_broadcast_out": broadcast_out,
        "_broadcast_coalesced": broadcast_coalesced,
        "_scatter": scatter,
        "_scatter_out": scatter_out,
        "_gather": gather,
        "_gather_out": gather_out,
    }
