"""Writes what a program that has the CUDA runtime inside is linked with: the functions, as WRAP lines for
Inside.cpp, and the linker's options.

    generate.py --nm LLVM-NM --runtime LIBRARY --table FILE --options FILE

The functions are those of the stand-in for the CUDA runtime, LIBRARY, which has all of CUDA 12 and 13.
"""

import argparse
import pathlib
import re
import subprocess


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--options", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    command = [arguments.nm, "--dynamic", "--defined-only", "--just-symbol-name", arguments.runtime]
    symbols = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    names = sorted({m[0] for s in symbols if (m := re.match(r"(__)?cuda[A-Z]\w*", s))})
    always = "cudaGetErrorName"
    lines = [f"WRAP({name}, {'globl' if name == always else 'weak'})\n" for name in names]
    arguments.table.write_text("".join(lines))
    # Read by the compiler that links. The linker looks for the object in the folders of -L.
    arguments.options.write_text("-l:device-tidy-cudart.o\n" + "".join(f"-Wl,--wrap={name}\n" for name in names))


main()
