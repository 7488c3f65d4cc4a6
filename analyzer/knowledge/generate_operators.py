#!/usr/bin/env python3
# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes Operators.inc, the operator table, from the installed PyTorch's native_functions.yaml and overrides.tsv.

    generate_operators.py [--output FILE] [--json FILE]

Run it with the Python whose PyTorch the table is to describe. What the yaml states is derived here; what it does not
state (which kernels let CPU scalars in, what composite operators demand through the operators that they call) is a row
of overrides.tsv, with its source. A row that matches no operator of this PyTorch is an error, so that rows do not rot.
"""

import argparse
import csv
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import torchgen
from torchgen.gen import parse_native_yaml
from torchgen.model import (
    BaseTy,
    BaseType,
    DeviceCheckType,
    DispatchKey,
    ListType,
    NativeFunction,
    OptionalType,
    SchemaKind,
    Variant,
)

HERE = Path(__file__).resolve().parent
NATIVE = Path(torchgen.__file__).parent / "packaged/ATen/native"
RULES = (
    "Same",
    "Iterator",
    "IteratorScalars",
    "IteratorStrict",
    "CpuScalars",
    "Elementwise",
    "Index",
    "Any",
    "Special",
)
RESULTS = ("Common", "First", "Factory", "Like", "Out", "Cpu", "HostValue", "None")
GENERATED = "generated variant"
# The backends for which torchgen writes a check into the kernel's wrapper (model.py, is_cuda_dispatch_key).
CHECKED = ("CUDA", "SparseCUDA", "SparseCsrCUDA", "QuantizedCUDA", "NestedTensorCUDA")


@dataclass
class Param:
    name: str
    kind: str
    keyword_only: bool
    has_default: bool
    is_out: bool
    place: str = "Meets"

    def is_tensor(self):
        return "Tensor" in self.kind


@dataclass
class Row:
    root: str  # "add" for add, add_ and add.out
    base: str  # "add_"
    overload: str
    params: list = field(default_factory=list)
    rule: str = "Special"
    result: str = "None"
    source: str = ""
    in_place: bool = False
    method: bool = False
    function: bool = False
    module: str = ""

    def name(self):
        return f"{self.base}.{self.overload}" if self.overload else self.base

    def inputs(self):
        return [p for p in self.params if p.is_tensor() and not p.is_out]

    def has_out(self):
        return any(p.is_out for p in self.params)

    def takes_device(self):
        return any(p.kind == "Device" for p in self.params)

    def call(self):
        """What an operator and its in-place and out= forms have in common."""
        options = ("dtype", "layout", "device", "pin_memory")
        return [(p.name, p.kind) for p in self.params if not p.is_out and p.name not in options]

    def meets(self):
        """True if at least two tensors can meet."""
        tensors = [p for p in self.params if p.is_tensor()]
        return len(tensors) > 1 or any(p.kind.endswith("List") for p in tensors)


def operand_kind(type_):
    optional = isinstance(type_, OptionalType)
    if optional:
        type_ = type_.elem
    if isinstance(type_, ListType):
        element = type_.elem
        if isinstance(element, OptionalType) and str(element.elem) == "Tensor":
            return "OptionalTensorList"
        return "TensorList" if str(element) == "Tensor" else "Other"
    if not isinstance(type_, BaseType):
        return "Other"
    if type_.name is BaseTy.Tensor:
        return "OptionalTensor" if optional else "Tensor"
    return {
        BaseTy.Scalar: "Scalar",
        BaseTy.int: "Scalar",
        BaseTy.float: "Scalar",
        BaseTy.bool: "Scalar",
        BaseTy.SymInt: "Scalar",
        BaseTy.Device: "Device",
        BaseTy.Generator: "Generator",
        BaseTy.ScalarType: "Dtype",
    }.get(type_.name, "Other")


def read_params(f: NativeFunction):
    arguments = f.func.arguments
    outs = {a.name for a in arguments.out}
    positional = {a.name for a in arguments.flat_positional}
    return [
        Param(a.name, operand_kind(a.type), a.name not in positional, a.default is not None, a.name in outs)
        for a in list(arguments.flat_non_out) + list(arguments.out)
    ]


def iterator_names(text):
    """Operators whose missing check is explained by the comment '# TensorIterator', which torchgen does not keep."""
    found = set()
    for entry in re.split(r"\n(?=- func: )", text):
        name = re.match(r"- func: ([\w.]+)", entry)
        if name and re.search(r"device_check: NoCheck\s*#.*TensorIterator", entry):
            found.add(name.group(1))
    return found


def derive_rule(f, row, iterators, kernels, by_name):
    """What the yaml states. torchgen writes a check into the CUDA kernel's wrapper only, so an operator without a CUDA
    kernel demands what the operators demand that it calls, and the yaml does not know which."""
    if not row.meets():
        return "Any", "one tensor"
    if "generated" in f.tags:
        return "Special", GENERATED
    forms = [f, by_name[str(f.structured_delegate)]] if f.structured_delegate else [f]
    has_kernel = {key: any(kernels[key].has_kernel(form) for form in forms) for key in CHECKED}
    composite = f.has_composite_implicit_autograd_kernel or f.has_composite_explicit_autograd_kernel
    if not has_kernel["CUDA"] and (composite or not any(has_kernel.values())):
        if row.has_out() and len(row.inputs()) < 2:
            return "CpuScalars", "composite: an operator behind it compares out and its input"
        return "Special", "composite"
    if f.device_check == DeviceCheckType.ExactSame:
        return "Same", "yaml: device_check"
    if str(f.func.name) in iterators:
        return "Iterator", "yaml: TensorIterator"
    return "Special", "yaml: no check"


def derive_result(f, row):
    returns = f.func.returns
    if not row.in_place and not any(r.type.is_tensor_like() for r in returns):
        return "None"
    inputs = row.inputs()
    if row.has_out():
        return "Out"
    if row.takes_device():
        return "Like" if inputs else "Factory"
    if row.in_place or f.is_view_op or len(inputs) == 1 and inputs[0].kind != "TensorList":
        return "First"
    return "Common" if row.meets() else "Factory" if not inputs else "First"


def read_operators():
    text = (NATIVE / "native_functions.yaml").read_text()
    parsed = parse_native_yaml(str(NATIVE / "native_functions.yaml"), str(NATIVE / "tags.yaml"))
    iterators = iterator_names(text)
    kernels = {key: parsed.backend_indices[DispatchKey.parse(key)] for key in CHECKED}
    by_name = {str(f.func.name): f for f in parsed.native_functions}
    rows = []
    for f in parsed.native_functions:
        name = f.func.name
        root = f"__{name.name.base}__" if name.name.dunder_method else name.name.base
        row = Row(root, str(name.name), name.overload_name, read_params(f))
        row.in_place = f.func.kind() == SchemaKind.inplace
        row.method = Variant.method in f.variants
        row.function = Variant.function in f.variants
        row.module = f.python_module or ""
        row.rule, row.source = derive_rule(f, row, iterators, kernels, by_name)
        row.result = derive_result(f, row)
        rows.append(row)
    # Python's sort is stable: overloads keep the yaml's order.
    rows.sort(key=lambda r: r.base)
    return rows


def inherit(rows):
    """torchgen writes an out= form that calls the functional one and copies, and a functional form that calls the
    in-place one with copies (native_function_generation.py): what those demand."""
    for row in rows:
        if row.source != GENERATED:
            continue
        others = [r for r in rows if r.root == row.root and r.call() == row.call() and r.source != GENERATED]
        others = sorted((r for r in others if not r.has_out()), key=lambda r: r.in_place)
        if not others:
            continue
        origin = others[0]
        row.rule, row.source = origin.rule, f"calls {origin.name()}, whose rule is: {origin.source}"
        for param, other in zip(row.params, origin.params):
            param.place = other.place if param.name == other.name else param.place
        if not row.has_out():
            continue
        if origin.takes_device():  # translate.py takes the options from out
            row.rule, row.source = "Any", f"calls {origin.name()} with the device of out"
        elif origin.rule == "Any":
            row.rule = "Elementwise" if row.root.startswith("_foreach_") else "Same"
            row.source = "CompositeViewCopyKernels.cpp, copy_arg: 'Expected out tensor to have device'"


def forbid_scalars(rows):
    """Two CPU scalars are one too many: a number counts, too, and so does the only operand of an unary operator, whose
    builder lets none in (TensorIterator.cpp, UNARY_OP_CONFIG)."""
    for row in rows:
        if row.rule == "Iterator" and row.has_out() and len(row.inputs()) < 2:
            row.rule = "IteratorStrict"


def matches(pattern, row):
    """'clamp' is every form of clamp; 'clamp.Tensor' the Tensor overload, its in-place and its out= form; '=clamp_' only
    what is written so. '*' stands for any text."""
    exact = pattern.startswith("=")
    root, _, overload = pattern.lstrip("=").partition(".")
    as_regex = lambda text: re.escape(text).replace(r"\*", ".*")
    if not re.fullmatch(as_regex(root), row.base if exact else row.root):
        return False
    if exact or overload:
        plain = row.overload if exact else re.sub(r"_?out_?", "", row.overload)
        return re.fullmatch(as_regex(overload), plain) is not None or row.overload == overload
    return True


def apply_overrides(rows, path):
    """Columns: operators (patterns, separated by blanks), rule, result, operands that need not meet, source. '-' keeps
    what was derived. Later rows win."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    for patterns, rule, result, places, source in csv.reader(lines, delimiter="\t"):
        for pattern in patterns.split():
            found = [row for row in rows if matches(pattern, row)]
            if not found:
                raise SystemExit(f"{path.name}: no operator matches {pattern!r}")
            for row in found:
                if row.source != GENERATED or pattern.startswith("="):  # others get what they call
                    override(row, rule, result, places, source)


