# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which devices there are, and which one is current."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
# RUN: env CUDA_VISIBLE_DEVICES= %device_tidy run -- %python -c "import torch; assert not torch.cuda.is_available()"
# RUN: env CUDA_VISIBLE_DEVICES=1 %device_tidy run -- %python -c "import torch; assert torch.cuda.device_count() == 1"
import sys
import threading

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises

assert torch.cuda.is_available() and torch.backends.cuda.is_built() and torch.version.cuda
assert torch.cuda.device_count() == 2
assert torch.cuda.current_device() == 0
assert torch.accelerator.current_accelerator() == torch.device("cuda") and torch.accelerator.device_count() == 2

assert torch.ones(2, device="cuda").device == torch.device("cuda:0")
torch.cuda.set_device(1)
assert torch.ones(2, device="cuda").device == torch.device("cuda:1")
assert torch.ones(2).cuda().device.index == 1
with torch.cuda.device(0):
    assert torch.cuda.current_device() == 0
    assert torch.empty(3, device="cuda").get_device() == 0
assert torch.cuda.current_device() == 1

found = []
thread = threading.Thread(target=lambda: found.append(torch.cuda.current_device()))
thread.start()
thread.join()
assert found == [0], "each thread has a current device of its own"

torch.cuda.set_device(0)
raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.zeros(2, device="cuda:2"))
raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.cuda.set_device(7))
raises(AssertionError, "Invalid device id", lambda: torch.cuda.get_device_properties(2))

properties = torch.cuda.get_device_properties(1)
assert properties.total_memory > 0 and "simulated" in properties.name
assert torch.cuda.get_device_capability() == (9, 0)
assert torch.cuda.can_device_access_peer(0, 1)
torch.cuda.synchronize()

with torch.device("cuda:1"):
    assert torch.zeros(1).device.index == 1
    assert torch.nn.Linear(2, 2).weight.device.index == 1
x = torch.ones(2, device="cuda:1")
assert x.is_cuda and x.type() == "torch.cuda.FloatTensor" and repr(x) == "tensor([1., 1.], device='cuda:1')"
