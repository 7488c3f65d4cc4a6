# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The public names of the installed PyTorch that can be called, and whether a signature says that no tensor is in play."""

import enum
import importlib
import inspect
import re
import types
import typing
import warnings

warnings.simplefilter("ignore")

import torch  # noqa: E402

# What documentation names as a place to import from; classes of torch.nn are checked by modules.py.
MODULES = """
torch torch.accelerator torch.amp torch.ao.quantization torch.autograd torch.autograd.functional torch.autograd.graph
torch.backends torch.backends.cuda torch.backends.cudnn torch.backends.mps torch.compiler torch.cpu torch.cuda
torch.cuda.amp torch.cuda.comm torch.cuda.graphs torch.cuda.memory torch.cuda.nvtx torch.cuda.random
torch.cuda.streams torch.cuda.tunable torch.distributed torch.distributed.algorithms.join torch.distributed.checkpoint
torch.distributed.elastic torch.distributed.fsdp torch.distributed.nn.functional torch.distributed.optim
torch.distributed.pipelining torch.distributed.rpc torch.distributed.tensor torch.distributed.tensor.parallel
torch.distributions torch.export torch.fft torch.func torch.futures torch.fx torch.fx.experimental torch.hub torch.jit
torch.library torch.linalg torch.masked torch.monitor torch.mps torch.mps.event torch.mps.profiler torch.mtia
torch.multiprocessing torch.nested torch.nn.attention torch.nn.attention.bias torch.nn.attention.flex_attention
torch.nn.attention.varlen torch.nn.functional torch.nn.init torch.nn.parallel torch.nn.parameter torch.nn.utils
torch.nn.utils.clip_grad torch.nn.utils.fusion torch.nn.utils.memory_format torch.nn.utils.parametrizations
torch.nn.utils.parametrize torch.nn.utils.prune torch.nn.utils.rnn torch.nn.utils.stateless torch.onnx torch.optim
torch.optim.lr_scheduler torch.optim.swa_utils torch.overrides torch.package torch.profiler torch.random
torch.serialization torch.signal.windows torch.sparse torch.sparse.semi_structured torch.special torch.testing
torch.torch_version torch.utils torch.utils.benchmark torch.utils.checkpoint torch.utils.cpp_extension
torch.utils.data torch.utils.data.datapipes torch.utils.data.distributed torch.utils.dlpack torch.utils.flop_counter
torch.utils.mobile_optimizer torch.utils.model_zoo torch.utils.module_tracker torch.xpu torch.xpu.random
torch.xpu.streams
""".split()

TENSORS = re.compile(r"Tensor|Module|device|Device|Parameter|Storage|Callable|Any\b|object|TypeVar|~|Stream|Event")


def is_public(module, name, value):
    """True for what the module offers: what it lists, what it defines, and what a package takes from its own parts."""
    if name.startswith("_") or isinstance(value, types.ModuleType) or not callable(value):
        return False
    if module is not torch and value is getattr(torch, name, None) and isinstance(value, type):
        return False  # "from torch import Tensor"
    home = getattr(value, "__module__", None) or "torch._C"
    if name in getattr(module, "__all__", ()) or home.startswith(("torch._C", "torch._VariableFunctions")):
        return True
    return home == module.__name__ or hasattr(module, "__path__") and home.startswith(module.__name__ + ".")


def is_data(value):
    """Classes of which objects are numbers, errors or names."""
    if not isinstance(value, type):
        return isinstance(value, (typing.TypeVar, typing._GenericAlias, typing._SpecialForm))
    return issubclass(value, (BaseException, enum.Enum, str, int)) or "Enum" in type(value).__name__ + value.__name__


def is_plain(value):
    """True if every parameter and the result are annotated, and none can be a tensor or a device."""
    if isinstance(value, type):
        return False
    try:
        signature = inspect.signature(value)
    except (ValueError, TypeError):
        return False
    given = [p.annotation for p in signature.parameters.values()] + [signature.return_annotation]
    return not any(a is inspect.Signature.empty or TENSORS.search(str(a)) for a in given)


# What guards are made of is asked for whatever its signature says.
GUARDS = re.compile(r"\.(is_available|device_count|current_device|current_device_index|synchronize)$")


def functions():
    """(qualified name, value), each once for every module that shows it."""
    for name in MODULES:
        module = importlib.import_module(name)
        for attribute in dir(module):
            try:
                value = getattr(module, attribute)
            except Exception:  # what another build has
                continue
            if is_public(module, attribute, value) and not is_data(value):
                full = f"{name}.{attribute}"
                if GUARDS.search(full) or not is_plain(value):
                    yield full, value


def attributes(cls):
    return [name for name in dir(cls) if not name.startswith("_")]
