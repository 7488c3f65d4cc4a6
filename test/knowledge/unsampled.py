# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which operators did not run, and the reasons of unsampled.tsv.

    unsampled.py --table operators.json --reasons FILE --missing OPERATOR...    as if only these had not run
"""

import argparse
import csv
import json
import sys
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import simulated
from kernel_checks import KernelChecks

TENSORS = ("Tensor", "OptionalTensor", "TensorList", "OptionalTensorList")


def tensors(row):
    return [p for p in row["params"] if p["kind"] in TENSORS]


def is_checked(row):
    """torchgen writes a comparison of all operands before the CUDA kernel, and the row demands just that."""
    free = [p for p in tensors(row) if p["place"] != "Meets"]
    return f"aten::{row['name']}" in KernelChecks.exact and row["rule"] == "Same" and not free


def is_alone(row):
    """There is nothing that the operand could meet."""
    return len(tensors(row)) == 1 and tensors(row)[0]["kind"] in ("Tensor", "OptionalTensor") and row["rule"] == "Any"


def is_written(row):
    """torchgen wrote it: it calls the operator's other form, whose row it takes, and copies."""
    return any(p["is_out"] for p in row["params"]) and ("calls " in row["source"] or "copy_arg" in row["source"])


def is_of_the_host(row):
    """It has a kernel for the CPU and no other, and the row wants all operands there."""
    return f"aten::{row['name']}" in KernelChecks.of_the_host and all(p["place"] == "Cpu" for p in tensors(row))


# What a reason claims, and whether that is so. 'said' claims nothing that could be checked.
KINDS = {
    "checked": is_checked,
    "alone": is_alone,
    "written": is_written,
    "host": is_of_the_host,
    "simulated": lambda row: row["name"] in {name for name, *_ in simulated.simulated()},
    "said": lambda row: True,
}


class Coverage:
    def __init__(self, table, ran, path=Path(__file__).with_name("unsampled.tsv")):
        with open(path, newline="") as file:
            lines = [line for line in file if line.strip() and not line.startswith("#")]
        reasons = [(patterns.split(), kind, reason) for patterns, kind, reason in csv.reader(lines, delimiter="\t")]
        assert all(kind in KINDS and reason for _, kind, reason in reasons)
        self.ran = sum(bool(tensors(row)) and row["name"] in ran for row in table)
        self.without_tensors = sum(not tensors(row) for row in table)
        self.count, self.problems, needed = Counter(), [], set()
        for row in table:
            if row["name"] in ran or not tensors(row):
                continue
            found = [(p, kind) for patterns, kind, _ in reasons for p in patterns if fnmatchcase(row["name"], p)]
            if not found:
                self.problems.append(f"{row['name']} ({row['rule']}) did not run, and has no reason in unsampled.tsv")
                continue
            holds = next((x for x in found if KINDS[x[1]](row)), None)
            if not holds:
                self.problems.append(f"unsampled.tsv: {row['name']} is not '{found[0][1]}'")
                continue
            needed.add(holds[0])
            self.count[holds[1]] += 1
        unneeded = [p for patterns, *_ in reasons for p in patterns if p not in needed]
        self.problems += [f"unsampled.tsv: no operator needs '{p}'" for p in unneeded]

    def print(self):
        """True if nothing is left."""
        print("".join(f"{problem}\n" for problem in self.problems), end="")
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(self.count.items()))
        print(f"{self.ran} operators ran; {sum(self.count.values())} have a reason why not ({listed})")
        print(f"{self.without_tensors} operators take no tensor")
        return not self.problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--table", "--reasons"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--missing", nargs="+", required=True)
    arguments = parser.parse_args()
    table = json.loads(arguments.table.read_text())
    ran = {row["name"] for row in table} - set(arguments.missing)
    return 0 if Coverage(table, ran, arguments.reasons).print() else 1


if __name__ == "__main__":
    sys.exit(main())
