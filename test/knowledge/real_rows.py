# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of conformance.py with real tensors: on simulated devices (test/runtime/rows.test) and on GPUs
(gpu_rows.py)."""

import itertools

import families
import opinfo
import simulated
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from verdicts import DEVICE_ERRORS

# Also of operators that FakeTensorMode does not run.
ERRORS = (*DEVICE_ERRORS, "too many CPU scalars", "should be the same", "all be on the same device", "a 1D CPU", "dense CPU")


def samples(table, only):
    """(row, parameter of each tensor, arguments, keyword arguments): ours, then those of PyTorch's own samples."""
    rows = opinfo.find_rows(table)
    for name, args, kwargs in itertools.chain(families.families(), simulated.simulated()):
        row = rows[tuple(name.partition(".")[::2])]
        bound = opinfo.parameters(row, args, kwargs)
        assert bound, f"{name}: these arguments do not fit"
        if not only or name.partition(".")[0] == only:
            yield row, bound, args, kwargs
    yield from opinfo.cases(rows, only)


def place_like(tensor, place, scalar):
    made = tensor.detach().clone()
    return (made.flatten()[0] if scalar and tensor.numel() else made).to(place)


class Call:
    """One operator with arguments, whose tensors can be anywhere."""

    def __init__(self, row, args, kwargs):
        base, _, overload = row["name"].partition(".")
        self.function = getattr(getattr(torch.ops.aten, base), overload or "default")
        self.leaves, self.spec = tree_flatten((args, kwargs))
        self.tensors = [x for x in self.leaves if isinstance(x, torch.Tensor)]
        given = [(value, opinfo.tensors(value)) for value in (*args, *kwargs.values())]
        # Which element of its list each tensor is, or -1.
        self.elements = [i if isinstance(value, list | tuple) else -1 for value, found in given for i in range(len(found))]
        self.given = {**{p["name"]: x for p, x in zip(row["params"], args)}, **kwargs}

    def run(self, places, scalars):
        """(verdict, text): 'device' for a device error, the result's devices, or None for another failure."""
        remaining = iter(zip(places, scalars))
        try:
            moved = [place_like(x, *next(remaining)) if isinstance(x, torch.Tensor) else x for x in self.leaves]
            args, kwargs = tree_unflatten(moved, self.spec)
            with torch.no_grad():
                results = tree_flatten(self.function(*args, **kwargs))[0]
            devices = sorted({str(x.device) for x in results if isinstance(x, torch.Tensor)})
            return ", ".join(devices), ""
        except Exception as error:
            return "device" if any(text in str(error) for text in ERRORS) else None, str(error)

    def rows(self, devices):
        """(places, scalars, sizes, verdict, text) for every placement on these devices."""
        count = len(self.tensors)
        for scalars in opinfo.scalar_choices(self.tensors):
            # What does not run on one device says nothing about two.
            everywhere = ((device,) * count for device in ("cuda:0", "cpu"))
            if all(self.run(places, scalars)[0] in ("device", None) for places in everywhere):
                continue
            sizes = [tuple(place_like(x, "cpu", made).shape) for made, x in zip(scalars, self.tensors)]
            for places in opinfo.placements(count, any(scalars)):
                if set(places) <= set(devices):
                    yield places, scalars, sizes, *self.run(places, scalars)
