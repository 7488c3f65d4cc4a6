# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the operator table with PyTorch's own verdicts.

Every operator for which PyTorch has sample inputs runs under FakeTensorMode with its tensors on the CPU and on two
accelerators, as they are and with each one made 0-dim, and the table must predict whether a device error follows.
FakeTensorMode needs no GPU. It is more lenient than the kernels in a few places; those are in fake_tensor.tsv, with the
proof that the kernel wins.

    conformance.py --table operators.json [--only NAME] [--seconds N]

Prints 'agree A of B rows over N operators' and each disagreement; the exit status is 1 if there are any.
"""

import argparse
import collections
import csv
import itertools
import json
import sys
import time
import types
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
# PyTorch's test utilities import it, and need only these names of it.
expecttest = types.ModuleType("expecttest")
expecttest.ACCEPT = False
expecttest.TestCase = object
sys.modules.setdefault("expecttest", expecttest)

import torch  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.utils._pytree import tree_flatten, tree_unflatten  # noqa: E402

DEVICES = ("cpu", "cuda:0", "cuda:1")
SAMPLES = 6
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

Case = collections.namedtuple("Case", "row leaves spec places scalars")


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


def operands(row, args, kwargs):
    """(parameter, tensor) in the order of the flattened arguments, or None if these do not fit the row's parameters."""
    bound = []
    names = {p["name"]: p for p in row["params"]}
    for index, value in enumerate(args):
        if index >= len(row["params"]):
            return None
        bound.append((row["params"][index], value))
    for name, value in kwargs.items():
        if name not in names:
            return None
        bound.append((names[name], value))
    result = []
    for param, value in bound:
        result += [(param, leaf) for leaf in tree_flatten(value)[0] if isinstance(leaf, torch.Tensor)]
    return result


def predicts_error(row, tensors, places, ranks):
    """What the table says of tensors (their parameters), in these places, with these ranks."""
    written = row["params"][0]["name"] if row["name"].partition(".")[0].endswith("_") else None
    meeting = [
        (place, rank, p["is_out"] or p["name"] == written, p["kind"])
        for (p, _), place, rank in zip(tensors, places, ranks)
        if p["place"] == "Meets"
    ]
    if any(p["place"] == "Cpu" and place != "cpu" for (p, _), place in zip(tensors, places)):
        return True
    rule = row["rule"]
    if rule in ("Any", "Special") or not meeting:
        return False
    if rule == "Index":
        return index_error(meeting)
    if rule in ("Same", "IteratorStrict"):
        return len({place for place, *_ in meeting}) > 1
    common = next((place for place, *_ in meeting if place != "cpu"), "cpu")
    if rule == "IteratorScalars":
        rest = [place for place, rank, out, _ in meeting if rank or out]
        return any(place != common for place in rest) and common != "cpu" or len(set(rest)) > 1
    scalars = [m for m in meeting if m[0] == "cpu" and not m[1] and not m[2]] if common != "cpu" else []
    rest = [place for place, rank, out, kind in meeting if (place, rank, out, kind) not in scalars]
    return len(scalars) > 1 or len(set(rest)) > 1


def index_error(meeting):
    self_place = meeting[0][0]
    for place, rank, _, kind in meeting[1:]:
        if kind == "OptionalTensorList":
            if place not in ("cpu", self_place):
                return True
        elif place != self_place and rank:
            return True
    return False


def fake_like(tensor, place, scalar):
    if scalar:
        return torch.empty((), dtype=tensor.dtype, device=place)
    return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=place)


def run_case(function, leaves, spec, places, scalars):
    """'ok', 'device' or None: it failed for another reason, or cannot be run without data."""
    remaining = iter(zip(places, scalars))
    with FakeTensorMode():
        try:
            moved = [fake_like(x, *next(remaining)) if isinstance(x, torch.Tensor) else x for x in leaves]
            args, kwargs = tree_unflatten(moved, spec)
            function(*args, **kwargs)
            return "ok"
        except Exception as error:
            return "device" if any(text in str(error) for text in DEVICE_ERRORS) else None


def placements(count):
    """All of them for few tensors; for more, all equal and each one elsewhere."""
    if count <= 3:
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
        for sample in itertools.islice(info.sample_inputs("cpu", dtype, requires_grad=False), SAMPLES):
            args, kwargs = (sample.input, *sample.args), sample.kwargs
            leaves = tree_flatten((args, kwargs))[0]
            tensors = [x for x in leaves if isinstance(x, torch.Tensor)]
            if 1 < len(tensors) <= MAX_TENSORS and all(x.layout == torch.strided for x in tensors):
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
            bound = row and operands(row, args, kwargs)
            if not bound or (row["name"], len(bound)) in seen:
                continue
            seen.add((row["name"], len(bound)))
            yield row, bound, args, kwargs


def check_operator(row, bound, args, kwargs, report):
    base, _, overload = row["name"].partition(".")
    function = getattr(getattr(torch.ops.aten, base), overload or "default")
    leaves, spec = tree_flatten((args, kwargs))
    tensors = [x for x in leaves if isinstance(x, torch.Tensor)]
    for scalars in scalar_choices(tensors):
        ranks = [0 if s else x.dim() for s, x in zip(scalars, tensors)]
        if run_case(function, leaves, spec, ("cuda:0",) * len(tensors), scalars) != "ok":
            continue
        for places in placements(len(tensors)):
            verdict = run_case(function, leaves, spec, places, scalars)
            if verdict is not None:
                expected = "device" if predicts_error(row, bound, places, ranks) else "ok"
                report(row, bound, places, ranks, verdict, expected)


def read_exemptions(path):
    """{(operator, verdict of FakeTensor)}: rows where the kernel is known to decide otherwise."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    return {(name, verdict): proof for name, verdict, proof in csv.reader(lines, delimiter="\t")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=55)
    parser.add_argument("--json", type=Path, help="write every verdict")
    arguments = parser.parse_args()

    rows = find_rows(json.loads(arguments.table.read_text()))
    start = time.monotonic()
    agree, total, operators = 0, 0, set()
    wrong = collections.defaultdict(list)
    verdicts = []

    def report(row, bound, places, ranks, verdict, expected):
        nonlocal agree, total
        operators.add(row["name"])
        total += 1
        agree += verdict == expected
        described = ", ".join(
            f"{p['name']}={place}{'' if rank else ' 0-dim'}" for (p, _), place, rank in zip(bound, places, ranks)
        )
        verdicts.append([row["name"], described, verdict, expected])
        if verdict != expected:
            wrong[row["name"], verdict].append(described)

    for case in cases(rows, arguments.only):
        if time.monotonic() - start > arguments.seconds:
            print(f"stopped after {arguments.seconds:.0f} s")
            break
        check_operator(*case, report)

    for (name, verdict), described in sorted(wrong.items()):
        row = rows[tuple((name.partition(".")[::2]))]
        print(f"{name} ({row['rule']}): PyTorch says {verdict} in {len(described)} rows, for instance {described[0]}")
    print(f"agree {agree} of {total} rows over {len(operators)} operators")
    if arguments.json:
        arguments.json.write_text(json.dumps(verdicts, indent=0))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
