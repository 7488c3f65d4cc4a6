#!/usr/bin/env python3
"""Compares an instrumented program with the plain one, as ratios measured in one run, on one thread. Beside it stands what
LibTorch offers for the same: the plain program with a RecordFunction callback that compares the devices of the inputs, and
knows no places, no names and no origins.

    test/bench/instrument.py [--build DIR] [--rounds N] [--devices N]

Prints the best processor time of each, in nanoseconds, and the ratios:
  add      one addition of four elements                     (goal: ratio under 1.03)
  tiny     six tiny operations in a tight loop               (goal: ratio under 1.05)
  step     a training step of a small network (16 units)     (goal: ratio under 1.02)
  compile  processor time of the compiler for the program    (goal: ratio under 1.1)
With --devices, on simulated devices; otherwise on the CPU. Runs of both alternate. Nothing here is asserted: machines
differ, and busy ones lie.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "test/bench/instrument.cpp"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--devices", type=int, default=0)
    args = parser.parse_args()
    [torch] = args.build.glob("venv/lib/python3*/site-packages/torch")
    # Without NDEBUG the headers ask RecordFunction for what only a debug build of LibTorch notes.
    flags = ["-std=c++20", "-O2", "-DNDEBUG", "-gline-tables-only", f"-isystem{torch}/include", f"-isystem{torch}/include/torch/csrc/api/include"]
    libraries = [f"-L{torch}/lib", f"-Wl,-rpath,{torch}/lib", "-ltorch", "-ltorch_cpu", "-lc10"]
    best = {"plain": {}, "instrumented": {}, "observed": {}}

    def note(which, times):
        for name, time in times.items():
            best[which][name] = min(time, best[which].get(name, time))

    with tempfile.TemporaryDirectory() as folder:
        driver = args.build / "bin/device-tidy-clang++"
        pass_plugin = f"-fpass-plugin={args.build}/lib/DeviceTidyPass.so"
        for _ in range(2):
            for which, extra in ("plain", []), ("instrumented", [pass_plugin]):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                subprocess.run(["clang++-22", *flags, *extra, "-c", SOURCE, "-o", f"{folder}/{which}.o"], check=True)
                note(which, {"compile": (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1e9})
        for which, linker in ("plain", "clang++-22"), ("instrumented", driver):
            subprocess.run([linker, f"{folder}/{which}.o", *libraries, "-o", f"{folder}/{which}"], check=True)
        run = [args.build / "bin/device-tidy", "run", "--devices", str(args.devices), "--"] if args.devices else []
        for _ in range(args.rounds):
            for which in best:
                program = "plain" if which == "observed" else which
                command = [*run, f"{folder}/{program}", "cuda" if args.devices else "cpu", *["observed"] * (which == "observed")]
                times = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                times.pop("end")
                note(which, times)
    for name, time in best["plain"].items():
        other = best["instrumented"][name]
        line = f"{name:8} plain {time:14,.0f} ns  instrumented {other:14,.0f} ns, ratio {other / time:.3f}"
        if observed := best["observed"].get(name):
            line += f"  observed {observed:14,.0f} ns, ratio {observed / time:.3f}"
        print(line)


main()
