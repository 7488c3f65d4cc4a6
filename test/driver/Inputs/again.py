"""Runs check without the cache, with an empty one, and again, and compares all that it says and writes.

    again.py FOLDER PROGRAM [--not] WORDS...

Works in FOLDER/project; what is written is FOLDER/out. The last run must have been told what it says; with --not, no
run may be kept. A file of FOLDER that is among the words, and not in the project, is put into it.
"""

import os
import pathlib
import shutil
import subprocess
import sys

folder, program, *words = sys.argv[1:]
folder = pathlib.Path(folder)
is_kept = words[0] != "--not"
words = words if is_kept else words[1:]
cache, out, project = folder / "again-cache", folder / "out", folder / "project"
shutil.rmtree(cache, ignore_errors=True)
sources = {path: path.read_bytes() for path in project.glob("*.py")}
for name in words:
    if (folder / name).is_file() and name.endswith(".cpp"):
        shutil.copy(folder / name, project / name)


def run(*more):
    env = {**os.environ, "DEVICE_TIDY_PYTHON": str(folder / "env"), "DEVICE_TIDY_CACHE_DIR": str(cache)}
    out.unlink(missing_ok=True)
    done = subprocess.run([program, "check", *more, *words], cwd=project, env=env, capture_output=True, input=b"import torch\n")
    written = out.read_bytes() if out.exists() else None
    return done.returncode, done.stdout, done.stderr, written


def kept():
    return {path.name: path.stat().st_mtime_ns for path in cache.glob("*.run")}


fresh, cold = run("--no-cache"), run()
first = kept()
warm = run()
if "--fix" in words:
    # The first run repairs, the next ones have nothing to do.
    cold = fresh = run("--no-cache")
    run()
    first = kept()
    warm = run()
    for path, text in sources.items():
        path.write_bytes(text)
for path in project.glob("*.cpp"):
    path.unlink()
for name, result in (("with an empty cache", cold), ("again", warm)):
    if result != fresh:
        sys.exit(f"{name} it says other things:\n{result}\n{fresh}")
if is_kept and not (len(first) == 1 and kept() != first and kept().keys() == first.keys()):
    sys.exit(f"the last run was not told: {first}, then {kept()}\n{fresh}")
if not is_kept and first:
    sys.exit(f"a run was kept: {fresh}")
