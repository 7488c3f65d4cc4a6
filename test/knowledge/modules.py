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

# Arguments for most constructors; what none of them fits has parameters or needs a module.
ARGUMENTS = [(), (2,), (2, 2), (2, 2, 2), (4, 4, 1), (2, 4), (2, 2, 2, 2), (4, 2), ("m",)]
OTHER_ARGUMENTS = {
    "AdaptiveLogSoftmaxWithLoss": lambda: (4, 10, [2]),
    "RNNBase": lambda: ("LSTM", 2, 2),
    "TransformerDecoder": lambda: (torch.nn.TransformerDecoderLayer(4, 1), 1),
    "TransformerEncoder": lambda: (torch.nn.TransformerEncoderLayer(4, 1), 1),
    "Unflatten": lambda: (1, (2, 2)),
}
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


def build(cls, **keywords):
    """A fresh object; None if nobody knows how to build one."""
    other = OTHER_ARGUMENTS.get(cls.__name__)
    for arguments in [other()] if other else ARGUMENTS:
        try:
            return cls(*arguments, **keywords)
        except Exception:
            continue
    return None


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
