# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.cuda.FloatTensor and its like, which PyTorch compiles into a build with CUDA only."""

from __future__ import annotations

import warnings
from types import ModuleType
from typing import Any


class _TensorType(type):
    """A class whose instances are the tensors of one dtype on a CUDA device."""

    dtype: Any
    layout: Any

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        return cls.__qualname__

    def __instancecheck__(cls, value: object) -> bool:
        import torch

        return (
            isinstance(value, torch.Tensor)
            and value.is_cuda
            and value.dtype == cls.dtype
            and value.layout == cls.layout
        )

    def __call__(cls, *arguments: Any, **keywords: Any) -> Any:
        import torch

        device = torch.device(keywords.pop("device", "cuda"))
        if device.type != "cuda":
            raise RuntimeError(
                f"legacy constructor expects device type: cuda but device type: {device.type} was passed"
            )
        if cls.layout == torch.sparse_coo:
            return torch.sparse_coo_tensor(*arguments, dtype=cls.dtype, device=device)
        if len(arguments) == 1 and not isinstance(arguments[0], (int, torch.Size)):
            return torch.tensor(arguments[0], dtype=cls.dtype, device=device)
        sizes = arguments[0] if arguments and isinstance(arguments[0], torch.Size) else arguments
        return torch.empty(tuple(sizes) or (0,), dtype=cls.dtype, device=device)


def add(torch: ModuleType) -> None:
    own_set_default = torch._C._set_default_tensor_type
    for module, layout in ((torch.cuda, torch.strided), (torch.cuda.sparse, torch.sparse_coo)):
        for name in [name for name in dir(module) if name.endswith("Tensor")]:
            dtype = getattr(getattr(module, name), "dtype", None)
            if isinstance(dtype, torch.dtype):
                # PyTorch reads the name that Python's C code sees, as tensor.type(...) does; a program sees the other.
                members = {"dtype": dtype, "layout": layout, "__module__": module.__name__, "__qualname__": name}
                setattr(module, name, _TensorType(f"{module.__name__}.{name}", (), members))

    def set_default(chosen: Any) -> None:
        if isinstance(chosen, _TensorType):
            torch.set_default_dtype(chosen.dtype)
            torch.set_default_device("cuda")
            return
        # PyTorch warns of the innermost line of Python, which is to be its caller's and not one of this file.
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            own_set_default(chosen)
        for each in caught:
            warnings.warn(each.message, each.category, stacklevel=2)

    torch._C._set_default_tensor_type = set_default
