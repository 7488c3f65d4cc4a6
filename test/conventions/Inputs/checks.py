"""checks/MixedOperands.cpp, docs/checks/mixed-operands.md, test/checks/mixed-operands.cpp: device-mixed-operands. A check
that is only made while a program runs has its name in runtime/shim/Findings.cpp, and a page."""

import re

from sources import ROOT, finish, text, tracked

HEADINGS = ("## What it finds", "## Why it hurts", "## Example", "## How it decides", "## Where it is silent or wrong", "## Since")
RUNNING = ROOT / "runtime/shim/Findings.cpp"

complaints = []


def look_at_page(stem, source):
    page = ROOT / f"docs/checks/{stem}.md"
    if not page.exists():
        complaints.append(f"{source}: has no page docs/checks/{stem}.md")
        return
    lines = page.read_text().splitlines()
    if lines[0] != f"# device-{stem}":
        complaints.append(f"docs/checks/{stem}.md: starts with '# device-{stem}'")
    filled = [line for line in lines if line]
    found = [line for line in lines if line in HEADINGS]
    complaints.extend(
        f"docs/checks/{stem}.md: nothing under '{line}'"
        for line, following in zip(filled, [*filled[1:], "#"])
        if line in HEADINGS and following.startswith("#")
    )
    if found != list(HEADINGS):
        complaints.append(f"docs/checks/{stem}.md: has the headings {', '.join(HEADINGS)}, in this order")


pages = {path.stem for path in tracked() if path.match("docs/checks/*.md")}
stems = set()
for path in tracked():
    if not path.match("checks/*.cpp") or "REGISTER_CHECK" not in (text(path) or ""):
        continue
    stem = re.sub(r"(?<!^)([A-Z])", r"-\1", path.stem).lower()
    stems.add(stem)
    if f'.Name = "device-{stem}"' not in text(path):
        complaints.append(f"{path}: the check of this file is named device-{stem}")
    look_at_page(stem, path)
    if not any((ROOT / f"test/checks/{stem}{suffix}").exists() for suffix in (".cpp", ".cu", ".py")):
        complaints.append(f"{path}: has no test test/checks/{stem}.cpp")
running = set(re.findall(r'"device-([a-z-]+)"', RUNNING.read_text() if RUNNING.exists() else "")) - stems
for stem in sorted(running):
    look_at_page(stem, RUNNING.relative_to(ROOT))
complaints += [f"docs/checks/{stem}.md: is the page of no check" for stem in sorted(pages - stems - running)]
finish(complaints)
