"""Fills in the places that the files of compile-commands.test name, and copies the sources to where they belong."""

import os
import sys

base, mock = sys.argv[1:]
for folder, _, names in os.walk(base):
    for name in names:
        path = os.path.join(folder, name)
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(text.replace("BASE", base).replace("MOCK", mock))
with open(os.path.join(os.path.dirname(mock), "bug.cpp")) as file:
    bug = file.read()
for path in ("project/src/a.cpp", "project/src/b.cpp", "project/src/new.cpp", "broken/a.cpp", "shape/a.cpp",
             "flags/deep/a.cpp", "gcc/a.cpp", "gcc/b.cpp", "gone/src/a.cpp"):
    os.makedirs(os.path.dirname(os.path.join(base, path)), exist_ok=True)
    name = os.path.splitext(os.path.basename(path))[0]
    with open(os.path.join(base, path), "w") as file:
        file.write(bug.replace("adds_cpu_to_cuda_bad", f"adds_in_{name}_bad"))
