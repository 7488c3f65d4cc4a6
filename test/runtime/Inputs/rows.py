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
import torch  # noqa: E402
from torch.utils._pytree import tree_flatten, tree_unflatten  # noqa: E402

# runtime/abi/Simulator.h
refusals = CDLL(os.environ["DEVICE_TIDY_SIMULATOR"]).devtidySimRefusals
ERRORS = (*conformance.DEVICE_ERRORS, "too many CPU scalars", "should be the same", "all be on the same device")
decided = {"refused by PyTorch's code": 0, "refused by the rule": 0, "completed by PyTorch's code": 0}
last = ""


def place_like(tensor, place, scalar):
    made = tensor.flatten()[0].clone() if scalar and tensor.numel() else tensor.detach().clone()
    return made.to(place)


def run_case(function, leaves, spec, places, scalars):
    """As conformance.run_case, with values."""
    global last
    remaining = iter(zip(places, scalars))
    before = refusals()
    try:
        moved = [place_like(x, *next(remaining)) if isinstance(x, torch.Tensor) else x for x in leaves]
        args, kwargs = tree_unflatten(moved, spec)
        results = tree_flatten(function(*args, **kwargs))[0]
        last = "completed by PyTorch's code"
        return ", ".join(sorted({str(x.device) for x in results if isinstance(x, torch.Tensor)}))
    except Exception as error:
        if not any(text in str(error) for text in ERRORS):
            return None
        last = "refused by the rule" if refusals() > before else "refused by PyTorch's code"
        return "device"


class Tally(conformance.Tally):
    def add(self, row, operands, verdict, expected):
        super().add(row, operands, verdict, expected)
        if len({x.place for x in operands}) > 1 and row["rule"] != "Special":
            decided[last] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=55)
    arguments = parser.parse_args()
    conformance.run_case = run_case
    tally = Tally(conformance.read_exemptions(Path(__file__).with_name("rows.tsv")))
    start = time.process_time()
    for case in conformance.cases(conformance.find_rows(json.loads(arguments.table.read_text())), arguments.only):
        if time.process_time() - start > arguments.seconds:
            print(f"stopped after {arguments.seconds:.0f} s of processor time")
            break
        conformance.check_operator(*case, tally)
    tally.print()
    print("of the rows on several devices: " + ", ".join(f"{n} {who}" for who, n in decided.items()))


main()
