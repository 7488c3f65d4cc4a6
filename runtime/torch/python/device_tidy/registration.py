# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a module holds without having registered it: its 'to' does not reach it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import nn

from device_tidy.containers import leaves


@dataclass(frozen=True)
class Unregistered:
    """path: from the module that was asked, 'encoder.masks[0]' or 'encoder.layers[1].weight'. member: the attribute
    that holds it, and owner: the module whose attribute that is."""

    path: str
    member: str
    owner: nn.Module
    tensor: torch.Tensor
    of_module: bool


def unregistered(module: nn.Module) -> Iterator[Unregistered]:
    """Tensors in plain attributes, and in containers there, of a module and its submodules, and the parameters and
    buffers of modules in such places."""
    registered = {id(tensor) for tensor in (*module.parameters(), *module.buffers())}
    known = {id(part) for part in module.modules()}
    for prefix, owner in module.named_modules():
        for member, value in vars(owner).items():
            if member in _OWN or isinstance(value, (str, int, float, bool, type(None))):
                continue
            for path, leaf in leaves(value, member):
                path = f"{prefix}.{path}" if prefix else path
                if isinstance(leaf, torch.Tensor) and id(leaf) not in registered:
                    yield Unregistered(path, member, owner, leaf, of_module=False)
                elif isinstance(leaf, nn.Module) and id(leaf) not in known:
                    for name, tensor in (*leaf.named_parameters(), *leaf.named_buffers()):
                        if id(tensor) not in registered:
                            yield Unregistered(f"{path}.{name}", member, owner, tensor, of_module=True)


# What nn.Module itself keeps in its attributes. torch/nn/modules/module.py
_OWN = set(vars(nn.Module()))
