# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the operator table with PyTorch's own verdicts.

Every operator for which PyTorch or samples.py has arguments runs under FakeTensorMode with its tensors on the CPU and on
two accelerators, as they are and with each one made 0-dim. The table must predict whether a device error follows, and
where the result lives if none does.
FakeTensorMode needs no GPU, but it lets a 0-dim CPU tensor meet a CUDA tensor in every operator. The check that torchgen
writes into CUDA kernels does not, so that check is put in front of it. Where the two may differ is in exemptions.tsv.

    conformance.py --table operators.json [--only NAME] [--seconds N]

Prints 'agree A of B rows over N operators' and each disagreement; the exit status is 1 if one is not in exemptions.tsv.
"""

import argparse
import csv
import itertools
import json
import logging
import sys
import time
import types
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
logging.disable(logging.ERROR)  # FakeTensorMode logs each failing row
# PyTorch's test utilities import it, and need only these names of it.
expecttest = types.ModuleType("expecttest")
expecttest.ACCEPT = False
expecttest.TestCase = object
sys.modules.setdefault("expecttest", expecttest)

import torch  # noqa: E402
from kernel_checks import KernelChecks  # noqa: E402
from prediction import Operand, predicts_error, predicts_place  # noqa: E402
from samples import SAMPLES  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.utils._pytree import tree_flatten, tree_unflatten  # noqa: E402

DEVICES = ("cpu", "cuda:0", "cuda:1")
SAMPLES_PER_OPERATOR = 6
MAX_TENSORS = 5
DEVICE_ERRORS = (
    "same device",
    "on cpu or on",
    "device mismatch",
    "all input tensors must be on",
    "to be on",
    "Input type",
    "not at the same",
    "indices should be either on",
    "to have the same device",
    "should be on",
)


def find_rows(table):
    rows = {}
    for row in table:
        base, _, overload = row["name"].partition(".")
        rows[base, overload] = row
    return rows


def candidate_names(info):
    """What an OpInfo entry may be called as an ATen operator."""
    plain = info.name.replace("nn.functional.", "").replace(".", "_")
    names = [info.aten_name or plain, plain, *(alias.name.replace(".", "_") for alias in info.aliases)]
    if info.inplace_variant is not None:
        names += [name + "_" for name in names]
    return list(dict.fromkeys(names))


def resolve(rows, name, args, kwargs):
    """The row of the overload that these arguments select, or None."""
    try:
        overload = torch._C._jit_resolve_packet(f"aten::{name}", *args, **kwargs)
    except Exception:
        return None
    return rows.get((name, "" if overload == "default" else overload))


def parameters(row, args, kwargs):
    """The row's parameter of each tensor, in the order of the flattened arguments; None if these do not fit the row."""
    names = {p["name"]: p for p in row["params"]}
    if len(args) > len(row["params"]) or not kwargs.keys() <= names.keys():
        return None
    bound = list(zip(row["params"], args)) + [(names[name], value) for name, value in kwargs.items()]
    return [param for param, value in bound for leaf in tree_flatten(value)[0] if isinstance(leaf, torch.Tensor)]


def fake_like(tensor, place, scalar):
    if scalar:
        return torch.empty((), dtype=tensor.dtype, device=place)
    return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=place)


def run_case(function, leaves, spec, places, scalars):
    """'device' for a device error, the result's devices ('cpu', 'cuda:0', empty if there is no tensor in it), or None: it
    failed for another reason, or cannot be run without data."""
    remaining = iter(zip(places, scalars))
    with FakeTensorMode(), KernelChecks():
        try:
            moved = [fake_like(x, *next(remaining)) if isinstance(x, torch.Tensor) else x for x in leaves]
            args, kwargs = tree_unflatten(moved, spec)
            results = tree_flatten(function(*args, **kwargs))[0]
            return ", ".join(sorted({str(x.device) for x in results if isinstance(x, torch.Tensor)}))
        except Exception as error:
            return "device" if any(text in str(error) for text in DEVICE_ERRORS) else None


def placements(count, any_scalar):
    """All of them for few tensors; for more, and where one is made 0-dim, all equal and each one elsewhere."""
    if count <= (2 if any_scalar else 3):
        return list(itertools.product(DEVICES, repeat=count))
    found = []
    for odd, rest in (("cpu", "cuda:0"), ("cuda:0", "cpu"), ("cuda:1", "cuda:0")):
        found += [tuple(odd if i == j else rest for i in range(count)) for j in range(count)]
    return found + [("cuda:0",) * count]


def scalar_choices(leaves):
    """Which tensors to make 0-dim: none, each one, all but the first."""
    ranks = [x.dim() for x in leaves]
    count = len(ranks)
    choices = [(False,) * count] + [tuple(i == j for i in range(count)) for j in range(count) if ranks[j]]
    if count > 2:
        choices.append((False,) + (True,) * (count - 1))
    return choices


