"""What every file of the project keeps."""

import re

from sources import finish, ours, text, tracked

LICENCE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Places of the machine on which somebody worked. /usr is where Debian puts things on every machine.
MACHINE = re.compile(r"(?<![\w$})/.])/(?:home|root|work|mnt|media|Users)/(?!\*)[\w.]+")
GENERATED = re.compile(r"do not edit", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")

complaints = []
sources = set(ours())
for path in tracked():
    content = text(path)
    if content is None:
        continue
    name = path.as_posix()
    lines = content.splitlines()
    is_generated = any(GENERATED.search(line) for line in lines[:10])
    if path in sources and not is_generated:
        head = "\n".join(lines[:10])
        if not re.match(rf"//===--? {re.escape(path.name)} -.*===//$", lines[0]):
            complaints.append(f"{name}:1: the first line is '//===- {path.name} - what it is ---===//'")
        if LICENCE not in head:
            complaints.append(f"{name}: no licence in the head")
        if path.suffix == ".h":
            stem = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", path.stem)
            guards = {f"_{stem}_H".upper(), f"_{path.stem}_H".upper()}
            guard = re.search(r"^#ifndef (DEVTIDY_\w+)$", content, re.MULTILINE)
            if not guard or not guard[1].endswith(tuple(guards)) or f"#define {guard[1]}\n" not in content:
                complaints.append(f"{name}: the include guard is DEVTIDY_<FOLDER>_{path.stem.upper()}_H")
    if name == "LICENSE" or is_generated:
        continue
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        if MACHINE.search(line):
            complaints.append(f"{where}: a path of one machine: {line.strip()}")
        if UNFINISHED.search(line) and not name.startswith("test/conventions/"):
            complaints.append(f"{where}: unfinished: {line.strip()}")
        if path in sources and not line.isascii():
            complaints.append(f"{where}: not ASCII: {line.strip()}")
        if "\u2014" in line or "\u2013" in line:
            complaints.append(f"{where}: a dash that is not on the keyboard: {line.strip()}")
    if content and not content.endswith("\n"):
        complaints.append(f"{name}: no newline at the end")
finish(complaints)
