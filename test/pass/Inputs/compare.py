"""Compares the headlines of the analyzer with those of a run, by place: reports.cpp:22:16.

compare.py STATIC RUN
"""

import pathlib
import re
import sys

HEADLINE = re.compile(r"^(\S+:\d+:\d+): warning: (.*)$", re.MULTILINE)


def headlines(path):
    # What depends on the machine "may be" for the analyzer; a run has one machine. The analyzer may say several things.
    found = {}
    for place, text in HEADLINE.findall(pathlib.Path(path).read_text()):
        found.setdefault(place, []).append(text.replace(" may be ", " are "))
    return found


static, run = map(headlines, sys.argv[1:])
missing = [place for place in run if place not in static]
others = [place for place in run if place in static and not set(run[place]) <= set(static[place])]
for place in others:
    print(f"{place}: {run[place][0]}\n{place}: {static[place][0]}")
for place in missing:
    print(f"{place}: not found by the analyzer: {run[place][0]}")
print(
    f"{len(run)} headlines, {len(run) - len(missing) - len(others)} of them the analyzer's, {len(others)} in other words,"
    f" {len(missing)} where it finds nothing"
)
