"""What the device checks add to clang-tidy: all of them in the plugin, against one trivial stock check, on one unit.

usage: plugin.py [--build DIR] [--pairs N] [FILE] [-- FLAGS]

Both commands parse all of LibTorch. They run in turn, so that a busy machine slows both, and the ratio of each pair is
taken: of processor time, since wall time measures the neighbours. Prints the median; status 1 if it is 1.05 or more.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TORCH = ROOT / "build/venv/lib"
GOAL = 1.05


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def default_flags():
    (torch,) = TORCH.glob("python3*/site-packages/torch")
    include = torch / "include"
    return ["-std=c++20", "-isystem", include, "-isystem", include / "torch/csrc/api/include"]


def main():
    arguments, flags = sys.argv[1:], default_flags()
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("file", nargs="?", type=pathlib.Path, default=ROOT / "examples/train.cpp")
    options = parser.parse_args(arguments)

    tidy = ["clang-tidy-22", "--config={}", options.file]
    stock = [*tidy, "-checks=-*,readability-delete-null-pointer", "--", *flags]
    ours = [*tidy, "-load", options.build / "lib/DeviceTidyModule.so", "-checks=-*,device-*", "--", *flags]
    seconds(stock)  # fills the file cache
    ratios = []
    for _ in range(options.pairs):
        one, all_ours = seconds(stock), seconds(ours)
        ratios.append(all_ours / one)
        print(f"one stock check {one:.2f} s, device checks {all_ours:.2f} s, ratio {ratios[-1]:.3f}", flush=True)
    ratio = statistics.median(ratios)
    print(f"plugin: {ratio:.3f} times stock clang-tidy with one check (goal: under {GOAL})")
    sys.exit(0 if ratio < GOAL else 1)


if __name__ == "__main__":
    main()
