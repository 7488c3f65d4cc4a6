# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of which the tables say where their result is, and compares.

    places.py <dt-names>

The default device is meta and the arguments are on the CPU, so that all answers differ: a factory gives meta, what
follows its argument or is always on the CPU gives cpu. What needs an accelerator has to raise here, where there is none.
Functions that no arguments below fit are counted.
"""

import subprocess
import sys
import warnings

import torch
from public_names import attributes, functions

warnings.simplefilter("ignore")

VECTOR = torch.ones(4)
MATRIX = torch.eye(4)
NUMBERS = torch.tensor([1, 0])
IMAGE = torch.ones(1, 2, 8, 8)
# The first that a function takes is taken.
ARGUMENTS = [
    ((), {}),
    ((4,), {}),
    ((2, 3), {}),
    (((2, 2),), {}),
    (((2, 2), 1), {}),
    ((0, 4, 3), {}),
    (((2, 2), (2, 1)), {}),
    ((4, "general"), {}),
    ((4, [0.5, 0.5]), {}),
    (((2, 2),), {"dtype": torch.float, "device": None}),
    ((b"\0" * 8,), {"dtype": torch.uint8}),
    (([1.0, 2.0],), {}),
    (([torch.ones(2)],), {}),
    ((VECTOR.numpy(),), {}),
    ((VECTOR,), {}),
    ((VECTOR, 1), {}),
    ((VECTOR, 1.0), {}),
    ((VECTOR, 0, 2), {}),
    ((MATRIX,), {}),
    ((MATRIX, 1), {}),
    ((NUMBERS, (4,)), {}),
    ((NUMBERS.unsqueeze(0), VECTOR[:2], (4,)), {}),
    ((torch.tensor([0, 1, 2]), NUMBERS, VECTOR[:2]), {}),
    ((MATRIX.unsqueeze(0), 0.5), {}),
    ((IMAGE, 2), {}),
    ((IMAGE, 2, 2), {}),
    ((IMAGE, 2, None, 0.5), {}),
    ((torch.ones(1, 2, 8, 8, 8), 2), {}),
    ((torch.ones(1, 2, 8, 8, 8), 2, None, 0.5), {}),
]
MEANT = {"Create": "meta", "CreateLike": "cpu", "CreateCpu": "cpu", "CreateBlob": "cpu", "View": "cpu"}
# as_tensor and asarray of a tensor follow a default device that is set, and a sparse tensor takes it over its values
# (torch/utils/_device.py, _device_constructors). The table says what holds where none is set.
FOLLOWS_DEFAULT = {"as_tensor", "asarray", "as_nested_tensor"}


def first(result):
    while isinstance(result, (tuple, list)) and result:
        result = result[0]
    return result


def called(member, given, keywords):
    return member(*given, **keywords) if callable(member) and not isinstance(member, torch.Tensor) else member


def place_of(function):
    """The device of what function gives for the first arguments that it takes; None if it takes none of them."""
    for arguments, keywords in ARGUMENTS:
        try:
            with torch.device("meta"):
                result = first(function(*arguments, **keywords))
        except Exception:
            continue
        if isinstance(result, torch.Tensor):
            return result.device.type
    return None


def works(function):
    """Whether a call comes back; None if none of these is a call of it."""
    failed = None
    for arguments in ((), (0,), (torch.zeros(16, dtype=torch.uint8),)):
        try:
            function(*arguments)
            return True
        except (TypeError, AttributeError, KeyError):
            continue
        except Exception:
            failed = False
    return failed


def ask(program, questions):
    said = subprocess.run([program], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True)
    return [answer.split() for answer in said.stdout.splitlines()]


def main():
    found = dict(functions())
    compared, skipped = 0, []
    for name, answer in zip(found, ask(sys.argv[1], [f"function {name}" for name in found]), strict=True):
        kind, canonical = answer[0], answer[-1]
        is_cuda = name.startswith(("torch.cuda.", "torch.accelerator."))
        if is_cuda and kind == "NeedsAccelerator":
            compared += 1
            if works(found[name]):
                print(f"wrong: {name} works without an accelerator")
        if kind not in MEANT or canonical in FOLLOWS_DEFAULT or canonical.startswith("sparse_"):
            continue
        place = place_of(found[name])
        if place is None:
            skipped.append(name)
            continue
        compared += 1
        if place != MEANT[kind]:
            print(f"wrong: {name} is {kind} in the table, and gives a tensor on {place}")
    methods = attributes(torch.Tensor)
    for name, answer in zip(methods, ask(sys.argv[1], [f"tensor {name}" for name in methods]), strict=True):
        if answer[0] not in ("View", "CreateLike") or name in ("grad", "data"):
            continue
        place = place_of(lambda *given, name=name, **keywords: called(getattr(MATRIX, name), given, keywords))
        if place is None:
            skipped.append(f"Tensor.{name}")
            continue
        compared += 1
        if place != "cpu":
            print(f"wrong: Tensor.{name} is {answer[0]} in the table, and gives a tensor on {place}")
    print(f"not called: {' '.join(skipped)}")
    print(f"compared {compared}, not called {len(skipped)}")


if __name__ == "__main__":
    main()
