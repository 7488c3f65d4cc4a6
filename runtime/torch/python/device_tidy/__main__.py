# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command device-tidy of a wheel, and python -m device_tidy: becomes the program that is inside of the package."""

from __future__ import annotations

import os
import sys


def main() -> int:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "device-tidy")
    try:
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as error:
        sys.stderr.write(f"device-tidy: error: cannot run {program}: {error.strerror}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
