# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that a program has made for a GPU: each way to make one is refused in one sentence, where PyTorch's build for
the CPU would say that a compiler or a library is missing."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any

from device_tidy.importing import after_import
from device_tidy.simulation.errors import NotSimulated


def refuse() -> None:
    """Of modules that few programs import, when they do."""
    after_import("torch.utils._triton", _refuse_triton)
    after_import("torch._inductor.exc", _refuse_inductor)
    after_import("torch.utils.cpp_extension", _refuse_extensions)


def _refuse_triton() -> None:
    # Installed or not, it finds no driver.
    module: Any = sys.modules["torch.utils._triton"]
    if hasattr(module, "has_triton"):
        module.has_triton = functools.cache(lambda **_: False)  # include_cpu since 2.15


def _refuse_inductor() -> None:
    module: Any = sys.modules["torch._inductor.exc"]
    missing = getattr(module, "TritonMissing", None)
    if missing is None:
        return

    class TritonNotSimulated(missing, NotSimulated):  # type: ignore[misc,valid-type]
        """A program that expects PyTorch's own class gets it."""

        def __init__(self, first_useful_frame: Any) -> None:
            module.ShortenTraceback.__init__(
                self,
                "Triton, for which torch.compile generates code: backends 'eager' and 'aot_eager' do without",
                first_useful_frame=first_useful_frame,
            )

    module.TritonMissing = TritonNotSimulated


def _refuse_extensions() -> None:
    module: Any = sys.modules["torch.utils.cpp_extension"]
    what = "kernels of a program's own, which CUDA's compiler builds"
    own_build = getattr(module, "_jit_compile", None)
    if own_build is not None:
        parameters = inspect.signature(own_build)

        @functools.wraps(own_build)
        def build(*arguments: Any, **keywords: Any) -> Any:
            given = parameters.bind(*arguments, **keywords).arguments
            with_cuda = given.get("with_cuda")
            if with_cuda is None:
                with_cuda = any(map(module._is_cuda_file, given.get("sources", ())))
            if with_cuda:
                raise NotSimulated(what)
            return own_build(*arguments, **keywords)

        module._jit_compile = build

    def extension(*arguments: Any, **keywords: Any) -> Any:
        raise NotSimulated(what)

    if hasattr(module, "CUDAExtension"):
        module.CUDAExtension = functools.wraps(module.CUDAExtension)(extension)
