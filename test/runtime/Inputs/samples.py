# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PyTorch's own samples of operators on simulated devices and compares with the CPU.

    samples.py [--samples N] [--only NAME]

For each operator of PyTorch's OpInfo database, the first N samples run on the CPU and on cuda:1, forward and, where the
operator has derivatives, backward. Prints each operator that fails or gives other values, and 'N of M samples agree'.
"""

import argparse
import itertools
import sys
import types
import warnings
from collections import Counter

warnings.simplefilter("ignore")
# PyTorch's test utilities import it, and need only these names of it.
expecttest = types.ModuleType("expecttest")
expecttest.ACCEPT = False
expecttest.TestCase = object
sys.modules.setdefault("expecttest", expecttest)

import torch  # noqa: E402
from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402
from torch.utils._pytree import tree_flatten, tree_unflatten  # noqa: E402

# Results that are not defined by the arguments.
RANDOM = ("empty", "rand", "dropout", "bernoulli", "multinomial", "normal", "uniform", "exponential", "geometric")
RANDOM += ("cauchy", "log_normal", "rrelu", "fractional_max_pool", "svd_lowrank", "pca_lowrank", "new_empty")


def is_random(name):
    return any(word in name for word in RANDOM)


def move(value, device):
    if isinstance(value, torch.Tensor):
        return value.detach().to(device, copy=True).requires_grad_(value.requires_grad)
    if isinstance(value, torch.device) or value == "cpu":
        return torch.device(device)
    return value


def run(op, sample, device):
    """Results and gradients on a device, as tensors of the CPU."""
    leaves, spec = tree_flatten((sample.input, sample.args, sample.kwargs))
    moved = [move(leaf, device) for leaf in leaves]
    first, args, kwargs = tree_unflatten(moved, spec)
    torch.manual_seed(1)
    results = [x for x in tree_flatten(op.op(first, *args, **kwargs))[0] if isinstance(x, torch.Tensor)]
    with_gradient = [x for x in results if x.requires_grad and (x.is_floating_point() or x.is_complex())]
    if with_gradient:
        sum((x.abs() if x.is_complex() else x).sum() for x in with_gradient).backward()
    gradients = [x.grad for x in moved if isinstance(x, torch.Tensor) and x.grad is not None]
    for x in results:
        if device != "cpu" and x.device == torch.device("cpu"):
            raise RuntimeError("the result is on the CPU")
    return [x.detach().cpu() for x in (*results, *gradients)]


def differs(host, device):
    if len(host) != len(device):
        return "another number of tensors"
    for a, b in zip(host, device):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{tuple(b.shape)} {b.dtype}, not {tuple(a.shape)} {a.dtype}"
        if a.layout == torch.strided and not torch.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True):
            return "other values"
    return ""


def samples_of(op, count):
    if not op.dtypes:
        return []
    dtype = torch.float32 if torch.float32 in op.dtypes else sorted(op.dtypes, key=str)[0]
    gradient = op.supports_autograd and (dtype.is_floating_point or dtype.is_complex)
    return itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=gradient), count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--only")
    options = parser.parse_args()
    rows = agree = 0
    failed = Counter()
    for op in op_db:
        if options.only and op.name != options.only:
            continue
        for sample in samples_of(op, options.samples):
            try:
                host = run(op, sample, "cpu")
            except Exception:
                continue  # not a sample for the CPU
            rows += 1
            try:
                device = run(op, sample, "cuda:1")
                why = "" if is_random(op.name) else differs(host, device)
            except Exception as error:
                why = f"{type(error).__name__}: {str(error).splitlines()[0][:150]}"
            if why:
                failed[f"{op.name}{'.' if op.variant_test_name else ''}{op.variant_test_name}: {why}"] += 1
            else:
                agree += 1
    for text, count in sorted(failed.items()):
        print(f"{text} ({count})")
    print(f"{agree} of {rows} samples agree, {agree / rows:.1%}")


main()
