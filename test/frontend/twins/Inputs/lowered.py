"""Lowers each Python twin and compares what it becomes with the canonical form.

usage: lowered.py FOLDER
"""

import difflib
import subprocess
import sys
from pathlib import Path

failures = 0
for source in sorted(Path(sys.argv[1]).glob("*.py")):
    expected = source.with_suffix(".dir")
    if not expected.exists():
        expected = source.with_suffix(".py.dir")
    run = subprocess.run(["dt-python", "--canonical", source], capture_output=True, text=True)
    if run.returncode or run.stderr or run.stdout != expected.read_text():
        failures += 1
        print(f"{source.name}: exit status {run.returncode}\n{run.stderr}")
        lines = expected.read_text().splitlines(), run.stdout.splitlines()
        print("\n".join(difflib.unified_diff(*lines, expected.name, "lowered", lineterm="")))
sys.exit(failures != 0)
