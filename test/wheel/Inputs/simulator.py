"""Says which simulator this process has; the argument is the folder that it should be in."""

import pathlib
import sys

import torch

maps = pathlib.Path("/proc/self/maps").read_text()
(library,) = {line.split()[-1] for line in maps.splitlines() if "libdevice_tidy_sim" in line}
folder = pathlib.Path(library).parent.name
expected = sys.argv[1] if len(sys.argv) > 1 else ""
where = "that of the release" if folder == expected else f"in {folder}"
print(f"{torch.cuda.device_count()} devices, the simulator is {where}")
assert torch.ones(2, device="cuda:2").sum().item() == 2
