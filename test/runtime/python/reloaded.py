# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An operator that is taken away and defined anew, with other parameters, is the new one."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import torch

x = torch.ones(2, device="cuda:1")
for schema, arguments in [("a(Tensor x, int n)", (x, 1)), ("a(int n, Tensor x)", (1, x))] * 10:
    library = torch.library.Library("mine", "DEF")
    library.define(f"{schema} -> Tensor")
    library.impl("a", lambda a, b: a + b, "CPU")
    result = torch.ops.mine.a.default(*arguments)
    assert result.device == x.device and result.tolist() == [2.0, 2.0], (schema, result)
    library._destroy()
