"""Applies a unified diff from standard input to the files of a folder, where every context line must fit: patch.py FOLDER."""

import re
import sys
from pathlib import Path

path, old, new, at = None, [], [], 0
for line in [*sys.stdin.read().splitlines(keepends=True), "--- end\n"]:
    if line.startswith("--- "):
        if path:
            path.write_text("".join(new + old[at:]))
        path = None
    elif line.startswith("+++ "):
        path = Path(sys.argv[1]) / line[4:].split("\t")[0].strip()
        old, new, at = path.read_text().splitlines(keepends=True), [], 0
    elif line.startswith("@@"):
        start = int(re.match(r"@@ -(\d+)", line)[1]) - 1
        new += old[at:start]
        at = start
    elif line[0] in " -":
        assert old[at] == line[1:], (old[at], line)
        new += old[at : at + 1] if line[0] == " " else []
        at += 1
    elif line[0] == "+":
        new.append(line[1:])