def override(row, rule, result, places, source):
    if rule != "-":
        assert rule in RULES, rule
        row.rule = rule if row.meets() else row.rule
        row.source = source
    if result != "-":
        assert result in RESULTS, result
        row.result = "First" if row.in_place and result == "Common" else "Out" if row.has_out() else result
    for place in [] if places == "-" else places.split():
        name, _, where = place.partition("=")
        for param in row.params:
            if param.name == name and param.is_tensor():
                param.place = {"anywhere": "Free", "cpu": "Cpu"}[where]


def write_inc(rows, version, out):
    """Parameter lists are shared, and named by what is in them, so that a new operator does not renumber the others."""
    lists = {}
    for row in rows:
        key = tuple((p.name, p.kind, p.keyword_only, p.has_default, p.is_out, p.place) for p in row.params)
        lists.setdefault(key, None)
    names = list_names(lists)
    out.write(f"// Written by generate_operators.py from PyTorch {version}. Do not edit: change overrides.tsv.\n\n")
    out.write(f'static constexpr std::string_view TableVersion = "{version}";\n\n')
    for key in sorted(lists, key=lambda k: names[k]):
        if not key:
            continue
        out.write(f"static constexpr OperatorParam {names[key]}[] = {{\n")
        for name, kind, *flags, place in key:
            bits = ", ".join("true" if f else "false" for f in flags)
            place = "" if place == "Meets" else f", OperandPlace::{place}"
            out.write(f'    {{"{name}", OperandKind::{kind}, {bits}{place}}},\n')
        out.write("};\n")
    sources = {source: i for i, source in enumerate(sorted({row.source for row in rows}))}
    out.write("\nstatic constexpr std::string_view Sources[] = {\n")
    for source in sources:
        out.write(f"    {json.dumps(source)},\n")
    out.write("};\n\nstatic constexpr OperatorOverload Overloads[] = {\n")
    for row in rows:
        key = tuple((p.name, p.kind, p.keyword_only, p.has_default, p.is_out, p.place) for p in row.params)
        params = names[key] if key else "{}"
        bits = ", ".join("true" if b else "false" for b in (row.in_place, row.method, row.function))
        out.write(
            f'    {{"{row.base}", "{row.overload}", {params}, DeviceRule::{row.rule}, ResultRule::{row.result}, '
            f"{bits}, Sources[{sources[row.source]}]}},\n"
        )
    out.write("};\n")


def list_names(lists):
    import hashlib

    names = {}
    for key in lists:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:10]
        names[key] = f"P{digest}"
    assert len(set(names.values())) == len(names)
    return names


def as_json(row):
    return {
        "name": row.name(),
        "rule": row.rule,
        "result": row.result,
        "source": row.source,
        "root": row.root,
        "in_place": row.in_place,
        "params": [vars(p) for p in row.params],
    }


def installed_version():
    import torch.version

    return torch.version.__version__.partition("+")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=HERE / "Operators.inc")
    parser.add_argument("--json", type=Path, help="also write the table as JSON, for the conformance test")
    arguments = parser.parse_args()
    rows = read_operators()
    apply_overrides(rows, HERE / "overrides.tsv")
    inherit(rows)
    forbid_scalars(rows)
    with open(arguments.output, "w") as out:
        write_inc(rows, installed_version(), out)
    if arguments.json:
        arguments.json.write_text(json.dumps([as_json(row) for row in rows], indent=1))


if __name__ == "__main__":
    main()
