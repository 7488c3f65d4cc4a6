# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Explains the device errors of random programs, and applies the repairs that it is offered.

    device-tidy run --devices 2 -- python random_programs.py GENERATOR FOLDER COUNT [SEED]

GENERATOR is test/differential. Prints how many device errors there were, how many explanations name two devices, and
after how many repairs the operation is past. A repair of a line on which several operations fail gets past one of them.
"""

import importlib
import itertools
import linecache
import random
import sys
import warnings
from pathlib import Path

import torch  # noqa: F401
from device_tidy import explain, sources

COUNTS = (0, 1, 2)
KINDS = ("device-mixed-operands", "device-index-mismatch")


def error_of(text, path):
    """The error of a program, which defines main; every b... is False or True, every n... a small number."""
    path.write_text(text)
    linecache.checkcache(str(path))
    sources.tree.cache_clear()
    names = {"__name__": "program"}
    try:
        exec(compile(text, str(path), "exec"), names)
        code = names["main"].__code__
        parameters = code.co_varnames[: code.co_argcount]
        for arguments in itertools.product(*((False, True) if each[0] == "b" else COUNTS for each in parameters)):
            names["main"](*arguments)
    except Exception as error:
        return error
    return None


def repaired(text, finding):
    lines = text.encode().split(b"\n")
    edits = [edit for fix in finding.fixes for edit in fix.edits]
    for edit in sorted(edits, key=lambda edit: (-edit.span.line, -edit.span.column)):
        line = lines[edit.span.line - 1]
        new = line[: edit.span.column] + edit.replacement.encode() + line[edit.span.end_column :]
        lines[edit.span.line - 1] = new
    return b"\n".join(lines).decode()


def last_line(error, path):
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def main():
    generator, folder, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    sys.path.insert(0, generator)
    programs = importlib.import_module("programs")
    warnings.simplefilter("ignore")
    choose = random.Random(sys.argv[4] if len(sys.argv) > 4 else "0")
    errors = named = past = 0
    for number in range(count):
        text = programs.generate(random.Random(choose.random()), choose.choice(("straight", "functions", "modules")))
        path = folder / f"program{number}.py"
        error = error_of(text, path)
        explanation = None if error is None else explain(error)
        if explanation is None or explanation.check not in KINDS:
            continue
        finding = explanation.finding
        errors += 1
        devices = {word.strip(",") for word in finding.message.split() if word.startswith(("cpu", "cuda"))}
        named += len(devices) > 1
        after = error_of(repaired(text, finding), path)
        past += after is None or str(after) != str(error) or last_line(after, path) > last_line(error, path)
    print(f"{errors} device errors, {named} explained with two devices, {past} past after the repair")
    assert errors and named >= 0.99 * errors and past >= 0.9 * errors


main()
