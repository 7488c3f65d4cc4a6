"""Prints the files that Python accepts and of which dt-python says anything, and how many were read.

usage: accepted.py STEP [FOLDER]        every STEP-th file, of Python's own library if no folder is named
"""

import ast
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path


def accepts(path: str) -> bool:
    text = Path(path).read_bytes()
    try:
        compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    except (RecursionError, MemoryError):
        # Too deep for the compiler of this Python, if not for its parser.
        try:
            ast.parse(text, path)
        except (RecursionError, MemoryError):
            return False
    return True


warnings.simplefilter("ignore")
folder = sys.argv[2] if len(sys.argv) > 2 else sysconfig.get_path("stdlib")
files = sorted(map(str, Path(folder).rglob("*.py")))[:: int(sys.argv[1])]
alone = 0
rejected = set()
for start in range(0, len(files), 500):
    command = ["dt-python", "--quiet", *files[start : start + 500]]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if run.returncode not in (0, 1):
        sys.exit(f"dt-python ended with {run.returncode}: {run.stderr}")
    # "PATH:OFFSET: invalid syntax", "PATH: malformed: ...": whatever it is, the file was not read as Python reads it.
    rejected.update(line.split(":", 1)[0] for line in run.stderr.splitlines())
for path in sorted(rejected):
    if not accepts(path):
        continue
    alone += 1
    print(f"{path}: Python accepts it")
print(f"read {len(files)} files, {alone} of them rejected by dt-python alone")
