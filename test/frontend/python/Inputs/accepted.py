"""Prints the files that Python accepts and dt-python does not, and how many were read.

usage: accepted.py STEP [FOLDER]        every STEP-th file, of Python's own library if no folder is named
"""

import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
folder = sys.argv[2] if len(sys.argv) > 2 else sysconfig.get_path("stdlib")
files = sorted(map(str, Path(folder).rglob("*.py")))[:: int(sys.argv[1])]
alone = 0
rejected = set()
for start in range(0, len(files), 500):
    command = ["dt-python", "--quiet", *files[start : start + 500]]
    problems = subprocess.run(command, capture_output=True, text=True, errors="replace").stderr
    for line in problems.splitlines():
        path, _, problem = line.split(":", 2)
        if "invalid syntax" in problem or "malformed" in line:
            rejected.add(path)
for path in sorted(rejected):
    try:
        compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        continue
    alone += 1
    print(f"{path}: Python accepts it")
print(f"read {len(files)} files, {alone} of them rejected by dt-python alone")
