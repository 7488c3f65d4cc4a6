# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operator table's rows on simulated devices: test/knowledge/conformance.py with real tensors in place of fake ones.

    rows.py --table operators.json [--only NAME] [--seconds N]

Prints how many rows agree with the table, and who decided: PyTorch's own code, which completed the operator or refused
it, or the simulator's comparison, which follows the table and so proves nothing about it.
"""

import argparse
import json
import os
import sys
import time
from ctypes import CDLL
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "knowledge"))
import conformance  # noqa: E402
import opinfo  # noqa: E402
import real_rows  # noqa: E402
import simulated  # noqa: E402
from prediction import Operand  # noqa: E402

# runtime/abi/Simulator.h
refusals = CDLL(None).devtidySimRefusals  # of the simulator, which is in the global scope
decided = {"refused by PyTorch's code": 0, "refused by the rule": 0, "completed by PyTorch's code": 0}


def who(verdict, before):
    if verdict != "device":
        return "completed by PyTorch's code"
    return "refused by the rule" if refusals() > before else "refused by PyTorch's code"


def check_operator(row, bound, args, kwargs, tally):
    call = real_rows.Call(row, args, kwargs)
    before = refusals()
    for places, _, sizes, verdict, _ in call.rows(opinfo.DEVICES):
        tally.add(row, [Operand(*x) for x in zip(bound, places, sizes, call.elements)], verdict, call.given)
        if verdict is not None and len(set(places)) > 1 and row["rule"] != "Special":
            decided[who(verdict, before)] += 1
        before = refusals()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=55)
    arguments = parser.parse_args()
    tally = conformance.Tally(conformance.read_exemptions(Path(__file__).with_name("rows.tsv")))
    start, complete = time.process_time(), not arguments.only
    for case in real_rows.samples(json.loads(arguments.table.read_text()), arguments.only):
        if time.process_time() - start > arguments.seconds:
            print(f"stopped after {arguments.seconds:.0f} s of processor time")
            complete = False
            break
        check_operator(*case, tally)
    tally.print(complete)
    for name in dict.fromkeys(name for name, *_ in simulated.simulated()):
        if complete and name not in tally.ran():
            print(f"{name} of simulated.py has arguments, and did not run")
    print("of the rows on several devices: " + ", ".join(f"{n} {who}" for who, n in decided.items()))


main()
