"""What is left where devices cannot be simulated: the same in a process that this one starts."""

import subprocess
import sys

import torch

from device_tidy import simulation

print(f"devices {torch.cuda.device_count()}, simulated {simulation.is_active()}", flush=True)
if len(sys.argv) == 1:
    subprocess.run([sys.executable, __file__, "child"], check=True)
    batch = torch.ones(2, device="meta")
    print(torch.ones(2) + batch)
