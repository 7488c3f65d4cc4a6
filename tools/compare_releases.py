#!/usr/bin/env python3
"""compare_releases.py FROM TO [--build BUILD]: the headers that the runtime includes and that differ between two releases of
PyTorch, which tools/releases has brought. If none does, one build of the libraries fits both, and DT_SAME_RELEASES of
cmake/LibTorch.cmake says so. The build folder has to be built with one of them.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = re.compile(r"^\s+.*/torch/(include/\S+)$", re.MULTILINE)
# They say the number.
VERSION = {"include/torch/headeronly/version.h", "include/torch/csrc/api/include/torch/version.h"}


def torch_of(release):
    found = next((ROOT / "build/releases" / release).glob("lib/python3*/site-packages/torch"), None)
    return found or sys.exit(f"compare_releases.py: tools/releases {release} brings it")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs=2)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    args = parser.parse_args()
    both = [torch_of(release) for release in args.releases]
    depends = subprocess.run(["ninja", "-C", args.build, "-t", "deps"], stdout=subprocess.PIPE, text=True, check=True).stdout
    included = set(HEADER.findall(depends)) - VERSION

    def differs(name):
        one, other = (torch / name for torch in both)
        return one.exists() != other.exists() or (one.exists() and one.read_bytes() != other.read_bytes())

    different = sorted(filter(differs, included))
    print(*different, f"{len(different)} of {len(included)} headers differ", sep="\n")
    return 1 if different or not included else 0


if __name__ == "__main__":
    sys.exit(main())
