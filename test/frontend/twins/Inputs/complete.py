"""Checks a folder of twins: each idiom is there in both languages and in its canonical form, with equal function names.

usage: complete.py FOLDER
"""

import ast
import re
import subprocess
import sys
from pathlib import Path


def python_functions(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            yield node.name


def problems(folder):
    for source in sorted(folder.glob("*.cpp")):
        name = source.stem
        python = folder / f"{name}.py"
        if not python.exists():
            yield f"{python.name} is missing"
            continue
        shared = folder / f"{name}.dir"
        expected = [shared] if shared.exists() else [folder / f"{name}.cpp.dir", folder / f"{name}.py.dir"]
        text = source.read_text()
        for function in python_functions(ast.parse(python.read_text())):
            if not re.search(rf"\b{function}\b", text):
                yield f"{source.name} has no function {function}"
        for path in expected:
            if not path.exists():
                yield f"{path.name} is missing"
                continue
            printed = subprocess.run(["dt-ir", "--canonical", path], capture_output=True, text=True)
            if printed.stdout != path.read_text():
                yield f"{path.name} is not canonical: {printed.stderr}"
    names = {path.stem for path in folder.glob("*.cpp")}
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("*.dir")):
        if path.name.split(".")[0] not in names:
            yield f"{path.name} has no C++ twin"


found = list(problems(Path(sys.argv[1])))
print("\n".join(found))
sys.exit(bool(found))
