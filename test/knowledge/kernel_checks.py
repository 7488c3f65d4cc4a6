# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch's CUDA kernels compare and FakeTensorMode does not: a mode to enter inside FakeTensorMode."""

from pathlib import Path

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten


def parse_yaml():
    from torchgen.gen import parse_native_yaml
    import torchgen

    folder = Path(torchgen.__file__).parent / "packaged/ATen/native"
    return parse_native_yaml(str(folder / "native_functions.yaml"), str(folder / "tags.yaml"))


def operators_with_exact_check(parsed):
    """Names of the operators whose CUDA kernel compares the devices of all operands (torchgen, gen_device_check)."""
    from torchgen.model import DeviceCheckType, DispatchKey, is_cuda_dispatch_key

    by_name = {str(f.func.name): f for f in parsed.native_functions}
    checked = [index for key, index in parsed.backend_indices.items() if is_cuda_dispatch_key(key)]

    def has_check(f):
        forms = [f, by_name[str(f.structured_delegate)]] if f.structured_delegate else [f]
        if f.device_check != DeviceCheckType.ExactSame:
            return False
        if any(parsed.backend_indices[DispatchKey.CUDA].has_kernel(form) for form in forms):
            return True
        composite = f.has_composite_implicit_autograd_kernel or f.has_composite_explicit_autograd_kernel
        return not composite and any(index.has_kernel(form) for index in checked for form in forms)

    def callee(f):
        """The operator that a generated functional form calls."""
        base, _, overload = str(f.func.name).partition(".")
        others = (base.removesuffix("_functional"), base + "_")
        names = [f"{x}.{overload}".rstrip(".") for x in others if x != base]
        return next((by_name[x] for x in names if x in by_name), f)

    return {f"aten::{name}" for name, f in by_name.items() if has_check(callee(f) if "generated" in f.tags else f)}


def operators_of_the_host(parsed):
    """Names of the operators that have kernels for the CPU, and none that another device would find."""
    by_name = {str(f.func.name): f for f in parsed.native_functions}
    found = set()
    for name, f in by_name.items():
        forms = [f, by_name[str(f.structured_delegate)]] if f.structured_delegate else [f]
        keys = {str(key) for key, index in parsed.backend_indices.items() if any(map(index.has_kernel, forms))}
        stands_in = any("has_composite" in name and getattr(f, name) for name in dir(f)) or "generated" in f.tags
        if not stands_in and keys - {"Meta"} and all(key.endswith("CPU") or key == "Meta" for key in keys):
            found.add(f"aten::{name}")
    return found


PARSED = parse_yaml()


class KernelChecks(TorchDispatchMode):
    """Sees the operators that composite operators are made of, as the kernels would."""

    exact = operators_with_exact_check(PARSED)
    of_the_host = operators_of_the_host(PARSED)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.check(func, args, kwargs or {})
        return func(*args, **(kwargs or {}))

    @classmethod
    def check(cls, func, args, kwargs):
        """As the wrapper of the operator's CUDA kernel, or as the dispatcher where there is none."""
        if func.name() in cls.of_the_host:
            if any(x.device.type != "cpu" for x in tree_flatten((args, kwargs))[0] if isinstance(x, torch.Tensor)):
                raise RuntimeError(f"{func.name()}: Expected all tensors to be on the CPU")
        if func.name() in cls.exact:
            tensors = [x for x in tree_flatten((args, kwargs))[0] if isinstance(x, torch.Tensor)]
            if len({x.device for x in tensors}) > 1:
                raise RuntimeError(f"{func.name()}: Expected all tensors to be on the same device")
