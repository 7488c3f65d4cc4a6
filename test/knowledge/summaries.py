# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the analyzer finds in PyTorch's own sources (generate_summaries.py) with what the tables say.

    summaries.py <device-tidy> <folder for work> <Classes.def>

A module class of the tables has state on `device=`, else the default device, or none.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "analyzer/knowledge"))
from generate_summaries import make_rows  # noqa: E402

# Classes whose state the analysis does not find in the source, and why.
NOT_FOUND = {
    "Lazy": "UninitializedParameter, which has a shape and a place later",
    "GRU": "setattr with names that are computed",
    "LSTM": "setattr with names that are computed",
    "RNN": "setattr with names that are computed",
}


def listed_kinds(text):
    return dict(re.findall(r'^NN(?:_PYTHON)?\("(\w+)", (\w+),', text, re.M))


def agrees(kind, name, where):
    """Whether a class of the kind may leave its state there: 'the device argument perhaps', or '' for none."""
    own = [part for part in where.split(", or ") if part.startswith(("the default device", "the device argument"))]
    if kind == "Module":
        return bool(where) or any(name.startswith(known) for known in NOT_FOUND)
    # An argument may become state, or a flag may ask for some.
    return all(" if " in part or " perhaps" in part for part in own)


def main():
    program, work, classes = sys.argv[1:]
    kinds = listed_kinds(Path(classes).read_text())
    agree = total = 0
    for row in make_rows(program, Path(work)):
        home, _, name = row.name.rpartition(".")
        if row.kind != "module" or home != "torch.nn" or kinds.get(name) not in ("Module", "StatelessModule"):
            continue
        total += 1
        if row.state == "unknown" or agrees(kinds[name], name, row.state):
            agree += 1
        else:
            print(f"disagree: {name} is a {kinds[name]}, its constructor leaves {row.state or 'nothing'}")
    print(f"all {total} classes agree" if agree == total else f"agree {agree} of {total} classes")


if __name__ == "__main__":
    sys.exit(main())
