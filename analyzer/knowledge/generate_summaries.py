#!/usr/bin/env python3
# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes Summaries.inc: what the analyzer finds in PyTorch's own Python sources.

    generate_summaries.py <device-tidy> <folder for work> [--output FILE]

Reads modules, functionals, optimizers, data loading, serialization, autocast and the wrappers and collectives of
distributed programs of the installed PyTorch with the analyzer's own front end, and writes a row for each public class
and function of which something was found: where a constructor puts the state, what forward or the function gives back,
and which operators demand something of the operands. PyTorch is not imported.
"""

import argparse
import ast
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent

# {public module: the files of torch that define its names}
AREAS = {
    "torch.nn": ["nn/modules/*.py"],
    "torch.nn.functional": ["nn/functional.py"],
    "torch.nn.init": ["nn/init.py"],
    "torch.nn.parallel": ["nn/parallel/*.py"],
    "torch.nn.utils": ["nn/utils/*.py"],
    "torch.nn.utils.rnn": ["nn/utils/rnn.py"],
    "torch.nn.utils.parametrize": ["nn/utils/parametrize.py"],
    "torch.nn.utils.parametrizations": ["nn/utils/parametrizations.py"],
    "torch.optim": ["optim/*.py"],
    "torch.optim.lr_scheduler": ["optim/lr_scheduler.py"],
    "torch.optim.swa_utils": ["optim/swa_utils.py"],
    "torch.utils.data": ["utils/data/*.py"],
    "torch.serialization": ["serialization.py"],
    "torch.amp": ["amp/*.py"],
    "torch.distributed": ["distributed/distributed_c10d.py"],
    "torch.distributed.fsdp": ["distributed/fsdp/fully_sharded_data_parallel.py"],
}
# What stands in these is what the tables say of modules and containers themselves.
LEFT_OUT = {"nn/modules/module.py", "nn/modules/container.py"}
# Where a package says which names of its parts it offers.
OFFERS = {
    "torch.nn": "nn/modules/__init__.py",
    "torch.nn.parallel": "nn/parallel/__init__.py",
    "torch.nn.utils": "nn/utils/__init__.py",
    "torch.optim": "optim/__init__.py",
    "torch.utils.data": "utils/data/__init__.py",
    "torch.amp": "amp/__init__.py",
}
# Operators that say nothing of the devices of tensors, and what the analysis calls a call of something unknown.
NO_DEMAND = ("forward", "[]", "|", "==", "!=", "<", "<=", ">", ">=", "%", "handle_torch_function")
# Methods that everything has, or that say nothing of devices.
SILENT = ("__init__", "__repr__", "__str__", "extra_repr", "state_dict", "load_state_dict", "reset_parameters")


class Row(NamedTuple):
    name: str  # as programs write it: "torch.nn.Linear"
    kind: str  # "function", "module", "optimizer", "class", "method"
    state: str  # where a constructor leaves it; "" where there is none
    result: str  # of the function, forward, or step
    operators: str  # that demand something of their operands, separated by blanks


def torch_folder():
    return Path(find_spec("torch").origin).parent


def release():
    return importlib.metadata.version("torch").partition("+")[0]


def copy_sources(torch, work):
    """The sources in a folder of their own, so that their names begin with torch. {module: public module}"""
    shutil.rmtree(work, ignore_errors=True)
    public = {}
    for name, patterns in AREAS.items():
        for source in sorted(x for pattern in patterns for x in torch.glob(pattern)):
            relative = source.relative_to(torch)
            if relative.as_posix() in LEFT_OUT or relative.name == "__init__.py":
                continue
            target = work / "torch" / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
            # The longest public module wins: torch.nn.utils.rnn is not of torch.nn.utils.
            public[".".join(("torch", *relative.with_suffix("").parts))] = name
    for folder in {parent for file in work.rglob("*.py") for parent in file.parents if work in parent.parents}:
        (folder / "__init__.py").touch()
    # Names begin at the root of a project.
    (work / ".git").mkdir()
    return public


def summaries(program, work):
    """{qualified name of a function: lines}"""
    command = [program, "ir", "--isolated", "-q", "--summaries", "torch"]
    # No installed package is read beside them.
    environment = {"HOME": str(work), "PATH": os.environ["PATH"]}
    text = subprocess.run(command, cwd=work, check=True, capture_output=True, text=True, env=environment).stdout
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
        for name, _, given in re.findall(r"^class (\w+)(\(([^)]*)\))?:", path.read_text(), re.M):
            found[f"{module}.{name}"] = [base.strip().split("[")[0].split(".")[-1] for base in given.split(",")]
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
            return "" if where == "nowhere" else where
    return ""


def returned(lines):
    return next((line[len("returns ") :] for line in lines or [] if line.startswith("returns ")), "")


def operators(lines):
    found = [line.split("'")[1] for line in lines or [] if line.startswith("demands of ")]
    return " ".join(dict.fromkeys(x for x in found if x not in NO_DEMAND))


def shortened(text):
    """A row is read by people: conditions that the analysis could not name say nothing."""
    unnamed = r"(?:not )?(?:something|result of '[^']*')"
    text = re.sub(rf" if {unnamed}(?: and {unnamed})*(?=$|,)", " perhaps", text)
    text = re.sub(rf"(?<= if ){unnamed} and | and {unnamed}", "", text).replace("unknown result of ''", "unknown")
    text = re.sub(r"( perhaps)+", " perhaps", re.sub(r"\bdevice of device\b", "the device argument", text))
    if "{" not in text and "(" not in text:
        kind = "tensor on " * text.startswith("tensor on ")
        text = kind + ", or ".join(dict.fromkeys(text.removeprefix(kind).split(", or ")))
    return text if len(text) <= 160 else text[:157] + "..."


def offered(torch):
    """{public module: names}, of those that choose."""
    found = {}
    for name, file in OFFERS.items():
        tree = ast.parse((torch / file).read_text())
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        found[name] = {alias.asname or alias.name for node in imports for alias in node.names}
    return found


def is_public(name):
    return not any(part.startswith("_") for part in name.split("."))


def kind_of(name, public, found):
    if f"{name}.forward" in found or public in ("torch.nn", "torch.nn.parallel"):
        return "module"
    return "optimizer" if f"{name}.step" in found and public == "torch.optim" else "class"


def class_rows(name, public, found, classes):
    kind, short = kind_of(name, public, found), f"{public}.{name.split('.')[-1]}"
    called = {"module": "forward", "optimizer": "step"}.get(kind)
    lines = inherited(name, called, found, classes) if called else None
    init = inherited(name, "__init__", found, classes)
    yield Row(short, kind, shortened(state(init)), shortened(returned(lines)), operators(lines))
    for method in sorted(found):
        own = method.removeprefix(f"{name}.")
        if method.startswith(f"{name}.") and is_public(own) and own not in (*SILENT, called) and "." not in own:
            lines = found[method]
            yield Row(f"{short}.{own}", "method", "", shortened(returned(lines)), operators(lines))


def says_something(row):
    """Of modules and optimizers also that nothing is demanded; of the rest where something is."""
    places = re.search(r"(?<!tensor on unknown)(device of|device argument|computed from)", row.state + row.result)
    return row.kind in ("module", "optimizer") or bool(places or row.operators)


def make_rows(program, work):
    public, offers = copy_sources(torch_folder(), work), offered(torch_folder())
    found, classes = summaries(program, work), bases(work)
    rows = []

    def offering(name):
        """The public module that offers what is defined under that name, or None."""
        module, _, own = name.rpartition(".")
        home = public.get(module)
        return home if home and is_public(own) and own in offers.get(home, (own,)) else None

    for name, lines in found.items():
        if offering(name):
            own = f"{offering(name)}.{name.rpartition('.')[2]}"
            rows.append(Row(own, "function", "", shortened(returned(lines)), operators(lines)))
    for name in classes:
        if offering(name):
            rows += class_rows(name, offering(name), found, classes)
    rows = {row.name: row for row in rows if says_something(row)}
    return [rows[name] for name in sorted(rows)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("work", type=Path)
    parser.add_argument("--output", type=Path, default=HERE / "Summaries.inc")
    arguments = parser.parse_args()
    head = "// Written by generate_summaries.py. Do not edit: it is what the analyzer finds in PyTorch's sources.\n\n"
    head += f'static constexpr std::string_view Release = "{release()}";\n\n'
    head += "static constexpr LibrarySummary Rows[] = {\n"
    lines = [f"    {{{', '.join(map(json.dumps, row))}}},\n" for row in make_rows(arguments.program, arguments.work)]
    arguments.output.write_text(head + "".join(lines) + "};\n")


if __name__ == "__main__":
    main()
