# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the operator table with PyTorch's own verdicts.

Every operator for which collect.py has arguments runs with its tensors on the CPU and on two accelerators, and with
each tensor made 0-dim (verdicts.py, cases). The table must predict whether a device error follows, and where the result
lives if none does (prediction.py).

FakeTensorMode needs no GPU, but it is not the truth everywhere. Where the table may differ from it stands in
exemptions.tsv, with the line of PyTorch that decides.

    conformance.py --table operators.json [--only PATTERN...] [--mutants]

Prints 'agree A of B rows over N operators' and each disagreement; the exit status is 1 if one is not in exemptions.tsv,
or if an operator neither ran nor has a reason in unsampled.tsv (unsampled.py).
"""

import argparse
import csv
import json
import logging
import sys
import warnings
from fnmatch import fnmatchcase
from pathlib import Path

warnings.simplefilter("ignore")
logging.disable(logging.ERROR)  # FakeTensorMode logs each failing row

from collect import collect  # noqa: E402
from unsampled import Coverage  # noqa: E402
from mutants import count_mutants, outcome  # noqa: E402
from verdicts import Oracle, cases  # noqa: E402
from prediction import Operand, device_in, with_case  # noqa: E402


class Exemption:
    """A line of exemptions.tsv."""

    def __init__(self, patterns, rule, verdict, which, proof):
        assert which in WHICH and proof, patterns
        self.patterns, self.rule, self.verdict, self.which = patterns, rule, verdict, WHICH[which]
        self.rows = 0

    def covers(self, row, verdict, operands):
        if verdict != self.verdict or self.rule not in ("-", row["rule"]):
            return False
        return any(fnmatchcase(row["name"], p) for p in self.patterns.split()) and self.which(operands)


def scalars(operands):
    """The 0-dim CPU tensors if nothing else differs: FakeTensorMode lets each of them pass in every operator."""
    found = [x for x in operands if x.is_scalar and x.place == "cpu" and not x.param["is_out"]]
    return found if len({x.place for x in operands if x not in found}) < 2 else []


def is_unary(operands):
    return len(operands) == 2 and operands[1].param["is_out"]


# Which rows an exemption is for.
WHICH = {
    "any": lambda operands: True,
    "scalar": lambda operands: len(scalars(operands)) > 0,
    "scalars": lambda operands: len(scalars(operands)) > 1,
    "host": lambda operands: any(x.param["place"] == "Cpu" and x.place != "cpu" for x in operands),
    "near": lambda operands: any(x.param["place"] == "Near" and x.place == "cpu" for x in operands),
    "unary": lambda operands: len(scalars(operands)) > 0 and is_unary(operands),
}


def read_exemptions(path):
    with open(path, newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    return [Exemption(*columns) for columns in csv.reader(lines, delimiter="\t")]


class Tally:
    def __init__(self, exemptions):
        self.exemptions = exemptions
        self.agree = self.failed = 0
        # {(operator, case): (row, [(operands, verdict, device argument)])}
        self.judged = {}
        self.left_open = set()
        self.wrong = {}  # {(operator, rule, outcome): [rows]}

    def add(self, row, operands, verdict, given):
        row, operands = with_case(row, operands, given)
        device = device_in(row, given)
        if verdict is None:
            self.failed += 1
        elif row["rule"] == "Special":
            self.left_open.add(row["name"])
        else:
            self.judged.setdefault((row["name"], row.get("case", "")), (row, []))[1].append((operands, verdict, device))
            wrong = outcome(row, operands, verdict, device)
            if not wrong:
                self.agree += 1
            elif not self.is_exempt(row, wrong, operands):
                self.wrong.setdefault((row["name"], row["rule"], wrong), []).append((operands, verdict))

    def is_exempt(self, row, wrong, operands):
        for exemption in self.exemptions:
            if exemption.covers(row, wrong, operands):
                exemption.rows += 1
                return True
        return False

    def print(self, is_complete):
        for (name, rule, wrong), rows in sorted(self.wrong.items()):
            operands, verdict = rows[0]
            found = f"{', '.join(map(str, operands))}: {verdict or 'ok'}"
            print(f"{name} ({rule}): PyTorch says {wrong} in {len(rows)} rows, for instance with {found}")
        for exemption in self.exemptions:
            if is_complete and not exemption.rows:
                print(f"exemptions.tsv: no row needs '{exemption.patterns}' {exemption.verdict}")
        print(f"{len(self.left_open)} operators are left open: {', '.join(sorted(self.left_open))}")
        print(f"{self.failed} rows failed for another reason, or cannot run without data")
        print(f"{sum(x.rows for x in self.exemptions)} rows rest on proof from the kernels")
        total = self.agree + sum(len(rows) for rows in self.wrong.values())
        print(f"agree {self.agree} of {total} rows over {len(self.ran())} operators")

    def ran(self):
        return {name for name, _ in self.judged}


def operands_of(sample, places, made_scalar):
    sizes = [() if made else shape.sizes for made, shape in zip(made_scalar, sample.shapes())]
    return [Operand(*x) for x in zip(sample.params, places, sizes, sample.elements)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True, help="what generate_operators.py --json wrote")
    parser.add_argument("--only", nargs="+", default=["*"], help="operators whose names match one of these patterns")
    parser.add_argument("--rename", action="store_true", help="also what differs only by the accelerators' numbers")
    parser.add_argument("--mutants", action="store_true", help="count the wrong tables that this would notice")
    parser.add_argument("--verbose", action="store_true", help="name those that it would not")
    arguments = parser.parse_args()

    tally = Tally(read_exemptions(Path(__file__).with_name("exemptions.tsv")))
    oracle = Oracle()
    rows = json.loads(arguments.table.read_text())
    samples = collect(rows, arguments.only)
    for sample in samples:
        given = sample.given()
        for places, scalars in cases(oracle, sample, arguments.rename):
            operands = operands_of(sample, places, scalars)
            tally.add(sample.row, operands, oracle.run(sample, places, scalars), given)
    tally.print(arguments.only == ["*"])
    is_covered = arguments.only != ["*"] or Coverage(rows, tally.ran()).print()
    if arguments.mutants:
        noticed, total, survivors = count_mutants(tally.judged, tally.exemptions)
        print("\n".join(survivors) if arguments.verbose else f"{len(survivors)} mutants survive")
        print(f"noticed {noticed} of {total} mutants")
    return 1 if tally.wrong or not is_covered else 0


if __name__ == "__main__":
    sys.exit(main())
