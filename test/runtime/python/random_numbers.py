# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers: a device has a generator of its own, which a seed brings to the numbers that it gives on the CPU."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises

torch.manual_seed(3)
host = torch.randn(4)
assert torch.equal(torch.randn(4, device="cuda:1").cpu(), host)
assert torch.equal(torch.randn(4, device="cuda:0").cpu(), host)
assert not torch.equal(torch.randn(4, device="cuda:0").cpu(), host)

torch.cuda.manual_seed(5)
state = torch.cuda.get_rng_state()
first = torch.rand(3, device="cuda")
torch.cuda.set_rng_state(state)
assert torch.equal(torch.rand(3, device="cuda"), first)

before = torch.get_rng_state()
torch.nn.functional.dropout(torch.ones(8, device="cuda"))
torch.randperm(5, device="cuda")
assert torch.equal(torch.get_rng_state(), before), "the CPU's generator is another one"
torch.cuda.set_rng_state(state)
kept = torch.nn.functional.dropout(torch.ones(64, device="cuda"))
torch.cuda.set_rng_state(state)
assert torch.equal(kept, torch.nn.functional.dropout(torch.ones(64, device="cuda")))

with torch.random.fork_rng(devices=[0]):
    torch.rand(3, device="cuda")
generator = torch.Generator("cuda").manual_seed(5)
torch.cuda.manual_seed(5)
assert torch.equal(torch.rand(3, device="cuda", generator=generator), torch.rand(3, device="cuda"))
assert torch.cuda.default_generators[1].device == torch.device("cuda:1")

on_device = "Expected a 'cuda' device type for generator but found 'cpu'"
raises(RuntimeError, on_device, lambda: torch.randn(2, device="cuda", generator=torch.Generator()))
on_host = "Expected a 'cpu' device type for generator but found 'cuda'"
raises(RuntimeError, on_host, lambda: torch.randn(2, generator=torch.Generator("cuda")))
raises(RuntimeError, on_host, lambda: torch.randperm(3, generator=torch.Generator("cuda")))
