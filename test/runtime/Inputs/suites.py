# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a test suite on the CPU and on simulated devices.

    suites.py CPU.txt SIMULATED.txt

Both are what `pytest -rA` prints. Prints how many tests had which outcomes, and each test that failed with simulated
devices only. Tests of PyTorch have the device in their names; it is left out.
"""

import re
import sys
from collections import Counter

LINE = re.compile(r"(PASSED|FAILED|XFAIL|XPASS|ERROR) (\S+::\S.*?)( - .*)?$")
DEVICE = re.compile(r"_?(CPU|CUDA|cpu|cuda)(?=_|$|::)")


def outcomes(path):
    found = {}
    with open(path, errors="replace") as file:
        for line in file:
            match = LINE.match(line)
            if match is not None:
                found[DEVICE.sub("", match[2].strip())] = match[1].lower()
    return found


def main():
    host, device = outcomes(sys.argv[1]), outcomes(sys.argv[2])
    # One that was skipped has no line of its own.
    pairs = {name: (host.get(name, "not run"), device.get(name, "not run")) for name in sorted(host | device)}
    for (before, after), count in sorted(Counter(pairs.values()).items()):
        print(f"{count:6} {before} on the CPU, {after} on simulated devices")
    for name, (before, after) in pairs.items():
        if after in ("failed", "error") and before != after:
            print(f"{name}: {before}, {after}")


main()
