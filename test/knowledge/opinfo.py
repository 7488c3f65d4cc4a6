# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's own operator samples (OpInfo) with their values, and where to put their tensors.

cases(rows, only)  (row, parameter of each tensor, arguments, keyword arguments) for each overload that is sampled
"""

import itertools

import torch
from collect import candidate_names  # also stands in for what OpInfo imports and nobody needs
from torch.utils._pytree import tree_flatten

DEVICES = ("cpu", "cuda:0", "cuda:1")
SAMPLES_PER_OPERATOR = 6
MAX_TENSORS = 5


def find_rows(table):
    rows = {}
    for row in table:
        base, _, overload = row["name"].partition(".")
        rows[base, overload] = row
    return rows


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
    return [param for param, value in bound for _ in tensors(value)]


def tensors(value):
    return [leaf for leaf in tree_flatten(value)[0] if isinstance(leaf, torch.Tensor)]


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
