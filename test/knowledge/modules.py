# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Classes.def with the module classes that PyTorch and LibTorch's headers have.

    modules.py Classes.def <folder of LibTorch's headers>
"""

import re
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

import torch  # noqa: E402

# Arguments for most constructors; what none of them fits has parameters or needs a module.
ARGUMENTS = [(), (2,), (2, 2), (2, 2, 2), (4, 4, 1), (2, 4), (2, 2, 2, 2), (4, 2), ("m",)]
NOT_LISTED = {"Module", "Container", "DataParallel"}
CONTAINERS = {"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"}


def listed_kinds(text):
    """{name without scope: (kind, is in LibTorch)}"""
    rows = re.findall(r'^(NN|NN_PYTHON|CLASS)\("(?:torch(?:::|\.)nn(?:::|\.))?([\w.:]+)", (\w+),', text, re.M)
    return {name: (kind, macro == "NN") for macro, name, kind in rows}


def libtorch_modules(headers):
    names = set()
    for path in (headers / "torch/csrc/api/include/torch/nn").rglob("*.h"):
        names.update(re.findall(r"^TORCH_MODULE\((\w+)\);", path.read_text(), re.M))
        names.update(re.findall(r"^class (\w+) : public (?:torch::nn::)?ModuleHolder<", path.read_text(), re.M))
    return names


def python_modules():
    for name in dir(torch.nn):
        cls = getattr(torch.nn, name)
        if isinstance(cls, type) and issubclass(cls, torch.nn.Module) and name not in NOT_LISTED:
            yield name, cls


def has_state(cls):
    """Whether a fresh object has something to move; None if nobody knows how to build one."""
    for arguments in ARGUMENTS:
        try:
            module = cls(*arguments)
        except Exception:
            continue
        return bool(list(module.parameters()) + list(module.buffers()))
    return None


def main():
    kinds = listed_kinds(Path(sys.argv[1]).read_text())
    python = dict(python_modules())
    libtorch = libtorch_modules(Path(sys.argv[2]))
    for name in sorted(libtorch | python.keys()):
        kind, in_both = kinds.get(name, ("missing", False))
        if kind == "missing" or (name in libtorch and name in python and not in_both):
            print(f"missing: {name}")
            continue
        state = has_state(python[name]) if name in python else None
        expected = "ModuleContainer" if name in CONTAINERS else "Module" if state else "StatelessModule"
        # Lazy normalisation has parameters until it has seen its input.
        if state is not None and kind != expected and not name.startswith("LazyInstanceNorm"):
            print(f"wrong: {name} is listed as {kind}, but makes a {expected}")
    print(f"{len(libtorch | python.keys())} module classes")


if __name__ == "__main__":
    main()
