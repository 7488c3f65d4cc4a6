# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch's CUDA kernels compare and FakeTensorMode does not: a mode to enter inside FakeTensorMode."""

from pathlib import Path

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten


def operators_with_exact_check():
    """Names of the operators whose CUDA kernel compares the devices of all operands (torchgen, gen_device_check)."""
    from torchgen.gen import parse_native_yaml
    from torchgen.model import DeviceCheckType, DispatchKey
    import torchgen

    folder = Path(torchgen.__file__).parent / "packaged/ATen/native"
    parsed = parse_native_yaml(str(folder / "native_functions.yaml"), str(folder / "tags.yaml"))
    cuda = parsed.backend_indices[DispatchKey.CUDA]
    kernels = {str(f.func.name) for f in parsed.native_functions if cuda.has_kernel(f)}
    return {
        f"aten::{f.func.name}"
        for f in parsed.native_functions
        if f.device_check == DeviceCheckType.ExactSame
        and (str(f.func.name) in kernels or str(f.structured_delegate) in kernels)
    }


class KernelChecks(TorchDispatchMode):
    """Sees the operators that composite operators are made of, as the kernels would."""

    exact = operators_with_exact_check()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.name() in self.exact:
            tensors = [x for x in tree_flatten((args, kwargs))[0] if isinstance(x, torch.Tensor)]
            if len({x.device for x in tensors}) > 1:
                raise RuntimeError(f"{func.name()}: Expected all tensors to be on the same device")
        return func(*args, **(kwargs or {}))
