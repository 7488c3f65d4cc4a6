#!/usr/bin/env python3
"""Runs device-tidy on the C++ and CUDA code of other projects: findings per project and check, and scores of labelled lines.

    test/corpus/run_cpp.py --sources ~/corpus --units units.tsv --labels labels.tsv --system /usr/include/eigen3

A tree of a repository is the folder OWNER+NAME@COMMIT (ten digits of the commit) or OWNER+NAME in --sources. The units
table has the columns repo, commit, path, flags; `-idirafter ALLDEV` in flags stands for the --system folders, paths in
flags are relative to the tree or to the table. The labels table has id, repo, commit, path, line, category, severity, tu.

Units of a tree are compiled with the search paths of all of them, so that they share one precompiled header. This is no
part of the tests: it needs code that is not in the repository, and a person who reads the findings.
"""

import argparse
import collections
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

from tables import ROOT, add_common_arguments, is_near, print_table, read_table, selected

# Which checks may name a label of a category.
FITTING = {
    "accessor-on-cuda": "host-access unchecked-data-ptr",
    "create-then-move": "create-then-move",
    "default-stream": "unguarded-launch",
    "discarded-to": "discarded-move",
    "factory-no-device": "mixed-operands index-mismatch implicit-creation mixed-return",
    "hardcoded-device": "unguarded-accelerator fixed-index mixed-transfer mixed-operands",
    "host-pointer-to-kernel": "host-pointer-in-kernel unchecked-data-ptr",
    "load-no-map-location": "load-without-map-location",
    "memcpy-direction": "wrong-copy-direction",
    "mismatch": "mixed-operands index-mismatch implicit-creation mixed-return",
    "missing-availability-guard": "unguarded-accelerator",
    "mixed-cuda-to": "mixed-transfer mixed-operands unguarded-accelerator",
    "transfer-in-loop": "move-in-loop hidden-sync",
    "unguarded-data-ptr": "unchecked-data-ptr unguarded-launch",
    "unregistered-tensor": "unregistered-state mixed-operands index-mismatch",
    "wrong-current-device": "unguarded-launch mixed-operands",
}
# What PyTorch's own extension builder passes to nvcc: without these, c10::Half has two of each operator.
CUDA_DEFINES = ["-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__", "-D__CUDA_NO_HALF2_OPERATORS__",
                "-D__CUDA_NO_BFLOAT16_CONVERSIONS__"]


class Tree:
    """One checked-out commit, its units and what device-tidy said of them."""

    def __init__(self, name: str, root: pathlib.Path):
        self.name, self.root = name, root
        self.units: list[dict[str, str]] = []
        self.findings: list[dict] = []
        self.problems: list[dict] = []
        self.failures: list[str] = []  # crashes and time-outs of device-tidy itself
        self.seconds = 0.0  # processor time


def find_trees(options: argparse.Namespace) -> list[Tree]:
    trees: dict[str, Tree] = {}
    for unit in selected(read_table(options.units), options.repo):
        folder = unit["repo"].replace("/", "+")
        name = f"{folder}@{unit['commit'][:10]}"
        root = options.sources / name
        if not root.is_dir():
            root = options.sources / folder
        if (root / unit["path"]).is_file():
            trees.setdefault(name, Tree(name, root.resolve())).units.append(unit)
        else:
            print(f"run_cpp.py: {name}: no {unit['path']}", file=sys.stderr)
    return list(trees.values())


def is_cuda(unit: dict[str, str]) -> bool:
    return unit["path"].endswith((".cu", ".cuh"))


