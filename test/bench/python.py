#!/usr/bin/env python3
"""Compares device-tidy with ruff and with Python's own parser on a package, as ratios measured in one run.

    test/bench/python.py PACKAGE [--build DIR] [--ruff PROGRAM] [--rounds N] [--lines N,...]

PACKAGE is a folder of Python files, such as an unpacked wheel of transformers. Prints, each as the best of a few rounds
in seconds of the wall clock, on all processors, and as a ratio:
  1. device-tidy with all checks against ruff check --select ALL --preview --no-cache   (goal under 1)
  2. the same against ruff check --no-cache, its default rules                          (goal under 3)
  3. the same against ast.parse of each file, in one process
then what a line costs, and how much memory a run takes, for trees of so many lines, cut or repeated from PACKAGE; and
whether the findings are the same with one thread and with all.
Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARSE = """
import ast, pathlib, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        pass
"""


def seconds(command: list[str], rounds: int) -> float:
    """The least time that a command takes, whatever it finds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        best = min(best, time.monotonic() - start)
    return best


def memory(command: list[str]) -> int:
    """The largest resident size of a command, in bytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = os.wait4(process.pid, 0)[2]
    process.returncode = 0
    return usage.ru_maxrss * 1024


def count_lines(path: pathlib.Path) -> int:
    return path.read_bytes().count(b"\n")


def make_tree(package: pathlib.Path, wanted: int, into: pathlib.Path) -> int:
    """Copies files of the package, as package0, package1, ..., until there are as many lines; returns how many."""
    lines, copy = 0, 0
    while lines < wanted:
        for path in sorted(package.rglob("*.py")):
            target = into / f"package{copy}" / path.relative_to(package)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            lines += count_lines(path)
            if lines >= wanted:
                break
        copy += 1
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--ruff", default=shutil.which("ruff"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lines", default="100000,500000,4000000", help="sizes of trees (default: %(default)s)")
    options = parser.parse_args()
    if not any(options.package.rglob("*.py")):
        print(f"python.py: no Python files in {options.package}", file=sys.stderr)
        return 2
    package = os.fspath(options.package)
    check = [os.fspath(options.build / "bin" / "device-tidy"), "check", "--isolated", "--level", "2"]
    ours = seconds([*check, package], options.rounds)
    peers = [("ast.parse", [sys.executable, "-c", PARSE, package])]
    if options.ruff:
        ruff = [options.ruff, "check", "--isolated", "--no-cache"]
        peers = [("ruff --select ALL --preview", [*ruff, "--select", "ALL", "--preview", package]),
                 ("ruff", [*ruff, package]), *peers]
    for name, command in peers:
        theirs = seconds(command, options.rounds)
        print(f"{name}: {ours:.2f} s against {theirs:.2f} s, ratio {ours / theirs:.2f}", flush=True)
    said = {subprocess.run([*check, "--output-format", "json", "-j", jobs, package], capture_output=True,
                           check=False).stdout for jobs in ("1", str(os.cpu_count()))}
    print(f"-j 1 and -j {os.cpu_count()}: {'the same findings' if len(said) == 1 else 'different findings'}")
    for wanted in map(int, filter(None, options.lines.split(","))):
        with tempfile.TemporaryDirectory() as folder:
            lines = make_tree(options.package, wanted, pathlib.Path(folder))
            used, size = seconds([*check, folder], 1), memory([*check, folder])
        print(f"{lines} lines: {used:.2f} s, {used / lines * 1e6:.1f} microseconds a line, {size / 1e6:.0f} MB",
              flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
