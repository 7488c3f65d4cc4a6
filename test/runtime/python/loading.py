# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""safe_load, on a machine with fewer devices than the one that saved."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s save %t
# RUN: %device_tidy run -q --devices 1 -- %python %s load %t
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python %python %s load %t
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from device_tidy import safe_load
from expect import raises

path = sys.argv[2]
if sys.argv[1] == "save":
    torch.save({"w": torch.ones(2, device="cuda:1")}, path)
else:
    raises(RuntimeError, "Attempting to deserialize object on ", lambda: torch.load(path))
    assert safe_load(path)["w"].is_cpu
    with open(path, "rb") as file:
        assert safe_load(file, weights_only=True, mmap=False)["w"].is_cpu
    assert safe_load(path, map_location="cpu")["w"].is_cpu
    raises(TypeError, "a device or a map_location, not both", lambda: safe_load(path, "cpu", map_location="cpu"))
    present = torch.cuda.device_count()
    raises(
        RuntimeError, f"this machine has no cuda:7: it has {present} CUDA devices", lambda: safe_load(path, "cuda:7")
    )
    if present:
        assert str(safe_load(path, "cuda")["w"].device) == "cuda:0"
