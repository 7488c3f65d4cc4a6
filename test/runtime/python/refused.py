# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What simulated devices do not have says so in one clear exception."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import os
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
import torch.multiprocessing as multiprocessing
from device_tidy.simulation import NotSimulated, SimulationError, is_active, start
from expect import raises

assert is_active()
start(int(os.environ["DEVICE_TIDY_DEVICES"]))
raises(SimulationError, "devices are simulated already", lambda: start(5))
raises(SimulationError, "the number of devices is 1 to 64, not 0", lambda: start(0))

dense = torch.eye(2, device="cuda")
raises(NotSimulated, "device-tidy: simulated devices have no graphs", lambda: torch.cuda.CUDAGraph())
raises(
    NotSimulated, "no memory that processes share", lambda: multiprocessing.get_context("spawn").SimpleQueue().put(dense)
)
raises(NotSimulated, "no snapshots of their memory", lambda: torch.cuda.memory_snapshot())
kernel = torch.cuda.jiterator._create_jit_fn("template <typename T> T f(T x) { return x; }")
raises(NotSimulated, "no kernels compiled at run time", lambda: kernel(torch.ones(2, device="cuda")))
raises(NotImplementedError, "device-tidy: simulated devices have no", lambda: dense.to_sparse_csr())
compressed = torch.eye(2).to_sparse_csr()
raises(NotImplementedError, "device-tidy: simulated devices have no tensors of SparseCsr", lambda: compressed.cuda())
assert compressed.to(torch.float64).values().dtype == torch.float64
raises(NotSimulated, "no synchronization that could be refused", lambda: torch.cuda.set_sync_debug_mode("error"))
torch.cuda.set_sync_debug_mode("warn")
# A storage that is on no device has PyTorch's own answer.
raises(RuntimeError, "only available on CUDA", lambda: torch.ones(2, device="meta").untyped_storage()._share_cuda_())
