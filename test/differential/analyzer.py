# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What device-tidy says about programs, and whether it is what PyTorch says."""

import json
import subprocess
import tempfile
from pathlib import Path

from oracle import Place

# Findings that do not say that an operation fails in this program.
NOT_ERRORS = {
    "device-unregistered-state",  # about every program that moves the class, where this one may not
}


def findings(program, texts):
    """The findings of level 1 in each text, on a machine with two GPUs."""
    with tempfile.TemporaryDirectory() as folder:
        names = {f"p{i}.py": i for i in range(len(texts))}
        for name, i in names.items():
            Path(folder, name).write_text(texts[i], encoding="utf-8")
        command = [program, "check", "--worlds", "multi", "--level", "1", "--output-format", "json", "--no-cache", "."]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode not in (0, 1):
            raise SystemExit(f"device-tidy failed with {result.returncode}: {result.stderr[-2000:]}")
        report = json.loads(result.stdout)
    found = [[] for _ in texts]
    for problem in report["problems"]:
        found[names[problem["path"]]].append({"check": "problem", "message": problem["message"], "notes": []})
    for finding in report["findings"]:
        found[names[finding["path"]]].append(finding)
    return found


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


def false_alarms(found, lines):
    """Findings in statements that ran, and ran through."""
    return [finding for finding in found if finding["check"] not in NOT_ERRORS and finding["line"] in lines]
