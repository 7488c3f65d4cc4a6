# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Streams and events: names and times, since work is finished when a call returns."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import torch

stream = torch.cuda.Stream(device=1)
assert stream.device == torch.device("cuda:1") and stream.cuda_stream != 0
assert torch.cuda.Stream() != torch.cuda.Stream()
assert torch.cuda.current_stream() == torch.cuda.default_stream()
with torch.cuda.stream(stream):
    assert torch.cuda.current_stream() == stream
    assert torch.cuda.current_device() == 1
    y = torch.ones(2, device="cuda") * 2
    y.record_stream(stream)
assert torch.cuda.current_device() == 0 and torch.cuda.current_stream().cuda_stream == 0
torch.cuda.current_stream().wait_stream(stream)
stream.synchronize()
assert stream.query()

start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
start.record()
torch.ones(100, 100, device="cuda") @ torch.ones(100, 100, device="cuda")
end.record()
end.synchronize()
assert end.query() and 0 < start.elapsed_time(end) < 60_000
stream.wait_event(end)

generic = torch.Stream(device="cuda:1")
assert generic.device == torch.device("cuda:1")
with torch.cuda.nvtx.range("a range"):
    pass
