# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's own samples, of functions (OpInfo) and of modules (ModuleInfo), as Python text.

Both give (name, text with {0}, {1}, ... for the operands, operands): an operand is a tensor, or PLACE for a device: that
of a module, or a factory's.
"""

import inspect
import itertools

import collect  # noqa: F401  stands in for what PyTorch's samples import and nobody needs
import torch

PLACE = "place"  # an operand that is a device
SAMPLES = 24  # of a name, that are looked at
KEPT = 4  # of a name, at most: those that differ in which arguments they have


class NoText(Exception):
    """A value that is not written as text."""


class Writer:
    """Writes values as Python text, and keeps the tensors among them."""

    def __init__(self):
        self.operands = []

    def operand(self, value):
        self.operands.append(value)
        return f"{{{len(self.operands) - 1}}}"

    def value(self, value):
        if isinstance(value, torch.Tensor):
            if value.layout != torch.strided or value.is_quantized or value.is_nested:
                raise NoText
            return self.operand(value)
        if value is None or isinstance(value, bool | int | float | complex):
            return repr(value)
        if isinstance(value, str):
            return repr(value).replace("{", "{{").replace("}", "}}")
        if isinstance(value, torch.dtype | torch.layout | torch.memory_format):
            return str(value)
        if isinstance(value, slice):
            return f"slice({self.value(value.start)}, {self.value(value.stop)}, {self.value(value.step)})"
        if value is Ellipsis:
            return "..."
        if type(value) in (list, tuple, torch.Size):
            inner = ", ".join(map(self.value, value))
            return f"[{inner}]" if type(value) is list else f"({inner}{',' if len(value) == 1 else ''})"
        if isinstance(value, torch.nn.TransformerEncoderLayer):
            attention = value.self_attn
            sizes = f"{attention.embed_dim}, {attention.num_heads}, {value.linear1.out_features}, 0.0"
            return f"torch.nn.TransformerEncoderLayer({sizes}, batch_first={attention.batch_first})"
        raise NoText

    def arguments(self, args, kwargs):
        kwargs = {k: v for k, v in kwargs.items() if k != "device"}
        return ", ".join([*map(self.value, args), *(f"{k}={self.value(v)}" for k, v in kwargs.items())])


def shape_of(text, operands):
    """What makes two samples alike: their text without numbers, and which operands have dimensions."""
    return "".join(c for c in text if not c.isdigit()), tuple(o == PLACE or o.dim() > 0 for o in operands)


def distinct(found):
    kept = {}
    for text, operands in found:
        if len(operands) <= 8:
            kept.setdefault(shape_of(text, operands), (text, operands))
    return list(kept.values())[:KEPT]


def public(name):
    value = torch
    for part in name.split("."):
        value = getattr(value, part, None)
    return value


def spellings(info):
    """(name, its text before the arguments) for a function of OpInfo; None stands for a method."""
    for name in (info.name, *(alias.name for alias in info.aliases)):
        name = name.removeprefix("torch.")
        if name.startswith(("_", "ops.")) and not name.startswith("__"):
            continue  # not public
        if callable(public(name)):
            yield f"torch.{name}", False
        plain = name.rpartition(".")[2]
        for method in (plain, plain + "_"):
            if "nn.functional" not in name and callable(getattr(torch.Tensor, method, None)):
                yield f"Tensor.{method}", True


def by_keyword(name, sample):
    """The call with its arguments by their names, if those can be found out."""
    try:
        names = list(inspect.signature(public(name.removeprefix("torch."))).parameters)
    except ValueError:
        return
    args = [sample.input, *sample.args]
    if len(args) > len(names) or any(n in sample.kwargs or n in ("args", "tensors") for n in names[: len(args)]):
        return
    writer = Writer()
    given = writer.arguments((), {**dict(zip(names, args)), **sample.kwargs})
    yield f"{name}({given})", writer.operands


def on_device(name, arguments):
    """A factory's call with a device; a function that takes none fails otherwise."""
    yield f"{name}({arguments}, device={{0}})", [PLACE]


def functions(only):
    from torch.testing._internal.common_methods_invocations import op_db

    seen = set()
    for info in op_db:
        dtypes = [t for t in (torch.float32, torch.int64, torch.complex64) if t in info.dtypes]
        for name, is_method in spellings(info):
            if (only and only != name) or not dtypes or (name, info.variant_test_name) in seen:
                continue
            seen.add((name, info.variant_test_name))
            found = []
            for sample in itertools.islice(info.sample_inputs("cpu", dtypes[0], requires_grad=False), SAMPLES):
                writer = Writer()
                try:
                    first = writer.value(sample.input)
                    rest = writer.arguments(sample.args, sample.kwargs)
                except NoText:
                    continue
                if is_method and not isinstance(sample.input, torch.Tensor):
                    continue
                both = ", ".join(filter(None, (first, rest)))
                if not is_method:
                    found += by_keyword(name, sample)
                if not writer.operands:
                    found += on_device(name, both)
                found.append((f"{first}.{name[7:]}({rest})" if is_method else f"{name}({both})", writer.operands))
            for text, operands in distinct(found):
                yield name, text, operands


def modules(only):
    from torch.testing._internal.common_modules import module_db

    for info in module_db:
        if only and only != info.name:
            continue
        found = []
        options = {"device": "cpu", "dtype": torch.float32, "requires_grad": False, "training": True}
        for sample in info.module_inputs_func(info, **options):
            writer = Writer()
            try:
                made = writer.arguments(sample.constructor_input.args, sample.constructor_input.kwargs)
                place = writer.operand(PLACE)
                given = writer.arguments(sample.forward_input.args, sample.forward_input.kwargs)
            except NoText:
                continue
            found.append((f"torch.{info.name}({made}).to({place})({given})", writer.operands))
        for text, operands in distinct(found):
            yield info.name, text, operands
