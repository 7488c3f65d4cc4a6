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
import torch  # noqa: E402
from prediction import Operand  # noqa: E402
from torch.utils._pytree import tree_flatten, tree_unflatten  # noqa: E402
from verdicts import DEVICE_ERRORS  # noqa: E402

# runtime/abi/Simulator.h
refusals = CDLL(os.environ["DEVICE_TIDY_SIMULATOR"]).devtidySimRefusals
ERRORS = (*DEVICE_ERRORS, "too many CPU scalars", "should be the same", "all be on the same device")
decided = {"refused by PyTorch's code": 0, "refused by the rule": 0, "completed by PyTorch's code": 0}


def place_like(tensor, place, scalar):
    made = tensor.flatten()[0].clone() if scalar and tensor.numel() else tensor.detach().clone()
    return made.to(place)


def run_case(function, leaves, spec, places, scalars):
    """(verdict, who decided): 'device' for a device error, the result's devices, or None for another failure."""
    remaining = iter(zip(places, scalars))
    before = refusals()
    try:
        moved = [place_like(x, *next(remaining)) if isinstance(x, torch.Tensor) else x for x in leaves]
        args, kwargs = tree_unflatten(moved, spec)
        results = tree_flatten(function(*args, **kwargs))[0]
        devices = sorted({str(x.device) for x in results if isinstance(x, torch.Tensor)})
        return ", ".join(devices), "completed by PyTorch's code"
    except Exception as error:
        if not any(text in str(error) for text in ERRORS):
            return None, ""
        return "device", "refused by the rule" if refusals() > before else "refused by PyTorch's code"


def device_argument(row, args, kwargs):
    bound = [*zip(row["params"], args), *((p, kwargs.get(p["name"])) for p in row["params"])]
    return next((str(torch.device(x)) for p, x in bound if p["kind"] == "Device" and x is not None), None)


def check_operator(row, bound, args, kwargs, tally):
    base, _, overload = row["name"].partition(".")
    function = getattr(getattr(torch.ops.aten, base), overload or "default")
    leaves, spec = tree_flatten((args, kwargs))
    tensors = [x for x in leaves if isinstance(x, torch.Tensor)]
    for scalars in opinfo.scalar_choices(tensors):
        if run_case(function, leaves, spec, ("cuda:0",) * len(tensors), scalars)[0] in ("device", None):
            continue
        are_scalar = [made or x.dim() == 0 for made, x in zip(scalars, tensors)]
        for places in opinfo.placements(len(tensors), any(scalars)):
            verdict, who = run_case(function, leaves, spec, places, scalars)
            operands = [Operand(*x) for x in zip(bound, places, are_scalar)]
            tally.add(row, operands, verdict, device_argument(row, args, kwargs))
            if verdict is not None and len(set(places)) > 1 and row["rule"] != "Special":
                decided[who] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=55)
    arguments = parser.parse_args()
    tally = conformance.Tally(conformance.read_exemptions(Path(__file__).with_name("rows.tsv")))
    start, complete = time.process_time(), not arguments.only
    for case in opinfo.cases(opinfo.find_rows(json.loads(arguments.table.read_text())), arguments.only):
        if time.process_time() - start > arguments.seconds:
            print(f"stopped after {arguments.seconds:.0f} s of processor time")
            complete = False
            break
        check_operator(*case, tally)
    tally.print(complete)
    print("of the rows on several devices: " + ", ".join(f"{n} {who}" for who, n in decided.items()))


main()
