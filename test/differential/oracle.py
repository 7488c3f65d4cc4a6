# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's verdict on a program, without a GPU.

A program defines main. It runs under FakeTensorMode, once for each choice of main's arguments: a parameter named b...
is False or True, one named n... (the trips of a loop) 0, 1 or 2. Two CUDA devices are simulated by
Inputs/FakeDevices.cpp, which load() brings in before torch.

FakeTensorMode is not PyTorch where kernels compare devices themselves; Checks adds those comparisons. What it
still decides otherwise is left out by the generator (see expressions.py).
"""

import ast
import ctypes
import itertools
import logging
from dataclasses import dataclass

COUNTS = (0, 1, 2)
DEVICE_ERRORS = (
    "same device",
    "on cpu or on",
    "device mismatch",
    "must be on",
    "to be on",
    "not at the same",
    "to have the same device",
    "should be on",
    "default device between self",
    "wrapped to wrong device",
)


@dataclass(frozen=True)
class Place:
    """A range of a program: lines from 1, columns in bytes from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def inside(self, other):
        return (other.line, other.column) <= (self.line, self.column) and (self.end_line, self.end_column) <= (
            other.end_line,
            other.end_column,
        )


@dataclass
class Verdict:
    """What the runs of a program gave."""

    errors: dict  # innermost place of each device error -> (text, frames of the program, outermost first)
    failure: str = ""  # an error of another kind: the program is no test
    lines: frozenset = frozenset()  # of the statements that ran


def load(library):
    """Imports torch with two simulated devices."""
    devices = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    import torch
    import torch._dynamo  # before its inventory of torch finds the functions below

    logging.disable(logging.ERROR)  # FakeTensorMode logs each operator that fails
    torch._C._set_only_lift_cpu_tensors(True)  # torch.tensor copies from the CPU, as where there is no GPU
    torch._subclasses.fake_tensor.CONSTANT_NUMEL_LIMIT = -1  # numbers are computed on their device, which is not there
    exchange = devices.deviceTidyExchangeDevice
    torch.cuda._lazy_init = lambda: None
    torch.cuda._exchange_device = torch.cuda._maybe_exchange_device = exchange
    torch.cuda.is_available = torch.cuda.is_initialized = lambda: True
    torch.cuda.device_count = lambda: 2
    torch.cuda.current_device = lambda: exchange(-1)
    torch._C._cuda_setDevice = exchange
    torch._C._cuda_getDeviceCount = lambda: 2
    torch.nn.Module._apply = apply_to_module


def apply_to_module(module, function, recurse=True):
    """Module._apply for fake tensors, which PyTorch's own cannot always swap: parameters change in place, buffers are
    replaced."""
    for child in module.children() if recurse else ():
        apply_to_module(child, function)
    for parameter in module._parameters.values():
        if parameter is not None:
            parameter.fake_device = function(parameter).device
    for name, buffer in module._buffers.items():
        if buffer is not None:
            module._buffers[name] = function(buffer)
    return module


def choices(main):
    """All argument lists of main."""
    names = main.__code__.co_varnames[: main.__code__.co_argcount]
    return itertools.product(*((False, True) if name.startswith("b") else COUNTS for name in names))


def frames(error, path):
    """Where the frames of the program stand, outermost first."""
    places = []
    tb = error.__traceback__
    while tb:
        code = tb.tb_frame.f_code
        if code.co_filename == path:
            line, end_line, column, end_column = next(itertools.islice(code.co_positions(), tb.tb_lasti // 2, None))
            places.append(Place(line, column + 1, end_line, end_column + 1))
        tb = tb.tb_next
    return places


class Trace(ast.NodeTransformer):
    """Puts before each statement a call that notes its line."""

    def generic_visit(self, node):
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                setattr(node, name, [each for statement in statements for each in (self.note(statement), statement)])
        return node

    @staticmethod
    def note(statement):
        call = ast.Call(ast.Name("note_line", ast.Load()), [ast.Constant(statement.lineno)], [])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), statement))


class Oracle:
    """Runs programs; import it after load()."""

    def __init__(self):
        import torch
        from kernel_checks import KernelChecks
        from torch._subclasses.fake_tensor import FakeTensorMode

        class Checks(KernelChecks):
            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                # TensorAdvancedIndexing.cpp, check_indices_on_cpu_or_selfdevice
                indices = args[1] if func.name() == "aten::index.Tensor" else ()
                if any(x is not None and x.device != args[0].device and not x.is_cpu for x in indices):
                    raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor")
                return super().__torch_dispatch__(func, types, args, kwargs)

        self.torch, self.Checks, self.FakeTensorMode = torch, Checks, FakeTensorMode

    def run(self, code, arguments, lines):
        """Runs main, or without arguments for it gives all that are to be tried."""
        torch = self.torch
        torch.cuda.set_device(0)
        namespace = {"__name__": "program", "note_line": lines.add}
        try:
            with torch.no_grad(), self.FakeTensorMode(), self.Checks():
                exec(code, namespace)
                main = namespace["main"]
                if arguments is None:
                    return list(choices(main))
                main(*arguments)
        finally:
            torch.set_default_device(None)
        return None

    def judge(self, text, path="program.py"):
        lines = set()
        try:
            code = compile(Trace().visit(ast.parse(text)), path, "exec")
            runs = self.run(code, None, lines)
        except Exception as error:
            return Verdict({}, f"{type(error).__name__}: {error}")
        errors = {}
        for arguments in runs:
            try:
                self.run(code, arguments, lines)
            except Exception as error:
                places = frames(error, path)
                if not places or not any(words in str(error) for words in DEVICE_ERRORS):
                    return Verdict({}, f"{type(error).__name__}: {error}")
                errors.setdefault(places[-1], (str(error).split("\n")[0], places))
        return Verdict(errors, lines=frozenset(lines))