def own_flags(unit: dict[str, str], tree: Tree, options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The search paths and the other flags of a unit."""
    table = pathlib.Path(options.units).resolve().parent
    words = [] if unit["flags"] == "-" else shlex.split(unit["flags"])
    searched, others = [], []
    for word in words:
        if word.startswith("-I"):
            searched.append(f"-I{tree.root / word[2:]}")
        elif word == "ALLDEV":
            others.pop()
        else:
            others.append(os.fspath(table / word) if (table / word).is_file() else word)
    return searched, others


def compile_commands(tree: Tree, options: argparse.Namespace) -> list[dict]:
    include = pathlib.Path(options.torch) / "include"
    system = [f"-isystem{include}", f"-isystem{include / 'torch/csrc/api/include'}"]
    for folder in options.system:
        system += ["-idirafter", os.fspath(pathlib.Path(folder).resolve())]
    united = sorted({flag for unit in tree.units for flag in own_flags(unit, tree, options)[0]})
    commands = []
    for unit in tree.units:
        others = own_flags(unit, tree, options)[1]
        if is_cuda(unit):
            others += CUDA_DEFINES
        arguments = ["clang++", f"-std={options.std}", *united, *system, *others, "-c", unit["path"]]
        commands.append({"directory": os.fspath(tree.root), "file": unit["path"], "arguments": arguments})
    return commands


def device_tidy(tree: Tree, build: str, paths: list[str], options: argparse.Namespace) -> bool:
    """Adds what the program says of the paths to the tree; false if it did not end in an orderly way."""
    command = [options.device_tidy, "check", "-p", build, "--isolated", "--output-format", "json", "--level",
               str(options.level), "--timeout", str(options.timeout), "-j", str(options.jobs), *options.argument, *paths]
    try:
        done = subprocess.run(command, cwd=tree.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=(options.timeout + 60) * (len(paths) + 1), check=False)
        said = json.loads(done.stdout) if done.returncode in (0, 1, 2) else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        said = None
    if said is None:
        return False
    tree.findings += said["findings"]
    tree.problems += said["problems"]
    return True


def processor_time() -> float:
    """Of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_tree(tree: Tree, options: argparse.Namespace) -> None:
    start = processor_time()
    paths = [unit["path"] for unit in tree.units]
    with tempfile.TemporaryDirectory() as build:
        (pathlib.Path(build) / "compile_commands.json").write_text(json.dumps(compile_commands(tree, options)))
        if not device_tidy(tree, build, paths, options):
            # One by one, to learn which unit it was.
            tree.failures = [path for path in paths if not device_tidy(tree, build, [path], options)]
    tree.seconds = processor_time() - start


def print_findings(trees: list[Tree]) -> None:
    rows = [["project", "units", "incomplete", "failed", "level 1", "level 2", "level 3", "seconds"]]
    totals = [0] * 7
    for tree in trees:
        incomplete = {problem["path"] for problem in tree.problems} & {unit["path"] for unit in tree.units}
        levels = [sum(finding["level"] == level for finding in tree.findings) for level in (1, 2, 3)]
        numbers = [len(tree.units), len(incomplete), len(tree.failures), *levels, round(tree.seconds)]
        totals = [a + b for a, b in zip(totals, numbers)]
        rows.append([tree.name, *map(str, numbers)])
    print_table([*rows, ["all", *map(str, totals)]])

    counts = collections.Counter((finding["level"], finding["check"]) for tree in trees for finding in tree.findings)
    print_table([["level", "check", "findings"], *([str(l), c, str(n)] for (l, c), n in sorted(counts.items()))])
    for tree in trees:
        for path in tree.failures:
            print(f"{tree.name}: {path}: device-tidy crashed or did not end")
        for problem in tree.problems:
            print(f"{tree.name}: {problem['path']}: {problem['message']}")


def names(finding: dict, label: dict[str, str]) -> bool:
    """Whether a finding, or a note of it, stands at the labelled line and is of a check that fits."""
    if finding["check"].removeprefix("device-") not in FITTING.get(label["category"], "").split():
        return False
    return is_near(finding, label["path"], [int(label["line"])])


def score_labels(trees: list[Tree], labels: list[dict[str, str]]) -> None:
    by_name = {tree.name: tree for tree in trees}
    rows = [["label", "severity", "category", "result", "where"]]
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    for label in labels:
        tree = by_name.get(f"{label['repo'].replace('/', '+')}@{label['commit'][:10]}")
        if tree is None or label["tu"] not in {unit["path"] for unit in tree.units}:
            continue
        reported = sorted({f["check"] for f in tree.findings if names(f, label)})
        incomplete = label["tu"] in {problem["path"] for problem in tree.problems}
        result = " ".join(reported) or ("silent, unit incomplete" if incomplete else "silent")
        counts[label["severity"], "reported" if reported else result] += 1
        rows.append([label["id"], label["severity"], label["category"], result, f"{tree.name}/{label['path']}:{label['line']}"])
    if len(rows) > 1:
        print_table(rows)
        print_table([["severity", "result", "labels"], *([s, r, str(n)] for (s, r), n in sorted(counts.items()))])


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    torch = next(iter(sorted(ROOT.glob("build/venv/lib/python3*/site-packages/torch"))), "torch")
    add = parser.add_argument
    add("--sources", type=pathlib.Path, required=True, help="folder of the checked-out repositories")
    add("--units", required=True, help="table of translation units")
    add("--labels", help="table of labelled lines")
    add("--system", action="append", default=[], metavar="DIR", help="searched for headers last (repeatable)")
    add("--torch", default=torch, help="folder of the installed torch package (default: the build's)")
    add("--std", default="c++20", help="language (default: c++20, what LibTorch 2.13 needs)")
    add_common_arguments(parser)
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    trees = find_trees(options)
    said = {}
    for tree in trees:
        print(f"run_cpp.py: {tree.name}: {len(tree.units)} units", file=sys.stderr, flush=True)
        run_tree(tree, options)
        said[tree.name] = {"findings": tree.findings, "problems": tree.problems, "failed": tree.failures,
                           "seconds": tree.seconds}
        if options.json:
            # After each tree: what was found can be read while the rest runs.
            pathlib.Path(options.json).write_text(json.dumps(said, indent=1))
    print_findings(trees)
    if options.labels:
        score_labels(trees, read_table(options.labels))
    return 1 if any(tree.failures for tree in trees) else 0


if __name__ == "__main__":
    sys.exit(main())
