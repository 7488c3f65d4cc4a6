#!/usr/bin/env python3
"""Measures what a run costs that has nothing, or one file, new to see.

    test/bench/kept.py PACKAGE [--build DIR] [--rounds N] [--edit FILE] [--ruff PROGRAM]

PACKAGE is a folder of Python files; it is copied. Prints, for the best of a few rounds, seconds of the wall clock and of
the processors, and the memory of: a run without the cache; the first one with an empty cache; one with nothing changed;
one after each file was written anew, as a checkout does, whose content has to be read; one after FILE (a path in PACKAGE)
was changed. Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure(command, env):
    """Wall seconds, processor seconds, bytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    usage = os.wait4(process.pid, 0)[2]
    process.returncode = 0
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def best(rounds, command, env, before=lambda: None):
    results = []
    for _ in range(rounds):
        before()
        results.append(measure(command, env))
    return [min(column) for column in zip(*results)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edit")
    parser.add_argument("--ruff", default=shutil.which("ruff"))
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        tree, cache = folder / args.package.name, folder / "cache"
        shutil.copytree(args.package, tree, ignore=shutil.ignore_patterns("__pycache__"))
        env = {**os.environ, "DEVICE_TIDY_CACHE_DIR": str(cache)}
        check = [str(args.build / "bin/device-tidy"), "check", "--isolated", "--output-format", "concise", str(tree)]
        edited = tree / args.edit if args.edit else next(tree.rglob("*.py"))
        files = sorted(tree.rglob("*.py"))
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        print(f"{len(files)} files, {lines} lines")

        def show(name, figures):
            print(f"{name:34} {figures[0]:7.2f} s wall {figures[1]:7.2f} s processors {figures[2] / 2**20:7.0f} MB")

        def renew():
            for path in files:
                new = path.with_suffix(".new")
                shutil.copyfile(path, new)
                new.replace(path)

        def edit():
            edited.write_text(edited.read_text() + "\n")

        time.sleep(3)  # A file that was just written is read for its content.
        if args.ruff:
            show("ruff check --isolated --no-cache", best(args.rounds, [args.ruff, "check", "--isolated", "--no-cache", "-q", str(tree)], env))
        show("without the cache", best(args.rounds, [*check, "--no-cache"], env))
        show("with an empty cache", best(args.rounds, check, env, lambda: shutil.rmtree(cache, ignore_errors=True)))
        show("nothing changed", best(args.rounds, check, env))
        show("all files written anew", best(args.rounds, check, env, renew))
        show("one file changed", best(args.rounds, check, env, edit))


if __name__ == "__main__":
    main()
