"""What the scripts of this folder share: tables in files and on the terminal, labelled lines, arguments."""

import argparse
import csv
import fnmatch
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# A report this far from a labelled line still names it.
NEAR_LINES = 2


def read_table(path: str) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def selected(rows: list[dict[str, str]], globs: list[str] | None) -> list[dict[str, str]]:
    """The rows whose repository matches one of the globs; all rows without any."""
    return [row for row in rows if not globs or any(fnmatch.fnmatch(row["repo"], glob) for glob in globs)]


def is_near(finding: dict, path: str, lines: list[int]) -> bool:
    """Whether a finding, or a note of it, stands at one of the lines."""
    return any(p["path"] == path and abs(p.get("line", -99) - line) <= NEAR_LINES
               for p in [finding, *finding["notes"]] for line in lines)


def print_table(rows: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()


def add_common_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--repo", action="append", help="only repositories that match this glob (repeatable)")
    add("--device-tidy", default=ROOT / "build/bin/device-tidy", help="program to run (default: the build's)")
    add("--level", type=int, default=2, help="highest level to report (default: 2)")
    add("--timeout", type=int, default=300, metavar="SECONDS", help="for each run, or unit (default: 300)")
    add("--json", metavar="FILE", help="write what was found to this file")
    add("-j", dest="jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    add("argument", nargs="*", help="further arguments of device-tidy, after --")
