# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the catalogue of errors with what PyTorch prints.

    messages.py <device-tidy> <messages.tsv> <Messages.def> <folder of the CUDA runtime's library> <simulated devices>

Every row of the catalogue has a text. A text that PyTorch can be made to print without a GPU is printed here, on the
device meta where another device than the CPU is needed; others are looked for in the installed libraries. Then
`device-tidy explain` has to say what the text means.
"""

import ast
import mmap
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import raised


def rows_of(path):
    for line in Path(path).read_text().splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def contains(libraries, part):
    for library in libraries:
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            if content.find(part.encode()) >= 0:
                return True
    return False


def texts_of(source):
    """The strings of a Python file; what stands for a value in one is left out."""
    return [node.value for node in ast.walk(ast.parse(source.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def problem_of(origin, text, printed, torch_folder, cuda_folder):
    """Why text is not what origin says; "" if it is."""
    where, _, part = origin.partition(":")
    if where in ("run", "fake"):
        return "" if any(text in said for said in printed[where]) else "PyTorch does not print it"
    if where == "python":
        name, _, part = part.partition(":")
        return "" if any(part in said for said in texts_of(torch_folder / name)) else f"{name} does not have it"
    if where == "elsewhere":
        return ""
    if where == "cudart":
        libraries = sorted(cuda_folder.glob("lib*/libcudart.so*"))[:1]
        return "" if not libraries or contains(libraries, part) else "the CUDA runtime does not have it"
    if part not in text and where != "gone":
        return f"it does not have {part!r}"
    libraries = [torch_folder / "lib" / name for name in ("libc10.so", "libtorch_cpu.so", "libtorch_python.so")]
    if contains(libraries, part) == (where == "gone"):
        return "the libraries still have it" if where == "gone" else "the libraries do not have it"
    return ""


# What a text says that is about devices which differ.
DIFFERENT = re.compile(rb"same (type of )?(device|GPU)|(device|is_cuda|is_cpu)\(\) ==|(is_cuda|is_cpu)\(\) to be true")
SENTENCE = re.compile(r"[a-z] [a-z]")


def texts_about_devices(libraries):
    """The strings of the libraries that say so; where one ends before a device, with an example of it."""
    for library in libraries:
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            for found in DIFFERENT.finditer(content):
                begin, end = content.rfind(b"\0", 0, found.start()) + 1, content.find(b"\0", found.end())
                text = content[begin:end].decode(errors="replace")
                if text.isprintable() and SENTENCE.search(text) and "INTERNAL ASSERT" not in text:
                    yield text + "cpu" * text.endswith(" ")


def explained(program, text):
    said = subprocess.run([program, "explain", "-"], input=text, capture_output=True, text=True, check=False).stdout
    found = re.search(r"^  means: (.*)$", said, re.MULTILINE)
    return found[1] if found else "nothing"


def main():
    program, table, catalogue, cuda_folder, devices = sys.argv[1:]
    raised_here = raised.real()
    fake = subprocess.run([sys.executable, raised.__file__, devices], capture_output=True, text=True, check=True)
    printed = {"run": raised_here, "fake": fake.stdout.splitlines()}
    torch_folder = Path(raised.torch_folder())
    ids = re.findall(r'^MESSAGE\("([a-z-]+)"', Path(catalogue).read_text(), re.MULTILINE)
    origins = Counter()
    seen = set()
    for identity, origin, text, meaning in rows_of(table):
        seen.add(identity)
        origins[origin.partition(":")[0]] += 1
        if problem := problem_of(origin, text, printed, torch_folder, Path(cuda_folder)):
            print(f"wrong: {text!r}: {problem}")
        # As Python prints it, below a traceback.
        if (said := explained(program, f"Traceback (most recent call last):\nRuntimeError: {text}\n")) != meaning:
            print(f"wrong: {text!r} is explained as: {said}")
    for identity in sorted(set(ids) ^ seen):
        print(f"wrong: {identity} has no text, or is no message")
    if unsaid := [said for said in raised_here if explained(program, said) == "nothing"]:
        print(f"wrong: not explained: {unsaid}")
    libraries = [torch_folder / "lib" / name for name in ("libc10.so", "libtorch_cpu.so", "libtorch_python.so")]
    swept = sorted(set(texts_about_devices(libraries)))
    for text in swept:
        if explained(program, text) == "nothing":
            print(f"wrong: the libraries say {text!r}, and nobody explains it")
    if len(swept) < 50:
        print(f"wrong: {len(swept)} texts about devices in the libraries")
    print(f"{len(ids)} messages: " + ", ".join(f"{number} {origin}" for origin, number in sorted(origins.items())))


if __name__ == "__main__":
    main()
