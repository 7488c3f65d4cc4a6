"""Removes files of a folder while a program checks it: vanish.py FOLDER PROGRAM ARGUMENTS...

Half of the files go, with what is below a folder of them. Prints the exit status and what was said of other things.
"""

import shutil
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
PROGRAM = "import torch\n\n\ndef f(x):\n    y = x.cuda()\n    return y + torch.ones(3, device='cuda')\n" * 40
BUG = PROGRAM + "\n\ntorch.ones(3, device='cuda') + torch.ones(3)\n"
(folder / "gone" / "deeper").mkdir(parents=True)
for number in range(300):
    where = folder / "gone" / "deeper" if number % 2 else folder
    (where / f"f{number}.py").write_text(BUG if number == 298 else PROGRAM)

process = subprocess.Popen(sys.argv[2:], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
shutil.rmtree(folder / "gone")
output, _ = process.communicate(timeout=300)
for line in output.splitlines():
    if not line.startswith("gone"):
        print(line)
print("status", process.returncode)
