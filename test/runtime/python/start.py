# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that starts the simulation itself."""

# REQUIRES: torch
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python %python %s
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python %python %s late
import subprocess
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
from device_tidy import simulation
from expect import raises

if "late" in sys.argv:
    import torch

    raises(simulation.SimulationError, "torch has been imported already", simulation.start)
    assert not torch.cuda.is_available()
else:
    assert not simulation.is_active()
    simulation.start(devices=3)
    import torch

    assert torch.cuda.device_count() == 3 and torch.ones(2, device="cuda:2").sum().item() == 2
    program = "import torch; assert torch.cuda.device_count() == 3"
    subprocess.run([sys.executable, "-c", program], check=True)
