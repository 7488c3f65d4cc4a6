"""Checks the examples of the pages whose checks are only made while a program runs: each block is a program, and comments
name the lines that are reported.

    running.py PROGRAM PAGES FOLDER -- COMPILER...
"""

import pathlib
import re
import subprocess
import sys

program, pages, folder, _, *compiler = sys.argv[1:]
folder = pathlib.Path(folder)
listed = subprocess.run([program, "rule"], capture_output=True, text=True, check=True).stdout
known = {line.split()[0] for line in listed.splitlines()}
complaints, count = [], 0
for page in sorted(pathlib.Path(pages).glob("*.md")):
    check = f"device-{page.stem}"
    if check in known:
        continue
    count += 1
    marks = []
    for number, code in enumerate(re.findall(r"^```cuda\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)):
        path = folder / f"{page.stem}-{number}.cu"
        path.write_text(code)
        expected = [n for n, line in enumerate(code.splitlines(), 1) if line.endswith("// " + check)]
        marks.append(len(expected))
        subprocess.run([*compiler, path, "-o", path.with_suffix("")], check=True)
        run = subprocess.run(
            [program, "run", "--devices", "2", "--", path.with_suffix("")], capture_output=True, text=True, check=False
        )
        found = re.findall(r":(\d+): warning: .* \[(.*)\]$", run.stderr, flags=re.MULTILINE)
        if found != [(str(n), check) for n in expected]:
            complaints.append(f"{path.name}: lines {expected} have {check}, not {found}: {run.stderr}")
    if len(marks) < 2 or not marks[0] or marks[-1]:
        complaints.append(f"{page}: a first block with a finding and a last one without, not {marks}")
print("\n".join(complaints) or f"{count} pages")
sys.exit(bool(complaints))
