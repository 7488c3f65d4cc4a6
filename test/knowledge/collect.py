# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments for as many overloads of the operator table as can be called.

They come from PyTorch's own operator samples (OpInfo), from the operators that those call forward and backward, from
samples.py, and from their other forms: what fits x.add(y) fits x.add_(y) and, with a place for the result, add(x, y,
out=z).
"""

import itertools
import sys
import types
from dataclasses import dataclass
from fnmatch import fnmatchcase

import torch
from families import families
from samples import SAMPLES, guessed
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_unflatten

# PyTorch's test utilities import it, and need only these names of it.
expecttest = types.ModuleType("expecttest")
expecttest.ACCEPT = False
expecttest.TestCase = object
sys.modules.setdefault("expecttest", expecttest)

SAMPLES_PER_OPERATOR = 16
RECORDED_PER_OPERATOR = 3
# FakeTensorMode runs their CPU kernels on tensors that it invents, and they crash.
CRASH = ("_ctc_loss_backward", "_ctc_loss_backward.Tensor", "_ctc_loss_backward.out")
MAX_TENSORS = 8
MAX_OWN_TENSORS = 24
OPTIONS = ("dtype", "layout", "device", "pin_memory")  # which out= forms take from out


@dataclass(frozen=True)
class Shape:
    """A tensor without a place."""

    sizes: tuple
    strides: tuple
    dtype: torch.dtype

    def make(self, device, scalar=False):
        if scalar:
            return torch.empty((), dtype=self.dtype, device=device)
        return torch.empty_strided(self.sizes, self.strides, dtype=self.dtype, device=device)


def shape_of(value):
    if not isinstance(value, torch.Tensor):
        return value
    return Shape(tuple(map(int, value.shape)), tuple(map(int, value.stride())), value.dtype)


@dataclass
class Sample:
    row: dict  # of the table
    leaves: list  # the flattened arguments, with a Shape for each tensor
    spec: object
    params: list  # the row's parameter of each tensor
    elements: list  # which element of its list each tensor is, or -1

    def __post_init__(self):
        base, _, overload = self.row["name"].partition(".")
        packet = getattr(torch.ops.aten, base)
        self.function = getattr(packet, overload or "default")
        self.functional = functional_of(self.row, packet) if torch.Tag.generated in self.function.tags else None

    def shapes(self):
        return [x for x in self.leaves if isinstance(x, Shape)]

    def dimensions(self):
        """How many tensors have dimensions."""
        return sum(len(x.sizes) > 0 for x in self.shapes())

    def given(self):
        """{parameter: argument}."""
        args, kwargs = self.arguments(self.shapes())
        return {**{p["name"]: x for p, x in zip(self.row["params"], args)}, **kwargs}

    def arguments(self, tensors):
        """(args, kwargs) with these tensors in the place of the shapes."""
        remaining = iter(tensors)
        return tree_unflatten([next(remaining) if isinstance(x, Shape) else x for x in self.leaves], self.spec)



def functional_of(row, packet):
    """What an out= form written by torchgen calls, or None for another form."""
    if not any(p["is_out"] for p in row["params"]):
        return None
    own = getattr(packet, row["name"].partition(".")[2] or "default")
    wanted = {a.name: str(a.type) for a in own._schema.arguments if not a.is_out}
    for name in packet.overloads():
        arguments = {a.name: str(a.type) for a in getattr(packet, name)._schema.arguments}
        if {n: kind for n, kind in arguments.items() if n not in OPTIONS or n in wanted} == wanted:
            return getattr(packet, name)
    return None


def make_sample(row, args, kwargs, most=MAX_TENSORS):
    """None if these arguments do not fit the row, or are no dense tensors."""
    names = {p["name"]: p for p in row["params"]}
    if len(args) > len(row["params"]) or not kwargs.keys() <= names.keys():
        return None
    bound = list(zip(row["params"], args)) + [(names[name], value) for name, value in kwargs.items()]
    found = [(p, i if isinstance(value, list | tuple) else -1) for p, value in bound for i in tensors_in(value)]
    leaves, spec = tree_flatten((args, kwargs))
    if any(isinstance(x, torch.Tensor) and (x.layout != torch.strided or x.is_quantized) for x in leaves):
        return None
    leaves = [shape_of(x) for x in leaves]
    return Sample(row, leaves, spec, *map(list, zip(*found))) if 1 <= len(found) <= most else None


def tensors_in(value):
    """Where in a list its tensors are."""
    return [i for i, leaf in enumerate(tree_leaves(value)) if isinstance(leaf, torch.Tensor | Shape)]


class Collector:
    """Keeps, for each overload and set of parameters that have tensors, the sample with fewest 0-dim ones."""

    def __init__(self, table):
        self.rows = {tuple(row["name"].partition(".")[::2]): row for row in table}
        self.by_root = {}
        for row in table:
            self.by_root.setdefault(row["root"], []).append(row)
        self.found = {}  # {operator: {names of the parameters: sample}}

    def add(self, sample):
        if sample and sample.row["name"] not in CRASH:
            key = tuple(dict.fromkeys(p["name"] for p in sample.params))
            found = self.found.setdefault(sample.row["name"], {})
            if key not in found or found[key].dimensions() < sample.dimensions():
                found[key] = sample

    def wants(self, row):
        found = self.found.get(row["name"], {}).values()
        return len(found) < 2 or any(x.dimensions() < len(x.params) for x in found)

    def add_call(self, name, args, kwargs):
        """The overload that these arguments select."""
        try:
            overload = torch._C._jit_resolve_packet(f"aten::{name}", *args, **kwargs)
        except Exception:
            return
        row = self.rows.get((name, "" if overload == "default" else overload))
        if row:
            self.add(make_sample(row, args, kwargs))

    def add_variants(self):
        for samples in list(self.found.values()):
            for sample in list(samples.values()):
                for row in self.by_root[sample.row["root"]]:
                    if row["name"] not in self.found:
                        self.add(variant(sample, row))

    def samples(self):
        for name in sorted(self.found):
            by_size = sorted(self.found[name].values(), key=lambda s: len(s.params))
            yield from [by_size[-1], by_size[0]] if len(by_size) > 1 else by_size


def inputs(row, without=()):
    return [(p["name"], p["kind"]) for p in row["params"] if not p["is_out"] and p["name"] not in without]


def variant(sample, row):
    """The sample for another form of its operator, or None."""
    without = OPTIONS if any(p["is_out"] for p in row["params"]) else ()
    if inputs(sample.row, without) != inputs(row, without) or any(p["is_out"] for p in sample.row["params"]):
        return None
    args, kwargs = sample.arguments(sample.shapes())
    names = [p["name"] for p in row["params"]]
    kwargs = {name: x for name, x in kwargs.items() if name in names or name not in OPTIONS}
    outs = [p["name"] for p in row["params"] if p["is_out"]]
    if not outs:
        return make_sample(row, args, kwargs)
    try:
        with FakeTensorMode():
            made, options = sample.arguments([x.make("cpu") for x in sample.shapes()])
            results = sample.function(*made, **options)
    except Exception:
        return None
    results = [results] if isinstance(results, torch.Tensor) else results
    if not isinstance(results, tuple | list):
        return None
    values = [results] if len(outs) == 1 and len(results) != 1 else results
    if len(values) != len(outs) or any(isinstance(x, torch.Tensor) and x.layout != torch.strided for x in tree_leaves(values)):
        return None
    return make_sample(row, args, {**kwargs, **dict(zip(outs, tree_map(shape_of, list(values))))})


class Recorder(TorchDispatchMode):
    """Hands the operators that run to a collector."""

    def __init__(self, collector):
        super().__init__()
        self.collector = collector

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        base, _, overload = func.name().removeprefix("aten::").partition(".")
        row = self.collector.rows.get((base, overload)) if func.namespace == "aten" else None
        if row and self.collector.wants(row):
            self.collector.add(make_sample(row, args, kwargs or {}))
        return func(*args, **(kwargs or {}))


def candidate_names(info):
    """What an OpInfo entry may be called as an ATen operator."""
    plain = info.name.replace("nn.functional.", "").replace(".", "_")
    names = [info.aten_name or plain, plain, *(alias.name.replace(".", "_") for alias in info.aliases)]
    if info.inplace_variant is not None:
        names += [name + "_" for name in names]
    return list(dict.fromkeys(names))


def record(collector, info, sample):
    """Runs a sample forward and backward."""
    with Recorder(collector):
        try:
            results = tree_leaves(info.op(sample.input, *sample.args, **sample.kwargs))
            roots = [x for x in results if isinstance(x, torch.Tensor) and x.requires_grad]
            if roots:
                torch.autograd.backward(roots, [torch.ones_like(x) for x in roots])
        except Exception:
            return


def count_tensors(sample):
    return sum(isinstance(x, torch.Tensor) for x in tree_leaves((sample.input, sample.args, sample.kwargs)))


def samples_of(info):
    dtypes = [t for t in (torch.float32, torch.int64, torch.complex64) if t in info.dtypes]
    gradient = bool(dtypes) and info.supports_autograd and dtypes[0] is not torch.int64
    dtypes = dtypes or sorted(info.dtypes, key=str)
    try:
        return list(itertools.islice(info.sample_inputs("cpu", dtypes[0], requires_grad=gradient), SAMPLES_PER_OPERATOR))
    except Exception:
        return []


def collect(table, patterns=("*",)):
    """Samples of the operators that match one of the patterns, by name."""
    from torch.testing._internal.common_methods_invocations import op_db

    collector = Collector(table)
    for name, *args in SAMPLES:
        collector.add_call(name, args, {})
    bases = [pattern.partition(".")[0] for pattern in patterns]
    for info in op_db:
        # The others' samples would call these operators, too, but take a quarter of a minute.
        if not any(fnmatchcase(name, base) for name in candidate_names(info) for base in bases):
            continue
        samples = samples_of(info)
        for sample in samples:
            for name in candidate_names(info):
                collector.add_call(name, (sample.input, *sample.args), sample.kwargs)
        for sample in sorted(samples, key=count_tensors)[::-1][:RECORDED_PER_OPERATOR]:
            record(collector, info, sample)
    for name, args, kwargs in itertools.chain(guessed(), families()):
        sample = make_sample(collector.rows[tuple(name.partition(".")[::2])], args, kwargs, most=MAX_OWN_TENSORS)
        assert sample, f"{name}: these arguments do not fit"
        collector.add(sample)
    collector.add_variants()
    return [x for x in collector.samples() if any(fnmatchcase(x.row["name"], p) for p in patterns)]
