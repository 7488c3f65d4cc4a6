# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares device-tidy with PyTorch on random programs.

Each program runs under FakeTensorMode for every choice of its arguments. Where that raises a device error,
device-tidy has to report the operation; it is repaired, and the program is tried again. Where it runs through,
device-tidy has to be silent at level 1.

    differential.py --program device-tidy --devices libdt_fake_devices.so [--profile NAME] [--seed N] [--count N]
                    [--known FILE]

With --fix, asks instead whether a program that fails, and of which every device error is reported, runs after
`device-tidy check --fix`, and prints 'fixed A of B programs'.

Prints the seed and 'agree A of B programs, M device errors', and for a disagreement the smallest program found that
shows it; the exit status is then 1. Known disagreements stand in a file, with their reasons; one that is none any more
is an error, too.
"""

import argparse
import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "knowledge"))

import oracle  # noqa: E402
from analyzer import false_alarms, findings, fixed, unreported  # noqa: E402
from programs import generate  # noqa: E402
from repair import repaired  # noqa: E402
from shrink import shrink  # noqa: E402

MOST_REPAIRS = 12
PROFILES = ("straight", "functions", "modules")


class Comparison:
    def __init__(self, device_tidy, torch):
        self.device_tidy, self.torch, self.errors, self.failed = device_tidy, torch, 0, 0
        self.trials = 400

    def disagreement(self, verdict, found, text):
        """What device-tidy says otherwise than PyTorch about a program, as (kind, sentence), or None."""
        if any(finding["check"] == "problem" for finding in found):
            return "problem", next(finding["message"] for finding in found if finding["check"] == "problem")
        if verdict.errors:
            missed = unreported(verdict.errors, found)
            return missed and ("missed", f"line {missed[0].line}:{missed[0].column}: PyTorch says: {missed[1]}")
        alarms = false_alarms(found, verdict.lines, text)
        if not alarms:
            return None
        first = alarms[0]
        return first["check"], f"false alarm, line {first['line']}:{first['column']}: {first['message']}"

    def compare(self, text):
        verdict = self.torch.judge(text)
        return None if verdict.failure else self.disagreement(verdict, findings(self.device_tidy, text), text)

    def smallest(self, text, kind):
        def shows(smaller):
            result = self.compare(smaller)
            return result is not None and result[0] == kind

        small = shrink(text, shows, self.trials)
        return small, self.compare(small)

    def program(self, text):
        """(program, kind) of the first disagreement about the program and its repairs, or None."""
        repairs = frozenset()
        for _ in range(MOST_REPAIRS):
            verdict = self.torch.judge(text)
            if verdict.failure:
                self.failed += 1
                return None
            result = self.disagreement(verdict, findings(self.device_tidy, text), text)
            if result:
                return text, result[0]
            if not verdict.errors:
                return None
            self.errors += len(verdict.errors)
            place = next(iter(verdict.errors))
            text = repaired(text, place, (place.line, place.column) in repairs)
            if text is None:
                return None
            repairs |= {(place.line, place.column)}
        return None


def count_fixed(torch, program, texts, most):
    """Whether what device-tidy repairs runs: of programs in which it sees what PyTorch says."""
    failing = runs = 0
    for index, text in texts:
        verdict = torch.judge(text)
        if verdict.failure or not verdict.errors or unreported(verdict.errors, findings(program, text)):
            continue
        failing += 1
        after = fixed(program, text)
        then = torch.judge(after)
        if not then.failure and not then.errors:
            runs += 1
        elif failing - runs <= most:
            why = then.failure.splitlines()[-1] if then.failure else next(iter(then.errors.values()))[0]
            kind = "as before" if after == text else "repaired"
            print(f"program {index}, {kind}: {why}\n{after}", flush=True)
    print(f"fixed {runs} of {failing} programs")
    return 0 if runs == failing else 1


def read_known(path, profile, seed):
    """{index: reason} of the programs of that profile and seed: lines 'profile TAB seed/index TAB FN_ or FP_ reason'."""
    found = {}
    for line in path.read_text().splitlines() if path else []:
        if line and not line.startswith("#"):
            name, program, reason = line.split("\t")
            if name == profile and program.startswith(f"{seed}/"):
                found[int(program.partition("/")[2])] = reason
    return found


def run_only(torch, texts):
    """Whether the programs are programs: what is not a device error is a defect of the generator."""
    verdicts = [torch.judge(text) for text in texts]
    failures = [verdict.failure for verdict in verdicts if verdict.failure]
    for failure in failures:
        print(f"failed: {failure.splitlines()[0]}")
    errors = sum(len(verdict.errors) for verdict in verdicts)
    print(f"ran {len(texts) - len(failures)} of {len(texts)} programs, {errors} device errors")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=os.path.abspath, help="device-tidy; without it the programs only run")
    parser.add_argument("--devices", required=True, help="the library of simulated devices")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--profile", choices=PROFILES, default=PROFILES[0], help="what programs may have (programs.py)")
    parser.add_argument("--most", type=int, default=5, help="show so many disagreements")
    parser.add_argument("--known", type=Path, help="disagreements that are known")
    parser.add_argument("--fix", action="store_true", help="whether repaired programs run")
    parser.add_argument("--print", type=int, metavar="INDEX", help="print a program and do nothing else")
    args = parser.parse_args()
    if args.print is not None:
        print(generate(random.Random(f"{args.seed}/{args.print}"), args.profile), end="")
        return 0
    numbers = range(args.first, args.first + args.count)
    oracle.load(args.devices)
    torch = oracle.Oracle()
    if not args.program:
        return run_only(torch, [generate(random.Random(f"{args.seed}/{i}"), args.profile) for i in numbers])
    if args.fix:
        texts = ((i, generate(random.Random(f"{args.seed}/{i}"), args.profile)) for i in numbers)
        return count_fixed(torch, args.program, texts, args.most)
    comparison = Comparison(args.program, torch)
    start, disagreements = time.monotonic(), 0
    known, needless = read_known(args.known, args.profile, args.seed), 0
    for index in numbers:
        result = comparison.program(generate(random.Random(f"{args.seed}/{index}"), args.profile))
        if index in known and not result:
            needless += 1
            print(f"program {index}: agrees, and is known not to: {known[index]}")
        if result and index not in known:
            disagreements += 1
            if disagreements <= args.most:
                small, shown = comparison.smallest(*result)
                print(f"program {index}: {shown[0]}: {shown[1]}\n{small}", flush=True)
    tried = args.count - comparison.failed
    known = sum(index in numbers for index in known)
    print(f"seed {args.seed}, {time.monotonic() - start:.0f} s, {comparison.failed} programs did not run")
    print(f"agree {tried - disagreements - known} of {tried} programs, {known} are known not to, {comparison.errors} device errors")
    return 1 if disagreements or needless else 0


if __name__ == "__main__":
    sys.exit(main())
