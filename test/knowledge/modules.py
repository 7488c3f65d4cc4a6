# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Classes.def with the module classes that PyTorch and LibTorch's headers have, and where their state is.

    modules.py Classes.def <folder of LibTorch's headers>
"""

import inspect
import re
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

import torch  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[2] / "analyzer/knowledge"))
from generate_modules import build, python_modules  # noqa: E402

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


def state_of(module):
    return dict(module.named_parameters()) | dict(module.named_buffers())


def misplaced(cls):
    """The state that a constructor puts elsewhere than device= says, or else the default device."""
    with torch.device("meta"):
        made = [build(cls)]
    if "device" in inspect.signature(cls).parameters:
        made.append(build(cls, device="meta"))
    for module in filter(None, made):
        yield from (name for name, tensor in state_of(module).items() if tensor.device.type != "meta")


def main():
    kinds = listed_kinds(Path(sys.argv[1]).read_text())
    python = dict(python_modules())
    libtorch = libtorch_modules(Path(sys.argv[2]))
    for name in sorted(libtorch | python.keys()):
        kind, in_both = kinds.get(name, ("missing", False))
        if kind == "missing" or (name in libtorch and name in python and not in_both):
            print(f"missing: {name}")
            continue
        module = build(python[name]) if name in python else None
        state = None if module is None else bool(state_of(module))
        expected = "ModuleContainer" if name in CONTAINERS else "Module" if state else "StatelessModule"
        # Lazy normalisation has parameters until it has seen its input.
        if state is not None and kind != expected and not name.startswith("LazyInstanceNorm"):
            print(f"wrong: {name} is listed as {kind}, but makes a {expected}")
        for tensor in misplaced(python[name]) if name in python else ():
            print(f"wrong: {name} puts {tensor} elsewhere than it is told")
        if name in python and module is None:
            print(f"wrong: nobody knows how to build {name}")
    print(f"{len(libtorch | python.keys())} module classes")


if __name__ == "__main__":
    main()
