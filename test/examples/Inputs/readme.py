"""The README shows real output: each run of the program in it is repeated, and printed lines compared up to '...'.

readme.py README PROGRAM
"""

import difflib
import pathlib
import shlex
import subprocess
import sys

readme = pathlib.Path(sys.argv[1])
shown = None
runs = []
for line in readme.read_text(encoding="utf-8").splitlines():
    if line.startswith("    $ tools/device-tidy "):
        shown = []
        runs.append((shlex.split(line)[2:], shown))
    elif shown is not None and (line.startswith("    ") or not line):
        shown.append(line[4:])
    else:
        shown = None
assert runs, "the README shows no run"
for arguments, expected in runs:
    result = subprocess.run([sys.argv[2], *arguments], cwd=readme.parent, capture_output=True, text=True, check=False)
    expected = "\n".join(expected).strip().splitlines()
    printed = (result.stdout + result.stderr).splitlines()
    if expected[-1] == "...":
        expected.pop()
        printed = printed[: len(expected)]
    difference = list(difflib.unified_diff(expected, printed, "README.md", "device-tidy", lineterm=""))
    print(*difference, sep="\n")
    if difference:
        sys.exit(1)
