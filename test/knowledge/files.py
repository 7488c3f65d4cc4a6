# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names as the files of PyTorch have them, torch.nn.modules.conv.Conv2d, mean what the tables think.

    files.py <dt-names>

Asks of every class of the packages below, and of the functions that their packages show. What is known as a class is
that very class; a class or function that is known as its package's is known as its file's. Prints "wrong" otherwise.
"""

import importlib
import inspect
import pkgutil
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")

import torch  # noqa: E402

PACKAGES = ["torch.nn", "torch.nn.modules", "torch.nn.parallel", "torch.nn.utils", "torch.optim", "torch.utils.data"]


def modules():
    yield torch.functional
    for package in PACKAGES:
        for found in pkgutil.iter_modules(importlib.import_module(package).__path__, package + "."):
            try:
                yield importlib.import_module(found.name)
            except ImportError:  # what another build has
                continue


def in_files():
    """{name in its file: value}"""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.__name__:
                found[f"{module.__name__}.{name}"] = value
    return found


def shown(name, value):
    """The name that a package around the file gives it, "" if none does."""
    package, _, last = name.rpartition(".")
    while "." in package:
        package = package.rpartition(".")[0]
        if getattr(importlib.import_module(package), last, None) is value:
            return f"{package}.{last}"
    return ""


def find(dotted):
    """The class of that name, None if it is none of Python's."""
    value = torch
    for part in dotted.split(".")[1:]:
        value = getattr(value, part, None)
    return value


def ask(program, names):
    text = "".join(f"function {name}\n" for name in names)
    said = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(zip(names, said, strict=True))


def main():
    values = in_files()
    public = {name: shown(name, value) for name, value in values.items()}
    answers = ask(sys.argv[1], [*values, *filter(None, public.values())])
    known = 0
    for name, value in values.items():
        answer = answers[name]
        known += answer != "unknown"
        if inspect.isfunction(value) and not name.startswith(("torch.nn.utils.", "torch.functional.")):
            continue
        # The same optimizers, with foreach.
        if name.startswith("torch.optim._multi_tensor."):
            continue
        told = answer.removeprefix("class ")
        if answer.startswith("class torch.") and find(told) is not value:
            print(f"wrong: {name} is taken for {answer}")
        if public[name] and answers[public[name]] != answer and told != name:
            print(f"wrong: {name} is {answer}, but {public[name]} is {answers[public[name]]}")
    print(f"{len(values)} names, {known} known")


if __name__ == "__main__":
    main()
