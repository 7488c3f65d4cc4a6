#!/usr/bin/env python3
"""Compares device-tidy with clang and stock clang-tidy on LibTorch code, as ratios measured in one run.

    test/bench/driver.py [--build DIR] [--units N] [--rounds N]

Prints, each as the best of a few rounds in user seconds and as a ratio:
  1. device-tidy with all checks and a full parse against clang++ -fsyntax-only of the same file   (goal under 1.05)
  2. stock clang-tidy with the plugin and all its checks against one trivial check                 (goal under 1.05)
  3. each further unit of a project: device-tidy with its precompiled header against clang-tidy    (goal under 1/40)
Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNIT = """#include <torch/torch.h>

struct Net{n} : torch::nn::Module {{
  Net{n}() {{ fc = register_module("fc", torch::nn::Linear(8, 8)); }}
  torch::Tensor forward(torch::Tensor x) {{ return torch::relu(fc->forward(x)) + torch::ones({{8}}, x.device()); }}
  torch::nn::Linear fc{{nullptr}};
}};

float train{n}(int steps) {{
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Net{n} net;
  net.to(device);
  torch::optim::SGD optimizer(net.parameters(), 0.1);
  float last = 0;
  for (int step = 0; step < steps; ++step) {{
    auto input = torch::randn({{4, 8}}).to(device);
    optimizer.zero_grad();
    auto loss = torch::mse_loss(net.forward(input), torch::zeros({{4, 8}}, device));
    loss.backward();
    optimizer.step();
    last = loss.item<float>();
  }}
  return last;
}}
"""


def measure(command, rounds=1, environment=None):
    """The least (user seconds, wall seconds) of some rounds."""
    best = (float("inf"), float("inf"))
    for _ in range(rounds):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        wall = time.monotonic() - start
        best = min(best, (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, wall))
    return best


def show(name, ours, theirs):
    print(f"{name}: {ours[0]:.2f} s against {theirs[0]:.2f} s user, ratio {ours[0] / theirs[0]:.3f}"
          f" (wall {ours[1]:.2f} against {theirs[1]:.2f})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--units", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch = next((ROOT / "build" / "venv" / "lib").glob("python3*/site-packages/torch"))
    flags = ["-std=c++20", "-isystem", f"{torch}/include", "-isystem", f"{torch}/include/torch/csrc/api/include"]
    tool = str(options.build / "bin" / "device-tidy")
    plugin = str(options.build / "lib" / "DeviceTidyModule.so")
    trivial = "-checks=-*,readability-identifier-length"

    with tempfile.TemporaryDirectory() as folder:
        units = [os.path.join(folder, f"unit{n}.cpp") for n in range(options.units)]
        for number, path in enumerate(units):
            with open(path, "w") as out:
                out.write(UNIT.format(n=number))
        environment = dict(os.environ, DEVICE_TIDY_CACHE_DIR=os.path.join(folder, "cache"))
        full = [tool, "check", "--level", "3", "--no-cache", "--parse-all-bodies", units[0], "--", *flags]
        clang = measure(["clang++-22", "-fsyntax-only", *flags, units[0]], options.rounds)
        show("1. full parse and all checks, against clang -fsyntax-only", measure(full, options.rounds), clang)

        tidy = ["clang-tidy-22", "--quiet", trivial, units[0], "--", *flags]
        stock = measure(tidy, options.rounds)
        if os.path.exists(plugin):
            ours = ["clang-tidy-22", "--quiet", "-load", plugin, "-checks=-*,device-*", units[0], "--", *flags]
            show("2. plugin in clang-tidy, against one trivial check", measure(ours, options.rounds), stock)

        one = measure([tool, "check", "-j1", units[0], "--", *flags], 1, environment)
        rest = measure([tool, "check", "-j1", *units[1:], "--", *flags], 1, environment)
        each = tuple(seconds / (options.units - 1) for seconds in rest)
        show("3. each further unit, against clang-tidy", each, stock)
        total = tuple(a + b for a, b in zip(one, rest))
        theirs = measure(["clang-tidy-22", "--quiet", trivial, *units, "--", *flags])
        show(f"   all {options.units} units, precompiled header included", total, theirs)
        again = measure([tool, "check", "-j1", *units, "--", *flags], 1, environment)
        show("   all again, nothing changed", again, theirs)


if __name__ == "__main__":
    if not shutil.which("clang-tidy-22"):
        raise SystemExit("clang-tidy-22 is not installed")
    main()
