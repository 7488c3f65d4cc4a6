# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's verdict on one call with its tensors in given places: FakeTensorMode with the checks of kernel_checks.py."""

import itertools

import torch
from kernel_checks import KernelChecks
from torch._subclasses.fake_tensor import DynamicOutputShapeException, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.utils._pytree import tree_leaves

DEVICES = ("cpu", "cuda:0", "cuda:1")
PAIRED = 7
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
    "wrapped to wrong device",
)


class Oracle:
    """Modes are kept from call to call, which halves the time of a row."""

    def __init__(self):
        self.static, self.checks = FakeTensorMode(), KernelChecks()
        # For operators whose result's size depends on data.
        self.symbolic = FakeTensorMode(shape_env=ShapeEnv())

    def run(self, sample, places, scalars):
        """'device' for a device error, the result's devices ('cpu', 'cuda:0', empty if there is no tensor in it), or
        None: it failed for another reason, or cannot be run without data."""
        try:
            return self.run_in(self.static, sample, places, scalars)
        except DynamicOutputShapeException:
            try:
                return self.run_in(self.symbolic, sample, places, scalars)
            except Exception as error:
                return self.judge(error)
        except Exception as error:
            return self.judge(error)

    def run_in(self, mode, sample, places, scalars):
        with mode:
            args, kwargs = sample.arguments([s.make(*x) for s, *x in zip(sample.shapes(), places, scalars)])
            if sample.functional:
                return self.copy_out(sample, args, kwargs)
            # Of some operators with a CUDA kernel FakeTensorMode runs the composite one instead.
            self.checks.check(sample.function, args, kwargs)
            with self.checks:
                results = sample.function(*args, **kwargs)
        return ", ".join(sorted({str(x.device) for x in tree_leaves(results) if isinstance(x, torch.Tensor)}))

    def copy_out(self, sample, args, kwargs):
        """The out= forms that torchgen writes (native_function_generation.py, gen_composite_out_kernel): they call the
        functional form, with the options of out if it takes any, and copy (CompositeViewCopyKernels.cpp, copy_arg)."""
        names = [p["name"] for p in sample.row["params"] if p["is_out"]]
        outs = [x for name in names for x in tree_leaves(kwargs[name])]
        given = {name: x for name, x in kwargs.items() if name not in names}
        if any(a.name == "device" for a in sample.functional._schema.arguments):
            given["device"] = outs[0].device
        self.checks.check(sample.functional, args, given)
        with self.checks:
            results = [x for x in tree_leaves(sample.functional(*args, **given)) if isinstance(x, torch.Tensor)]
        # An optimizer's functional form gives back what it changed, too.
        if [x.device for x in results[: len(outs)]] != [x.device for x in outs]:
            raise RuntimeError("Expected out tensor to have the same device")
        return ", ".join(sorted({str(x.device) for x in outs}))

    @staticmethod
    def judge(error):
        return "device" if any(text in str(error) for text in DEVICE_ERRORS) else None


def cases(oracle, sample, rename=False):
    """(places, scalars): everything for up to three tensors, beyond that every pair of places for each two of them, and
    beyond PAIRED tensors one of them elsewhere than the others.
    Without rename, what differs only by the numbers of the accelerators is left out: cuda:1 beside no cuda:0."""
    ranks = [len(x.sizes) for x in sample.shapes()]
    count = len(ranks)
    for scalars in scalar_choices(ranks):
        # What does not run on one device says nothing about two.
        if oracle.run(sample, ("cuda:0",) * count, scalars) in ("device", None):
            if oracle.run(sample, ("cpu",) * count, scalars) in ("device", None):
                continue
        for places in placements(count, scalars):
            if rename or next((x for x in places if x != "cpu"), "cuda:0") == "cuda:0":
                yield places, scalars


def scalar_choices(ranks):
    """Which tensors are made 0-dim, of those that are not."""
    count = len(ranks)
    if count <= 3:
        return [x for x in itertools.product((False, True), repeat=count) if all(rank or not made for rank, made in zip(ranks, x))]
    return [(False,) * count] + [tuple(i == j for i in range(count)) for j in range(count) if ranks[j]]


def placements(count, scalars):
    if count <= 3:
        return itertools.product(DEVICES, repeat=count)
    found = {(device,) * count: None for device in DEVICES}
    for i in range(count):
        found[tuple("cuda:0" if i == j else "cpu" for j in range(count))] = None
    if count > PAIRED:
        for i in range(count):
            found[tuple("cpu" if i == j else "cuda:0" for j in range(count))] = None
            found[tuple("cuda:1" if i == j else "cuda:0" for j in range(count))] = None
        return found
    for i, j in itertools.combinations(range(count), 2):
        if any(scalars) and not (scalars[i] or scalars[j]):
            continue
        for first, second in itertools.product(DEVICES, DEVICES):
            places = ["cuda:0"] * count
            places[i], places[j] = first, second
            found[tuple(places)] = None
    return found