def samples_of(info):
    dtypes = [t for t in (torch.float32, torch.int64, torch.complex64) if t in info.dtypes]
    for dtype in dtypes[:1] or sorted(info.dtypes, key=str)[:1]:
        best = {}
        for sample in itertools.islice(info.sample_inputs("cpu", dtype, requires_grad=False), SAMPLES_PER_OPERATOR):
            args, kwargs = (sample.input, *sample.args), sample.kwargs
            leaves = tree_flatten((args, kwargs))[0]
            tensors = [x for x in leaves if isinstance(x, torch.Tensor)]
            if 1 <= len(tensors) <= MAX_TENSORS and all(x.layout == torch.strided for x in tensors):
                best.setdefault(len(tensors), (args, kwargs))
        yield from best.values()


def cases(rows, only):
    from torch.testing._internal.common_methods_invocations import op_db

    seen = set()
    for info in op_db:
        names = [n for n in candidate_names(info) if not only or n == only]
        if not names:
            continue
        try:
            samples = list(samples_of(info))
        except Exception:
            continue
        for name, (args, kwargs) in itertools.product(names, samples):
            row = resolve(rows, name, args, kwargs)
            bound = row and parameters(row, args, kwargs)
            if bound and (row["name"], len(bound)) not in seen:
                seen.add((row["name"], len(bound)))
                yield row, bound, args, kwargs
    for name, *args in SAMPLES:
        row = resolve(rows, name, args, {}) if not only or name == only else None
        if row:
            yield row, parameters(row, args, {}), args, {}


def check_operator(row, bound, args, kwargs, tally):
    base, _, overload = row["name"].partition(".")
    function = getattr(getattr(torch.ops.aten, base), overload or "default")
    leaves, spec = tree_flatten((args, kwargs))
    tensors = [x for x in leaves if isinstance(x, torch.Tensor)]
    for scalars in scalar_choices(tensors):
        if run_case(function, leaves, spec, ("cuda:0",) * len(tensors), scalars) in ("device", None):
            continue
        are_scalar = [made or x.dim() == 0 for made, x in zip(scalars, tensors)]
        for places in placements(len(tensors), any(scalars)):
            verdict = run_case(function, leaves, spec, places, scalars)
            if verdict is not None:
                operands = [Operand(*x) for x in zip(bound, places, are_scalar)]
                tally.add(row, operands, verdict, prediction(row, operands, verdict))


def prediction(row, operands, verdict):
    if predicts_error(row, operands):
        return "device"
    if verdict == "device":
        return "ok"
    return verdict and (predicts_place(row, operands) or verdict)


class Tally:
    def __init__(self, exemptions):
        self.exemptions = exemptions  # {(operator, verdict): kind}
        self.rows = []
        self.agree = 0
        self.operators, self.left_open = set(), set()
        self.wrong = {"kernel": {}, "weaker": {}, "": {}}  # {kind: {(operator, rule, verdict): [operands]}}

    def add(self, row, operands, verdict, expected):
        name, rule = row["name"], row["rule"]
        described = ", ".join(map(str, operands))
        self.rows.append([name, described, verdict, expected])
        if rule == "Special":
            self.left_open.add(name)
            return
        self.operators.add(name)
        self.agree += verdict == expected
        if verdict != expected:
            outcome = verdict if verdict == "device" else "ok"
            kind = self.exemptions.get((name, outcome), "")
            self.wrong[kind].setdefault((name, rule, outcome), []).append(f"{described}: {verdict}, not {expected}")

    def count(self, kind):
        return sum(len(rows) for rows in self.wrong[kind].values())

    def print(self):
        for (name, rule, verdict), rows in sorted(self.wrong[""].items()):
            print(f"{name} ({rule}): PyTorch says {verdict} in {len(rows)} rows, for instance with {rows[0]}")
        used = {(name, verdict) for found in self.wrong.values() for name, _, verdict in found}
        for name, verdict in sorted(self.exemptions.keys() - used):
            print(f"exemptions.tsv: {name} needs no exemption from '{verdict}'")
        print(f"the table leaves {len(self.left_open)} operators open: {', '.join(sorted(self.left_open))}")
        print(f"{self.count('kernel')} rows of {len(self.wrong['kernel'])} operators rest on proof from the kernels")
        print(f"{self.count('weaker')} rows of {len(self.wrong['weaker'])} operators are misses: the table asks for less")
        total = self.agree + self.count("weaker") + self.count("")
        print(f"agree {self.agree} of {total} rows over {len(self.operators)} operators")


def read_exemptions(path):
    with open(path, newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    return {(name, verdict): kind for name, verdict, kind, _ in csv.reader(lines, delimiter="\t")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True, help="what generate_operators.py --json wrote")
    parser.add_argument("--only", help="one operator")
    parser.add_argument("--seconds", type=float, default=55)
    parser.add_argument("--json", type=Path, help="write every verdict")
    arguments = parser.parse_args()

    tally = Tally(read_exemptions(Path(__file__).with_name("exemptions.tsv")))
    start = time.process_time()
    for case in cases(find_rows(json.loads(arguments.table.read_text())), arguments.only):
        if time.process_time() - start > arguments.seconds:
            print(f"stopped after {arguments.seconds:.0f} s of processor time")
            break
        check_operator(*case, tally)
    tally.print()
    if arguments.json:
        arguments.json.write_text(json.dumps(tally.rows, indent=0))
    return 1 if tally.wrong[""] else 0


if __name__ == "__main__":
    sys.exit(main())
