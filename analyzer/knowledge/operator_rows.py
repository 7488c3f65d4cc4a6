# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What native_functions.yaml says of each operator, as rows of the operator table, and their text form."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

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
RESULTS = ("Common", "First", "Factory", "Like", "Out", "Cpu", "HostValue", "Second", "Each", "None")
GENERATED = "generated variant"
# The backends for which torchgen writes a check into the kernel's wrapper (model.py, is_cuda_dispatch_key).
CHECKED = ("CUDA", "SparseCUDA", "SparseCsrCUDA", "QuantizedCUDA", "NestedTensorCUDA")
HOST = ("CPU", "MkldnnCPU", "SparseCPU", "SparseCsrCPU", "QuantizedCPU", "NestedTensorCPU")
HOST_ONLY = "yaml: kernels for the CPU only"


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


class Case(NamedTuple):
    """What calls have to obey whose argument is of a kind (Operators.h, OperatorCase)."""

    when: str
    argument: str
    rule: str
    places: dict  # {parameter: place}, those that differ from the row's
    source: str


@dataclass
class Row:
    root: str  # "add" for add, add_ and add.out
    base: str  # "add_"
    overload: str
    params: list = field(default_factory=list)
    rule: str = "Special"
    result: str = "None"
    source: str = ""
    cases: list = field(default_factory=list)
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


def kernel_keys(f, indices, by_name):
    """The backends for which the yaml names a kernel; those of the functions that stand in for all are left out."""
    forms = [f, by_name[str(f.structured_delegate)]] if f.structured_delegate else [f]
    return {str(key) for key, index in indices.items() if any(index.has_kernel(form) for form in forms)}


def is_composite(f):
    return (
        f.has_composite_implicit_autograd_kernel
        or f.has_composite_explicit_autograd_kernel
        or f.has_composite_implicit_autograd_nested_tensor_kernel
        or f.has_composite_explicit_autograd_non_functional_kernel
        or "generated" in f.tags
    )


def runs_only_on(f, backends, indices, by_name):
    """True if all kernels are of these backends: with an operand elsewhere no kernel is found."""
    keys = kernel_keys(f, indices, by_name) - {"Meta"}
    return bool(keys) and not is_composite(f) and keys <= set(backends)


def derive_rule(f, row, iterators, kernels, by_name, indices):
    """What the yaml states. torchgen writes a check into the CUDA kernel's wrapper only, so an operator without a CUDA
    kernel demands what the operators demand that it calls, and the yaml does not know which."""
    if runs_only_on(f, HOST, indices, by_name):
        for param in row.params:
            param.place = "Cpu" if param.is_tensor() else param.place
        return "Any", HOST_ONLY
    if not row.meets():
        return "Any", "one tensor"
    if runs_only_on(f, (*HOST, "MPS", "XPU"), indices, by_name):
        return "Same", "yaml: no kernel for CUDA"
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
    if row.source == HOST_ONLY and inputs:
        return "Cpu"
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
        row.rule, row.source = derive_rule(f, row, iterators, kernels, by_name, parsed.backend_indices)
        row.result = derive_result(f, row)
        rows.append(row)
    # Python's sort is stable: overloads keep the yaml's order.
    rows.sort(key=lambda r: r.base)
    return rows


FLAGS = {"keyword_only": "*", "has_default": "=", "is_out": "!"}
PLACES = {"Meets": "", "Cpu": "@"}


def to_text(row):
    """One line: name, root, rule, result, flags, module, source, parameters. As derived: overrides are not in it."""
    flags = "".join(letter for letter in "imf" if getattr(row, {"i": "in_place", "m": "method", "f": "function"}[letter]))
    params = (f"{p.name}:{p.kind}{''.join(c for f, c in FLAGS.items() if getattr(p, f))}{PLACES[p.place]}" for p in row.params)
    fields = (row.name(), row.root, row.rule, row.result, flags or "-", row.module or "-", row.source, " ".join(params))
    return "\t".join(fields)


def from_text(line):
    name, root, rule, result, flags, module, source, params = line.rstrip("\n").split("\t")
    base, _, overload = name.partition(".")
    row = Row(root, base, overload, [], rule, result, source, module="" if module == "-" else module)
    row.in_place, row.method, row.function = ("i" in flags, "m" in flags, "f" in flags)
    for text in params.split():
        param, _, kind = text.partition(":")
        bits = [c in kind for c in FLAGS.values()]
        row.params.append(Param(param, kind.rstrip("*=!@"), *bits, place="Cpu" if "@" in kind else "Meets"))
    return row
