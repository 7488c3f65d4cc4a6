"""Checks the examples of docs/checks/*.md: the findings of a page's check in its blocks are those that comments name.

    pages.py PROGRAM PAGES FOLDER -- COMPILER-ARGUMENTS

A block is a file of its own; one without an include gets torch/torch.h in front. A trailing comment `// device-NAME` (`# device-NAME` in Python) is a finding
on that line. The first block of a page has one, the last has none. Pages of checks that are only made while a program runs
are those of running.py.
"""

import pathlib
import re
import subprocess
import sys

program, pages, folder, _, *flags = sys.argv[1:]
SUFFIX = {"cpp": ".cpp", "cuda": ".cu", "python": ".py"}
folder = pathlib.Path(folder)
expected = set()
complaints = []
listed = subprocess.run([program, "rule"], capture_output=True, text=True, check=True).stdout
known = {line.split()[0] for line in listed.splitlines()}
for page in sorted(pathlib.Path(pages).glob("*.md")):
    check = f"device-{page.stem}"
    if check not in known:
        continue
    blocks = re.findall(r"^```(cpp|cuda|python)\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    marks = []
    for number, (language, code) in enumerate(blocks):
        if language != "python" and "#include" not in code:
            code = "#include <torch/torch.h>\n" + code
        path = folder / f"{page.stem}-{number}{SUFFIX[language]}"
        path.write_text(code)
        comment = "# " if language == "python" else "// "
        lines = [n for n, line in enumerate(code.splitlines(), 1) if line.endswith(comment + check)]
        marks.append(len(lines))
        expected |= {(path.name, n, check) for n in lines}
    if len(marks) < 2 or not marks[0] or marks[-1]:
        complaints.append(f"{page}: a first block with a finding and a last one without, not {marks}")

run = subprocess.run(
    [program, "check", "--isolated", "-q", "--level", "3", "--output-format", "concise", ".", "--", *flags],
    cwd=folder, capture_output=True, text=True, check=False,
)
found = set()
for line in run.stdout.splitlines():
    match = re.fullmatch(r"(?:\./)?([^:]*):(\d+):\d+: warning: .* \[(.*)\]", line)
    if match and match[3] == f"device-{match[1].rsplit('-', 1)[0]}":
        found.add((match[1], int(match[2]), match[3]))
complaints += [f"{name}:{line}: no {check}" for name, line, check in sorted(expected - found)]
complaints += [f"{name}:{line}: {check} that the page does not expect" for name, line, check in sorted(found - expected)]
if run.returncode != 1 or "error:" in run.stderr:
    complaints.append(f"status {run.returncode}: {run.stderr}")
print("\n".join(complaints))
sys.exit(bool(complaints))
