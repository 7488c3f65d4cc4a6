"""Writes a program in each encoding that CPython knows, and compares what is said of it: encodings.py FOLDER PROGRAM.

CPython decides which of them it reads. A program that it reads has a bug: that is found at its place, or one line
says that the file cannot be read. A program that it refuses is refused. One line for each encoding that is not read as CPython does.
"""

import encodings
import encodings.aliases
import json
import pkgutil
import subprocess
import sys
import warnings
from pathlib import Path

folder, program = Path(sys.argv[1]), sys.argv[2]
folder.mkdir(parents=True, exist_ok=True)
warnings.simplefilter("ignore")
PLAIN = """# coding: {}
import torch
a, b = "{}", torch.ones(3, device="cuda") + torch.ones(3)
"""
modules = [m.name for m in pkgutil.iter_modules(encodings.__path__)]
names = {*encodings.aliases.aliases, *modules, "latin-1-unix", "UTF-8-mac", "Shift-JIS", "ISO-8859-15", "utf-9", "x"}
cases = {}
for number, name in enumerate(sorted(names)):
    for kind, body in (("ascii", b"e"), ("high", b"\xf1\xf1")):
        text = PLAIN.format(name, "@").encode().replace(b"@", body)
        path = folder / f"{kind}_{number}.py"
        path.write_bytes(text)
        try:
            compile(text, "x", "exec")
            accepted = True
        except (SyntaxError, LookupError, ValueError):
            accepted = False
        cases[path.name] = (name, kind, accepted)
ran = subprocess.run(
    [program, "check", "--isolated", "--no-cache", "--select", "device-mixed-operands", "--output-format", "json", "."],
    cwd=folder,
    capture_output=True,
    text=True,
)
found = {f["path"]: (f["line"], f["column"]) for f in json.loads(ran.stdout)["findings"]}
failed = {line.split(":")[0] for line in ran.stderr.splitlines() if ": error: " in line}
read = 0
for file, (name, kind, accepted) in cases.items():
    is_found, is_refused = file in found, file in failed
    read += is_found and not is_refused
    if accepted and not is_found and not is_refused:
        print(f"{name}, {kind}: silent")
    if not accepted and not is_refused:
        print(f"{name}, {kind}: CPython refuses it")
    if is_found and found[file] != (3, (folder / file).read_bytes().splitlines()[2].index(b"+") + 1):
        print(f"{name}, {kind}: found at {found[file]}")
print("read:", "most" if read > len(cases) / 2 else read)
print("status", ran.returncode)
