"""Fills in the places that the files of compile-commands.test name, and copies the sources to where they belong."""

import os
import shutil
import sys

base, mock = sys.argv[1:]
for folder, _, names in os.walk(base):
    for name in names:
        path = os.path.join(folder, name)
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(text.replace("BASE", base).replace("MOCK", mock))
bug = os.path.join(os.path.dirname(mock), "bug.cpp")
for path in ("project/src/a.cpp", "project/src/b.cpp", "project/src/new.cpp", "broken/a.cpp", "shape/a.cpp",
             "flags/deep/a.cpp", "gcc/a.cpp", "gcc/b.cpp"):
    os.makedirs(os.path.dirname(os.path.join(base, path)), exist_ok=True)
    shutil.copy(bug, os.path.join(base, path))
