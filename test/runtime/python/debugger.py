# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DeviceDebugger, with events and with a clock, and what it leaves behind."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python %python %s
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python DEVICES=2 %python %s
import io
import os
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
if "DEVICES" in os.environ:
    from device_tidy import simulation

    simulation.start(2)
import torch
from device_tidy import DeviceDebugger
from expect import raises

own = torch.Tensor.to, torch.Tensor.item, torch.nn.Module.to, torch.Tensor.__bool__
out = io.StringIO()
with DeviceDebugger("forward", file=out) as scope:
    torch.ones(100, 100).sum().item()
assert 0 < scope.elapsed_ms < 10_000 and not scope.transfers and scope.explanation is None
assert out.getvalue().startswith("forward: ") and "0 copies of 0 bytes" in out.getvalue()

if torch.cuda.is_available():
    x = torch.ones(256)
    with DeviceDebugger(quiet=True) as outer:
        with DeviceDebugger("inner", quiet=True) as inner:
            y = x.to("cuda:1")
        x.cuda()
        z = y.cpu()
    assert [(each.source, each.target, each.count, each.bytes) for each in inner.transfers] == [
        ("cpu", "cuda:1", 1, 1024)
    ]
    assert len(outer.transfers) == 3
    assert ", 1 copy of 1.0 KiB" in str(inner) and ", 3 copies of 3.0 KiB" in str(outer)
    assert [each.check for each in outer.findings] == ["device-discarded-move"]
    assert f"debugger.py:{inner.transfers[0].site.line}:19: 'to' cpu to cuda:1: once, 1.0 KiB" in str(inner)

    out = io.StringIO()

    def fails():
        with DeviceDebugger(file=out):
            weight = torch.ones(256).to("cuda:1")
            return weight + x

    raises(RuntimeError, "Expected all tensors to be on the same device", fails)
    text = out.getvalue()
    assert "operands of '+' are on different devices: 'weight' on cuda:1, 'x' on cpu [device-mixed-operands]" in text
    assert "note: 'weight' moved to cuda:1 here" in text, text
    assert "note: 'x' created on cpu here, the default device" in text, text

assert own == (torch.Tensor.to, torch.Tensor.item, torch.nn.Module.to, torch.Tensor.__bool__)
