# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes lines for guessed.tsv: arguments guessed from an operator's schema, the first with which it runs.

    guess.py OVERLOAD...

PyTorch crashes with some arguments; the operators after that one have to be named again.
"""

import itertools
import sys

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_map_only

# (sizes, dtype) of the operands, in the order in which they are tried.
OPERANDS = [
    ((2, 2), torch.float32),
    ((2, 2), torch.int64),
    ((2,), torch.float32),
    ((2,), torch.int64),
    ((1, 2, 4, 4), torch.float32),
    ((1, 2, 4, 4, 4), torch.float32),
    ((1, 2, 4), torch.float32),
    ((2, 2), torch.bool),
    ((2, 2), torch.complex64),
    ((), torch.float32),
    ((2, 2, 2), torch.float32),
]
# Names that say what a tensor holds.
INTEGERS = ("index", "indices", "target", "targets", "offsets", "lengths", "batch_sizes", "input_lengths")
MASKS = ("mask", "condition")
DTYPES = {"ScalarType": torch.float32, "Layout": torch.strided, "MemoryFormat": torch.contiguous_format}
NUMBERS = {"int": 1, "SymInt": 1, "float": 1.0, "number": 1, "bool": False, "Scalar": 1, "str": "mean"}


class NoGuess(Exception):
    """No value of that type is known."""


def tensor(argument, sizes, dtype):
    if argument.is_out:
        return torch.empty((0,), dtype=dtype)
    if argument.name in INTEGERS:
        return torch.zeros((2,) if len(sizes) != 2 else sizes, dtype=torch.int64)
    if argument.name in MASKS:
        return torch.zeros(sizes, dtype=torch.bool)
    return torch.ones(sizes, dtype=dtype)


def value(argument, kind, sizes, dtype, fill):
    """A value of the type, or NoGuess."""
    name = str(kind)
    if isinstance(kind, torch.OptionalType):
        return value(argument, kind.getElementType(), sizes, dtype, fill) if fill and "Tensor" in name else None
    if isinstance(kind, torch.ListType):
        count = argument.N or max(1, min(len(sizes) - 2, 3)) if "Tensor" not in name else 2
        element = kind.getElementType()
        if isinstance(element, torch.OptionalType):
            element = element.getElementType()
        return [value(argument, element, sizes, dtype, fill) for _ in range(count)]
    if name == "Tensor":
        return tensor(argument, sizes, dtype)
    if name in NUMBERS:
        return 0 if argument.name == "dim" else NUMBERS[name]
    if name in DTYPES:
        return dtype if name == "ScalarType" else DTYPES[name]
    if name == "Device":
        return torch.device("cpu")
    raise NoGuess(name)


def attempts(schema):
    """(args, kwargs), likeliest first."""
    for (sizes, dtype), fill in itertools.product(OPERANDS, (True, False)):
        args, kwargs = [], {}
        for argument in schema.arguments:
            is_tensor = "Tensor" in str(argument.type)
            if argument.has_default_value() and not (is_tensor and fill):
                if argument.kwarg_only:
                    continue
                given = argument.default_value
            else:
                given = value(argument, argument.real_type, sizes, dtype, fill)
            if argument.kwarg_only:
                kwargs[argument.name] = given
            else:
                args.append(given)
        yield args, kwargs


def guess(function):
    """(args, kwargs) with which the overload runs, or None."""
    try:
        for args, kwargs in attempts(function._schema):
            if runs(function, args, kwargs):
                return args, kwargs
    except NoGuess:
        pass
    return None


def runs(function, args, kwargs):
    mode = FakeTensorMode()
    try:
        with mode:
            args, kwargs = tree_map_only(torch.Tensor, mode.from_tensor, (args, kwargs))
            function(*args, **kwargs)
    except Exception:
        return False
    return True


def spelled(value):
    """As samples.py, guessed, reads it."""
    if isinstance(value, torch.Tensor):
        letter = {torch.float32: "f", torch.int64: "i", torch.bool: "b", torch.complex64: "c"}[value.dtype]
        return f"{letter}({', '.join(map(str, value.shape))})"
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    return "'cpu'" if isinstance(value, torch.device) else repr(value)


def main():
    for name in sys.argv[1:]:
        base, _, overload = name.partition(".")
        found = guess(getattr(getattr(torch.ops.aten, base), overload or "default"))
        if found:
            args, kwargs = found
            arguments = [spelled(x) for x in args] + [f"{key}={spelled(x)}" for key, x in kwargs.items()]
            print(f"{name}\t{', '.join(arguments)}", flush=True)


if __name__ == "__main__":
    main()
