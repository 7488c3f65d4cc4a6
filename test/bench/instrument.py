#!/usr/bin/env python3
"""Compares instrumented loops with plain ones in one process, by turns, on one thread. Beside them stands what LibTorch
offers for the same: the plain loops with a RecordFunction callback that compares the devices of the inputs, and knows no
places, no names and no origins.

    test/bench/instrument.py [--build DIR] [--rounds N] [--runs N] [--devices N]

Prints the median processor time of each, in nanoseconds, and the median of the ratios of neighbours; of several runs, which
the addresses of their memory tell apart, the median again:
  add      one addition of four elements                     (goal: ratio under 1.03)
  tiny     six tiny operations in a tight loop               (goal: ratio under 1.05)
  step     a training step of a small network (16 units)     (goal: ratio under 1.02)
  compile  processor time of the compiler for the loops      (goal: ratio under 1.1)
With --devices, on simulated devices; otherwise on the CPU. Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "test/bench/instrument.cpp"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--devices", type=int, default=0)
    args = parser.parse_args()
    [torch] = args.build.glob("venv/lib/python3*/site-packages/torch")
    # Without NDEBUG the headers ask RecordFunction for what only a debug build of LibTorch notes.
    flags = ["-std=c++20", "-O2", "-fPIC", "-DNDEBUG", "-gline-tables-only", f"-isystem{torch}/include"]
    flags += [f"-isystem{torch}/include/torch/csrc/api/include"]
    libraries = [f"-L{torch}/lib", f"-Wl,-rpath,{torch}/lib", "-ltorch", "-ltorch_cpu", "-lc10"]
    plugin = f"-fpass-plugin={args.build}/lib/DeviceTidyPass.so"
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            for which, extra in ("plain", []), ("instrumented", [plugin]):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                part = f"-DPART={which}Loops"
                subprocess.run(["clang++-22", *flags, part, *extra, "-c", SOURCE, "-o", f"{folder}/{which}.o"], check=True)
                time = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1e9
                best[which] = min(time, best.get(which, time))
        # Templates of LibTorch stay each library's own.
        for which, linker in ("plain", "clang++-22"), ("instrumented", args.build / "bin/device-tidy-clang++"):
            exports = pathlib.Path(folder, f"{which}.map")
            exports.write_text(f"{{ global: {which}Loops; local: *; }};\n")
            link = ["-shared", f"{folder}/{which}.o", f"-Wl,--version-script={exports}", *libraries]
            subprocess.run([linker, *link, "-o", f"{folder}/lib{which}.so"], check=True)
        parts = [f"-L{folder}", f"-Wl,-rpath,{folder}", "-lplain", "-linstrumented"]
        paths = [f"-Wl,-rpath,{args.build}/lib", f"-Wl,-rpath-link,{args.build}/lib"]
        subprocess.run(["clang++-22", *flags, SOURCE, *parts, *paths, *libraries, "-o", f"{folder}/main"], check=True)
        run = [args.build / "bin/device-tidy", "run", "--devices", str(args.devices), "--"] if args.devices else []
        command = [*run, f"{folder}/main", "cuda" if args.devices else "cpu", str(args.rounds)]
        runs = [
            json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout) for _ in range(args.runs)
        ]
    for name in [key for key in runs[0] if key != "end"]:
        one = {key: statistics.median(run[name][key] for run in runs) for key in runs[0][name]}
        print(
            f"{name:8} plain {one['plain']:14,.0f} ns  instrumented {one['instrumented']:14,.0f} ns, ratio {one['ratio']:.3f}"
            f"  observed {one['observed']:14,.0f} ns, ratio {one['observed ratio']:.3f}"
        )
    print(
        f"{'compile':8} plain {best['plain']:14,.0f} ns  instrumented {best['instrumented']:14,.0f} ns,"
        f" ratio {best['instrumented'] / best['plain']:.3f}"
    )


main()
