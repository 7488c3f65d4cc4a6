#!/usr/bin/env python3
"""Writes the three files of a new check: its source, its page and its test, each failing until it is filled in.

    checks/new_check.py fixed-index [--level 2] [--since 0.1]

makes checks/FixedIndex.cpp, docs/checks/fixed-index.md and test/checks/fixed-index.cpp for device-fixed-index. No other
file is edited: the build finds the source, and defining the check registers it.
"""

import argparse
import pathlib
import re
import sys

SOURCE = """\
{head}
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Say in a sentence what it flags, and in another where it is silent.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {{

static void run(const SolvedFunction &S, Sink &Out) {{
  for (const Event &E : S.Events)
    Out.add(Out.draft(S, *E.I));
}}

static const Check {stem} = {{
    .Name = "device-{name}",
    .Headline = "",
    .Level = {level},
    .Since = "{since}",
    .OnFunction = run,
}};
REGISTER_CHECK({stem})

}} // namespace devtidy::checks
"""

PAGE = """\
# device-{name}

## What it finds

## Why it hurts

## Example

## How it decides

## Where it is silent or wrong

## Since

{since}
"""

TEST = """\
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format full --select device-{name} %s -- %torch_flags | FileCheck %s --implicit-check-not='{{{{warning|note}}}}:'
#include <torch/torch.h>

torch::Tensor {function}_bad(torch::Tensor x) {{
  return x;
  // CHECK: :[[@LINE-1]]:10: warning: the headline [device-{name}]
  // CHECK: :[[@LINE-3]]:{column}: note: where the device was decided
}}

torch::Tensor {function}_ok(torch::Tensor x) {{ return x; }}
"""


def files_of(name: str, level: int, since: str) -> dict[str, str]:
    """Path from the root of the repository to contents."""
    stem = "".join(word.capitalize() for word in name.split("-"))
    head = f"//===- {stem}.cpp - device-{name} "
    function = name.replace("-", "_")
    fields = {
        "head": head.ljust(74, "-") + "===//",
        "stem": stem,
        "name": name,
        "level": level,
        "since": since,
        "function": function,
        "column": len(f"torch::Tensor {function}_bad(torch::Tensor ") + 1,
    }
    return {
        f"checks/{stem}.cpp": SOURCE.format(**fields),
        f"docs/checks/{name}.md": PAGE.format(**fields),
        f"test/checks/{name}.cpp": TEST.format(**fields),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="states the bug and reads after 'allow': mixed-operands")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=1, help="1 correctness, 2 portability, 3 performance")
    parser.add_argument("--since", default="0.1", help="the release that will have it")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    name = arguments.name.removeprefix("device-")
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        parser.error(f"'{arguments.name}' is not a name: words of lower-case letters with hyphens between them")
    files = files_of(name, arguments.level, arguments.since)
    for path in files:
        if (arguments.root / path).exists():
            parser.error(f"{path} exists")
    for path, contents in files.items():
        (arguments.root / path).parent.mkdir(parents=True, exist_ok=True)
        (arguments.root / path).write_text(contents)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
