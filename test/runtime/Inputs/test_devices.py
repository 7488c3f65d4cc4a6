# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A test suite that is run with and without simulated devices."""

import pytest
import torch


@pytest.mark.needs_devices(2)
def test_moves_between_devices(simulated_devices):
    first, second = simulated_devices
    assert torch.ones(2, device=second).to(first).device == first


@pytest.mark.needs_devices(3)
def test_wants_three_devices():
    raise AssertionError("is not run")


def test_on_the_cpu():
    assert (torch.ones(2) + 1).tolist() == [2, 2]


@pytest.mark.needs_devices
def test_asks_for_a_graph():
    torch.cuda.CUDAGraph()


@pytest.mark.needs_devices
def test_compiles():
    torch.compile(torch.relu)(torch.ones(2, device="cuda"))


@pytest.mark.needs_devices
def test_has_a_bug():
    torch.ones(2, device="cuda") + torch.ones(2)
