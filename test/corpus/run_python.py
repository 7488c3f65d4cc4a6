#!/usr/bin/env python3
"""Runs device-tidy on the Python code of other projects: real bugs before and after their repair, and maintained code.

    test/corpus/run_python.py --repositories ~/mirrors --bugs bugs.tsv --clean clean.tsv

Repositories are clones with history, bare or not: OWNER+NAME, or OWNER+NAME/repo, in --repositories. Trees are unpacked
into --cache and kept. The table of bugs has the columns id, repo, fix_commit, parent_commit, path, line_in_parent,
line_in_fix, category, note; the table of maintained code has repo, commit, subfolder, lines. Prints how many bugs are
reported at each level at the parent commit and silent at the fix, by category, and how many reports there are per 100,000 lines of
maintained code. This is no part of the tests: it needs code that is not in the repository, and a person who reads the
findings.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from tables import NEAR_LINES, add_common_arguments, is_near, print_table, read_table, selected

# Which checks may name a bug of a category; any check may name one of the category "other".
FITTING = {
    "collective-device": "cpu-collective mixed-operands",
    "container-not-moved": "unregistered-state stale-alias mixed-operands",
    "cpu-lengths-required": "cpu-only-argument",
    "dataloader": "mixed-operands stale-alias forked-accelerator",
    "device-compare": "string-comparison",
    "discarded-to": "discarded-move",
    "factory-no-device": "mixed-operands index-mismatch implicit-creation mixed-return",
    "generator-device": "generator-mismatch",
    "hardcoded-cpu": "mixed-operands mixed-return fixed-index",
    "hardcoded-cuda": "unguarded-accelerator fixed-index mixed-transfer mixed-operands",
    "index-on-wrong-device": "index-mismatch mixed-operands",
    "legacy-ctor-device": "legacy-constructor",
    "load-no-map-location": "load-without-map-location",
    "loss-or-metric-state": "mixed-operands unregistered-state",
    "mixed-cuda-to": "mixed-transfer mixed-operands unguarded-accelerator",
    "module-not-moved": "mixed-operands unregistered-state",
    "multi-gpu-index": "fixed-index invalid-index mixed-operands string-comparison unguarded-launch",
    "new-tensor-from-python-scalar": "mixed-operands implicit-creation mixed-return index-mismatch",
    "numpy-on-cuda": "host-access",
    "optimizer-before-move": "optimizer-before-move",
    "unregistered-tensor-attr": "unregistered-state mixed-operands index-mismatch",
    "wrong-device-variable": "mixed-operands fixed-index",
}


def unpack(repo: str, commit: str, options: argparse.Namespace) -> pathlib.Path | None:
    """The Python files of a commit; None if there is no clone, or it lacks the commit."""
    name = repo.replace("/", "+")
    root = options.cache / f"{name}@{commit[:10]}"
    if root.is_dir():
        return root
    clone = options.repositories / name
    if (clone / "repo").is_dir():
        clone = clone / "repo"
    if not clone.is_dir():
        return None
    archive = subprocess.run(["git", "-C", clone, "archive", commit, "--", ":(glob)**/*.py"], capture_output=True,
                             check=False)
    if archive.returncode:
        return None
    fresh = pathlib.Path(tempfile.mkdtemp(dir=options.cache))
    subprocess.run(["tar", "x", "-C", fresh], input=archive.stdout, check=True)
    try:
        fresh.rename(root)
    except OSError:  # another thread was faster
        shutil.rmtree(fresh)
    return root


def device_tidy(root: pathlib.Path, path: str, options: argparse.Namespace) -> dict:
    """What the program says of a file or folder of a tree; no "findings" if it did not end in an orderly way."""
    command = [options.device_tidy, "check", "--isolated", "--output-format", "json", "--level", str(options.level), "-j",
               "1", *options.argument, path]
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=options.timeout, check=False)
        said = json.loads(done.stdout) if done.returncode in (0, 1, 2) else {}
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        said = {}
    said["seconds"] = time.monotonic() - start
    said["tree"] = root.name
    return said


def fits(finding: dict, category: str) -> bool:
    return category == "other" or finding["check"].removeprefix("device-") in FITTING[category].split()


def score(bug: dict[str, str], options: argparse.Namespace) -> tuple[str, list[str]]:
    """The lowest level at which one bug is reported, or why it is not, and the checks that report it."""
    trees = [unpack(bug["repo"], bug[column], options) for column in ("parent_commit", "fix_commit")]
    if None in trees:
        return "no tree", []
    said = [device_tidy(tree, options.scope or bug["path"], options) for tree in trees]
    if any("findings" not in s for s in said):
        return "crash or time-out", []
    lines = [int(bug["line_in_parent"])]
    if alternative := re.search(r"alt_lines:([\d,]+)", bug["note"]):
        lines += map(int, alternative[1].strip(",").split(","))
    near = [f for f in said[0]["findings"] if fits(f, bug["category"]) and is_near(f, bug["path"], lines)]
    if not near:
        return "missed", []
    caught = {f["check"] for f in near}
    fixed = int(bug["line_in_fix"]) if bug["line_in_fix"].isdigit() else -99
    still = {f["check"] for f in said[1]["findings"] if f["check"] in caught and f["path"] == bug["path"]
             and abs(f["line"] - fixed) <= NEAR_LINES}
    level = min(f["level"] for f in near)
    return f"level {level}" + (", not silent after the fix" if still else ""), sorted(caught)


def run_bugs(options: argparse.Namespace, pool: concurrent.futures.Executor) -> None:
    bugs = [bug for bug in selected(read_table(options.bugs), options.repo) if not options.id or bug["id"] in options.id]
    results = list(pool.map(lambda bug: score(bug, options), bugs))
    print_table([["id", "result", "category", "checks", "where"]] + [
        [bug["id"], result, bug["category"], " ".join(checks),
         f"{bug['repo'].replace('/', '+')}@{bug['parent_commit'][:10]}/{bug['path']}:{bug['line_in_parent']}"]
        for bug, (result, checks) in zip(bugs, results)])
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for bug, (result, _) in zip(bugs, results):
        for kind in result.split(", "):
            counts[bug["category"]][kind] += 1
            counts["all"][kind] += 1
    kinds = [*(f"level {level}" for level in range(1, options.level + 1)), "missed", "not silent after the fix",
             "crash or time-out", "no tree"]
    order = sorted(counts, key=lambda category: (category == "all", -counts[category].total()))
    print_table([["category", *kinds]] + [[category, *(str(counts[category][kind]) for kind in kinds)]
                                          for category in order])


def run_clean(options: argparse.Namespace, pool: concurrent.futures.Executor) -> list[dict]:
    rows = selected(read_table(options.clean), options.repo)

    def run(row: dict[str, str]) -> dict | None:
        root = unpack(row["repo"], row["commit"], options)
        return root and device_tidy(root, row["subfolder"] or ".", options)

    said = list(pool.map(run, rows))
    table = [["tree", "lines", "level 1", "level 2", "level 3", "per 100,000 lines at level 1", "to level 2", "seconds"]]
    totals = [0, 0, 0, 0, 0.0]

    def line(name: str, numbers: list) -> list[str]:
        lines, one, two, three, seconds = numbers
        return [name, str(lines), str(one), str(two), str(three), f"{one * 100000 / max(lines, 1):.1f}",
                f"{(one + two) * 100000 / max(lines, 1):.1f}", f"{seconds:.1f}"]

    for row, result in zip(rows, said):
        name = f"{row['repo']}/{row['subfolder']}".rstrip("/.")
        if result is None or "findings" not in result:
            table.append([name, "no tree" if result is None else "crash or time-out"] + [""] * 6)
            continue
        levels = [sum(f["level"] == level for f in result["findings"]) for level in (1, 2, 3)]
        numbers = [int(row["lines"]), *levels, result["seconds"]]
        totals = [a + b for a, b in zip(totals, numbers)]
        table.append(line(name, numbers))
    print_table([*table, line("all", totals)])
    found = [f for result in said if result for f in result.get("findings", [])]
    counts = collections.Counter((f["level"], f["check"]) for f in found)
    print_table([["level", "check", "findings"], *([str(l), c, str(n)] for (l, c), n in sorted(counts.items()))])
    return [result for result in said if result]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--repositories", type=pathlib.Path, required=True, help="folder of clones")
    add("--cache", type=pathlib.Path, required=True, help="folder for unpacked trees")
    add("--bugs", help="table of bugs")
    add("--clean", help="table of maintained code")
    add("--id", action="append", help="only this bug (repeatable)")
    add("--scope", help="check this path of a bug's tree, such as '.', instead of the bug's file alone")
    add_common_arguments(parser)
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    options.cache.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.bugs:
            run_bugs(options, pool)
        if options.clean:
            said = run_clean(options, pool)
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(said, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
