#!/usr/bin/env python3
# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes Modules.inc: the parameters, buffers and modules that an object of each class of torch.nn has.

    generate_modules.py [--output FILE]

The installed PyTorch is asked: an object of each class is built, with arguments that its constructor takes.
"""

import argparse
import json
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

import torch  # noqa: E402

HERE = Path(__file__).resolve().parent

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


def make_rows():
    """(class, parameters, buffers, those that are None unless an argument asks for them, modules)"""
    for name, cls in python_modules():
        module = build(cls)
        if module is None:
            sys.exit(f"nobody knows how to build {name}")
        state = module._parameters | module._buffers
        there = {kind: [key for key, tensor in tensors.items() if tensor is not None]
                 for kind, tensors in (("parameters", module._parameters), ("buffers", module._buffers))}
        asked = [key for key, tensor in state.items() if tensor is None]
        row = (name, *map(" ".join, (there["parameters"], there["buffers"], asked, module._modules)))
        if any(row[1:]):
            yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=HERE / "Modules.inc")
    arguments = parser.parse_args()
    head = "// Written by generate_modules.py. Do not edit: it is what objects of PyTorch's classes have.\n\n"
    lines = [f"    {{{', '.join(map(json.dumps, row))}}},\n" for row in make_rows()]
    arguments.output.write_text(head + "static constexpr ModuleParts Rows[] = {\n" + "".join(lines) + "};\n")


if __name__ == "__main__":
    main()
