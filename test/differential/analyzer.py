# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What device-tidy says about programs, and whether it is what PyTorch says."""

import ast
import json
import subprocess
import tempfile
from pathlib import Path

from oracle import Place

# Findings that say that an operation fails in this program. What others say PyTorch cannot judge: that a copy is not
# waited for, that a function returns sometimes this and sometimes that, that other programs may move a class.
ERRORS = {
    "device-cpu-only-argument",
    "device-generator-mismatch",
    "device-host-access",
    "device-index-mismatch",
    "device-invalid-index",
    "device-legacy-constructor",
    "device-mixed-operands",
    "device-stale-alias",
}


def findings(program, text):
    """The findings of levels 1 and 2 in a program, on a machine with two GPUs. It is alone in its folder: what other
    programs do with names of members would count. What could not be read, and a crash, is a finding 'problem'."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text(text, encoding="utf-8")
        command = [program, "check", "--worlds", "multi", "--level", "2", "--output-format", "json", "--no-cache", "."]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        return [{"check": "problem", "message": f"exit status {result.returncode}: {result.stderr[-2000:]}"}]
    report = json.loads(result.stdout)
    return [*report["findings"], *({"check": "problem", **problem} for problem in report["problems"])]


def fixed(program, text):
    """The program after `check --fix` of levels 1 and 2."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text, encoding="utf-8")
        command = [program, "check", "--worlds", "multi", "--level", "2", "--no-cache", "--fix", "."]
        subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        return path.read_text(encoding="utf-8")


def place(where):
    if "begin" not in where or not where["begin"]:
        return None
    begin, end = where["begin"], where["end"]
    return Place(begin["line"], begin["column"], end["line"], end["column"])


def names_operation(where, operation):
    """Whether a finding or a note stands on the operation; of `x[i] = y` PyTorch's traceback names the target alone."""
    at = place(where)
    if at is None or at == operation:
        return at is not None
    starts_there = (at.line, at.column) == (operation.line, operation.column)
    return starts_there and at.line == at.end_line and operation.inside(at)


def reports(finding, frames):
    """Whether a finding is about the error whose frames are given: it stands on the operation, or on the call that
    leads there and has a note on the operation."""
    if names_operation(finding, frames[-1]):
        return True
    return any(names_operation(note, frames[-1]) for note in finding["notes"])


def unreported(errors, found):
    """The first device error that no finding is about, or None."""
    for operation, (text, frames) in errors.items():
        if not any(reports(finding, frames) for finding in found):
            return operation, text
    return None


def left_out(text):
    """The lines that run when an argument is left out: `if x is None:`."""
    lines = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith(" is None"):
            lines.update(range(node.body[0].lineno, node.body[-1].end_lineno + 1))
    return lines


def is_about_program(finding, left_out_lines):
    """Not so where a symbol meets a device, or something that is made when an argument is left out: that is about every
    caller, which a closed program does not have."""
    if any(note["line"] in left_out_lines for note in finding["notes"]):
        return False
    return all(evidence["kind"] == "concrete" for evidence in finding["evidence"])


def false_alarms(found, lines, text):
    """Findings of level 1 that an operation fails, in statements that ran, and ran through."""
    made = left_out(text)
    return [
        finding
        for finding in found
        if finding["level"] == 1
        and finding["check"] in ERRORS
        and is_about_program(finding, made)
        and finding["line"] in lines
    ]
