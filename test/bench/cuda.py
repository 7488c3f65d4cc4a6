#!/usr/bin/env python3
"""What the CUDA shim costs a call, and memory for each live allocation, on the stand-in for the CUDA runtime.

    test/bench/cuda.py [--build build]

The stand-in does no work, so the difference of two runs is the shim's. A launch on a GPU takes about 2 us, or what
--launch says in nanoseconds; the last column is the shim's share of that (goal for a launch: under 10 %).
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(program: pathlib.Path, *preloads: pathlib.Path) -> dict[tuple[str, int], float]:
    environment = dict(os.environ, LD_PRELOAD=" ".join(str(p) for p in preloads))
    out = subprocess.run([program], env=environment, capture_output=True, text=True, check=True).stdout
    return {(name, int(live)): float(value) for name, live, value in map(str.split, out.splitlines())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--launch", type=float, default=2000)
    arguments = parser.parse_args()
    library = arguments.build.resolve() / "lib"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "cuda"
        subprocess.run(["c++", "-std=c++20", "-O2", "-g", ROOT / "test/bench/Inputs/cuda.cpp", f"-L{library}/device-tidy-cudart",
                        "-l:libcudart.so.13", "-o", program], check=True)
        plain = run(program, library / "device-tidy-cudart" / "libcudart.so.13")
        shim = run(program, library / "libdevice_tidy_shim.so", library / "device-tidy-cudart" / "libcudart.so.13")
    print(f"{'call':15} {'live':>9} {'plain ns':>9} {'shim ns':>9} {'cost ns':>9} {'of a launch':>12}")
    for (name, live), value in plain.items():
        cost = shim[name, live] - value
        print(f"{name:15} {live:9} {value:9.1f} {shim[name, live]:9.1f} {cost:9.1f} {cost / arguments.launch:12.1%}")


if __name__ == "__main__":
    main()
