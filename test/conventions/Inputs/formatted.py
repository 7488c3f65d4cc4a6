"""clang-format-22 with the project's .clang-format changes nothing."""

import subprocess

from sources import ROOT, finish, ours

files = [path for path in ours() if path.suffix in (".h", ".cpp")]
command = ["clang-format-22", "--dry-run", "-Werror", *files]
result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
unformatted = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "[-Wclang-format-violations]" in line})
if result.returncode and not unformatted:
    finish([result.stderr])
finish([f"{name}: not formatted; run clang-format-22 -i {name}" for name in unformatted])
