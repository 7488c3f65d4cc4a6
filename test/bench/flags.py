#!/usr/bin/env python3
"""How long a script with many flags takes: each flag decides where a tensor goes, and most speak of others.

    test/bench/flags.py [--device-tidy PROGRAM]... [--flags N,...] [--rounds N]

Prints the least processor time of each program for scripts of so many flags. Whether conditions agree is what such a
script asks most often (ConditionTable::allows). Nothing is asserted: machines differ, and busy ones lie.
"""

import argparse
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def script(flags: int) -> str:
    lines = ["import argparse", "import torch", "parser = argparse.ArgumentParser()"]
    lines += [f"parser.add_argument('--f{n}', action='store_true')" for n in range(flags)]
    lines += ["args = parser.parse_args()", "def main():", "    use = torch.cuda.is_available() and not args.f0",
              "    x = torch.zeros(3)"]
    for n in range(flags):
        lines += [f"    a{n} = args.f{n} or (args.f{(n * 7 + 3) % flags} and use)", f"    if a{n}:",
                  "        x = x.cuda()", f"    y{n} = torch.ones(3).cuda() if a{n} and use else torch.ones(3)",
                  f"    x = x + y{n}"]
    return "\n".join([*lines, "    return x", "main()", ""])


def seconds(program: str, path: pathlib.Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, "check", "--isolated", "--no-cache", "-q", "--exit-zero", path], check=True,
                   stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device-tidy", action="append", help="program to run, repeatable (default: the build's)")
    parser.add_argument("--flags", default="6,8,12", help="how many, separated by commas")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "train.py")
        for flags in map(int, options.flags.split(",")):
            path.write_text(script(flags))
            for program in options.device_tidy or [str(ROOT / "build/bin/device-tidy")]:
                best = min(seconds(program, path) for _ in range(options.rounds))
                print(f"{flags:3} flags  {best:6.2f} s  {program}")


if __name__ == "__main__":
    main()
