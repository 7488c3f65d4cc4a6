# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Demands that the tables know every C++ name of LibTorch that takes or gives tensors, devices, streams or modules.

    spellings.py <dt-names> <unlisted-cpp.tsv> <compiler and its flags>

The compiler itself says what a namespace and a class have: it is asked to complete `torch::` and `tensor.`. A name is
known, or has a reason in unlisted-cpp.tsv.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from names import ask, explain, read_reasons

# Namespaces that re-export each other stand in one group: clang reports where a name is declared, which is one of them.
NAMESPACES = [
    ["torch", "at", "c10"],
    ["c10::cuda", "at::cuda"],
    ["torch::indexing", "at::indexing"],
    *([name] for name in """torch::cuda torch::data torch::data::datasets torch::fft torch::jit torch::mps torch::nested
        torch::nn::functional torch::nn::init torch::nn::utils torch::nn::utils::rnn torch::optim torch::serialize
        torch::special torch::xpu""".split()),
]
RECEIVERS = {
    "tensor": "at::Tensor",
    "module": "torch::nn::Module",
    "device": "c10::Device",
    "options": "c10::TensorOptions",
}
HEADERS = """
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
"""
# What a signature has if the name may create, move, load, query or guard.
MATTERS = re.compile(r"\b(Tensor|TensorList|ITensorListRef|TensorOptions|Device|DeviceIndex|Stream|CUDAStream|Generator"
                     r"|Module|AnyModule|IValue)\b")
CLASSES = re.compile(r"Guard|Stream|Generator|Loader|Dataset|Device|^Tensor|Optimizer")
LINE = re.compile(r"COMPLETION: ([\w~]+)( \(Hidden\))?(?: : (.*))?$")


def complete(command, code):
    """[(name, signature)]; a class has no signature."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "names.cpp")
        before, after = code.split("^")
        path.write_text(before + after)
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        at = f"-code-completion-at={path}:{line}:{column}"
        said = subprocess.run([*command, "-fsyntax-only", "-w", "-Xclang", at, path], capture_output=True, text=True,
                              check=False)
    found = [match.group(1, 3) for match in map(LINE.match, said.stdout.splitlines()) if match]
    if not found:
        sys.exit(f"nothing to complete in {code!r}: {said.stderr[:500]}")
    return found


def listed(command):
    """{name in the first namespace of its group, or Class.member: the questions about it}"""
    questions = {}
    for group in NAMESPACES:
        for space in group:
            for name, signature in complete(command, f"{HEADERS}\nvoid f() {{\n  {space}::^\n}}\n"):
                if name.startswith(("_", "operator", "~")):
                    continue
                if MATTERS.search(signature) if signature and "(" in signature else CLASSES.search(name):
                    questions.setdefault(f"{group[0]}::{name}", set()).add(f"function {space}::{name}")
    for receiver, cls in RECEIVERS.items():
        for name, _ in complete(command, f"{HEADERS}\nvoid f({cls} &o) {{\n  o.^\n}}\n"):
            if not name.startswith(("_", "operator", "~")) and name != cls.rpartition("::")[2]:
                questions[f"{cls}.{name}"] = {f"{receiver} {name}"}
    return questions


def main():
    questions = listed(sys.argv[3:])
    asked = sorted(set().union(*questions.values()))
    answers = dict(zip(asked, ask(sys.argv[1], asked), strict=True))
    unknown = [name for name, about in questions.items() if all(answers[question] == "unknown" for question in about)]
    explain(unknown, read_reasons(sys.argv[2]), len(questions))


if __name__ == "__main__":
    main()
