# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Summaries that the analyzer computes from PyTorch's own Python sources, beside what the tables say.

    summaries.py <device-tidy> <folder for work> [--output FILE]

Reads torch/nn/modules, torch/nn/functional.py and the optimizers of the installed PyTorch with the analyzer's own front
end, and writes a row for each public class and function: where a constructor puts the state, what forward or the function gives
back and demands. Then compares: a module class of the tables has state on `device=`, else the default device, or
none; a function's result is where the summary says, if it says anything. PyTorch is not imported.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# Classes whose state the analysis does not find in the source, and why.
NOT_FOUND = {
    "Lazy": "UninitializedParameter, which has a shape and a place later",
    "GRU": "setattr with names that are computed",
    "LSTM": "setattr with names that are computed",
    "RNN": "setattr with names that are computed",
}

# What stands in these is what the tables say of modules and containers themselves.
BASES = {"module.py", "container.py"}


def copy_sources(torch, work):
    """The sources in a folder of their own, so that their names begin with torch."""
    shutil.rmtree(work, ignore_errors=True)
    for folder, names in {
        "nn/modules": None,
        "nn": ["functional.py"],
        "optim": None,
    }.items():
        (work / "torch" / folder).mkdir(parents=True, exist_ok=True)
        for source in sorted((torch / folder).glob("*.py")):
            if source.name not in BASES and (names is None or source.name in names):
                shutil.copy(source, work / "torch" / folder)
    # Names begin at the root of a project.
    (work / ".git").mkdir()
    for package in ["torch", "torch/nn"]:
        (work / package / "__init__.py").touch()


def summaries(program, work):
    """{qualified name of a class or function: lines}"""
    command = [program, "ir", "--isolated", "-q", "--summaries", "torch"]
    # No installed package is read beside them.
    text = subprocess.run(
        command, cwd=work, check=True, capture_output=True, text=True, env={"HOME": str(work), "PATH": os.environ["PATH"]}
    ).stdout
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("function "):
            name = line[len("function ") :].split("(")[0]
            found[name] = []
        elif line.startswith("class "):
            name = None
        elif name:
            found[name].append(line.strip())
    return found


def bases(work):
    """{qualified class: names of its bases}, by the text of the sources."""
    found = {}
    for path in sorted((work / "torch").rglob("*.py")):
        module = ".".join(path.relative_to(work).with_suffix("").parts)
        for name, given in re.findall(r"^class (\w+)\(([^)]*)\)", path.read_text(), re.M):
            found[f"{module}.{name}"] = [base.strip().split(".")[-1] for base in given.split(",")]
    return found


def inherited(name, method, found, classes):
    """The lines of the method that an object of the class answers with; None if it is a base's that was not read."""
    work = [name]
    while work:
        cls = work.pop(0)
        if f"{cls}.{method}" in found:
            return found[f"{cls}.{method}"]
        for base in classes.get(cls, []):
            work += [other for other in classes if other.split(".")[-1] == base and other != cls]
    return None


def state(lines):
    for line in lines or []:
        if line.startswith("sets self.$device = tensor on "):
            where = line[len("sets self.$device = tensor on ") :]
            return "none" if where == "nowhere" else where
    return "none"


def returned(lines):
    if lines is None:
        return "?"
    for line in lines:
        if line.startswith("returns "):
            return line[len("returns ") :]
    return "nothing"


def demands(lines):
    """The operators that demand something of their operands, once each."""
    found = [line.split("'")[1] for line in lines or [] if line.startswith("demands of ")]
    return " ".join(dict.fromkeys(found)) or "-"


def shortened(text):
    """A row is read by people: conditions that the analysis could not name say nothing."""
    text = re.sub(r" if (?:not )?something(?: and (?:not )?something)*(?=$|,)", " perhaps", text)
    return text if len(text) <= 160 else text[:157] + "..."


def rows(found, classes):
    for name in sorted(found):
        if re.fullmatch(r"torch\.nn\.functional\.[a-z]\w*", name):
            yield "function", name.removeprefix("torch.nn.functional."), shortened(returned(found[name])), demands(found[name])
    for name in sorted(classes):
        short = name.split(".")[-1]
        if any(part.startswith("_") for part in name.split(".")):
            continue
        if name.startswith("torch.nn.modules."):
            forward = inherited(name, "forward", found, classes)
            placed = state(inherited(name, "__init__", found, classes))
            yield "module", short, shortened(placed), f"{shortened(returned(forward))}\t{demands(forward)}"
        elif name.startswith("torch.optim.") and f"{name}.step" in found:
            yield "optimizer", short, shortened(returned(found[f"{name}.step"])), demands(found[f"{name}.step"])


def listed_kinds(text):
    return dict(re.findall(r'^NN(?:_PYTHON)?\("(\w+)", (\w+),', text, re.M))


def agrees(kind, name, where):
    """Whether a class of the kind may leave its state there: 'device of device perhaps, or none'."""
    own = [part for part in where.split(", or ") if part.startswith(("the default device", "device of device"))]
    if kind == "Module":
        return where != "none" or any(name.startswith(known) for known in NOT_FOUND)
    # An argument may become state, or a flag may ask for some.
    return all(" if " in part or " perhaps" in part for part in own)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("work", type=Path)
    parser.add_argument("--classes", type=Path)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    torch = Path(find_spec("torch").origin).parent
    copy_sources(torch, arguments.work)
    found, classes = summaries(arguments.program, arguments.work), bases(arguments.work)
    written = ["\t".join(row) for row in rows(found, classes)]
    if arguments.output:
        head = "# What the analyzer finds in PyTorch's Python sources. Written by test/knowledge/summaries.py.\n"
        arguments.output.write_text(head + "\n".join(written) + "\n")
    if not arguments.classes:
        return
    kinds = listed_kinds(arguments.classes.read_text())
    agree = total = 0
    for row in (row.split("\t") for row in written):
        if row[0] != "module" or row[1] not in kinds or kinds[row[1]] not in ("Module", "StatelessModule"):
            continue
        total += 1
        if row[2] == "unknown" or agrees(kinds[row[1]], row[1], row[2]):
            agree += 1
        else:
            print(f"disagree: {row[1]} is a {kinds[row[1]]}, its constructor leaves {row[2]}")
    print(f"all {total} classes agree" if agree == total else f"agree {agree} of {total} classes")


if __name__ == "__main__":
    sys.exit(main())
