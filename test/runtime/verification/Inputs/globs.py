# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which paths the globs of per-file-ignores match, as driver/GitIgnore.h has it."""

import json
import sys

sys.path.insert(0, f"{sys.argv[1]}/runtime/torch/python")

from device_tidy.findings import Finding, Place
from device_tidy.sources import Span
from device_tidy.verification.selection import Selection


def ignores(glob, path):
    text = json.dumps({"levels": {"device-x": 2}, "folder": "/project", "ignored": [[glob, ["device-x"]]]})
    span = Span(1, 0, 1, 1)
    return not Selection.of_text(text).wants(Finding("device-x", 2, "", Place(path, span, span)))


for glob, path, expected in [
    ("tests/**", "/project/tests/a/b.py", True),
    ("tests/**", "/project/src/tests/b.py", False),
    ("**/tests/*.py", "/project/src/tests/b.py", True),
    ("**/tests/*.py", "/project/tests/b.py", True),
    ("tests/*", "/project/tests/a/b.py", False),
    ("b.py", "/project/tests/a/b.py", True),
    ("?.py", "/project/tests/b.py", True),
    ("[!a-c].py", "/project/b.py", False),
    ("[!a-c].py", "/project/d.py", True),
    ("[z-a].py", "/project/d.py", False),
    ("a.c", "/project/abc", False),
    (r"\*.py", "/project/b.py", False),
    (r"\*.py", "/project/*.py", True),
    ("a.py", "/elsewhere/a.py", True),
    ("elsewhere/*", "/other/elsewhere/a.py", False),
]:
    assert ignores(glob, path) == expected, (glob, path)

assert Selection.of_text("").wants(Finding("device-x", 3, "", Place("a", Span(1, 0, 1, 1), Span(1, 0, 1, 1))))
print("done")
