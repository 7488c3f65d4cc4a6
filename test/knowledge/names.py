# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Demands that the tables know every public name of the installed PyTorch that takes or gives tensors.

    names.py <dt-names> <unlisted.tsv>

A name is known, or has a reason in unlisted.tsv. A reason that no name needs is an error, too.
"""

import fnmatch
import itertools
import re
import subprocess
import sys
from pathlib import Path

import torch
from public_names import attributes, functions


def alternatives(pattern):
    """"a.{b,c}" as in a shell: "a.b" and "a.c"."""
    parts = [part.strip("{}").split(",") for part in re.split(r"(\{[^}]*\})", pattern)]
    return ["".join(choice) for choice in itertools.product(*parts)]


def matches(names, pattern):
    """As in a shell, where a star stands for one part of a dotted name."""
    return [name for name in fnmatch.filter(names, pattern) if name.count(".") == pattern.count(".")]


def read_reasons(path):
    rows = [line.split("\t") for line in Path(path).read_text().splitlines() if not line.startswith("#")]
    return {pattern: reason for patterns, reason in rows for pattern in alternatives(patterns)}


def ask(program, questions):
    said = subprocess.run([program], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True)
    return said.stdout.splitlines()


def explain(unknown, reasons, total):
    """Prints the names that have no reason, the reasons that have no name, and the figures."""
    explained = {name for pattern in reasons for name in matches(unknown, pattern)}
    for name in unknown:
        if name not in explained:
            print(f"unknown: {name} has no row and no reason")
    for pattern in reasons:
        if not matches(unknown, pattern):
            print(f"needless: {pattern} is the reason of no name")
    print(f"{total} names: {total - len(unknown)} known, {len(explained)} explained")


def main():
    questions = {name: f"function {name}" for name, _ in functions()}
    for receiver, cls in (("tensor", torch.Tensor), ("module", torch.nn.Module)):
        questions |= {f"{cls.__name__}.{name}": f"{receiver} {name}" for name in attributes(cls)}
    answers = zip(questions, ask(sys.argv[1], questions.values()), strict=True)
    unknown = [name for name, answer in answers if answer == "unknown"]
    explain(unknown, read_reasons(sys.argv[2]), len(questions))


if __name__ == "__main__":
    main()
