#!/usr/bin/env python3
"""Compares simulated devices with the plain CPU, as ratios measured in one run, on one thread.

    test/bench/simulator.py [--build DIR] [--rounds N]

Prints the best processor time of each, in microseconds, and the ratio:
  add, view, empty   one operator on four elements
  sgd, adam          a training step of a small network (16 units)          (goal: ratio under 2)
  large              one of 512 units, batches of 256                       (goal: ratio under 1.1)
  cpu                the small step on the CPU while devices are simulated   (goal: ratio 1)
Rounds of both alternate. Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BODY = """
import json, sys, time, torch
from torch import nn
torch.set_num_threads(1)

def best(function, count):
    function()
    times = []
    for _ in range(8):
        start = time.thread_time()
        for _ in range(count):
            function()
        times.append((time.thread_time() - start) / count * 1e6)
    return min(times)

def step(optimizer, device, units=16, batch=32):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(units, units), nn.ReLU(), nn.Linear(units, 4)).to(device)
    chosen = optimizer(model.parameters(), lr=0.1)
    x, y = torch.randn(batch, units).to(device), torch.randint(0, 4, (batch,)).to(device)
    def run():
        chosen.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        chosen.step()
    return run

device = sys.argv[1]
a, b = torch.ones(4, device=device), torch.ones(4, device=device)
print(json.dumps({
    "add": best(lambda: a + b, 2000),
    "view": best(lambda: a.view(2, 2), 2000),
    "empty": best(lambda: torch.empty(4, device=device), 2000),
    "sgd": best(step(torch.optim.SGD, device), 100),
    "adam": best(step(torch.optim.Adam, device), 50),
    "large": best(step(torch.optim.SGD, device, 512, 256), 10),
    "cpu": best(step(torch.optim.SGD, "cpu"), 100),
}))
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    python = str(options.build / "venv/bin/python")
    plain = [python, "-c", BODY, "cpu"]
    simulated = [str(options.build / "bin/device-tidy"), "run", "--devices", "2", "--", python, "-c", BODY, "cuda"]
    best = {}
    for _ in range(options.rounds):
        for name, command in (("plain", plain), ("simulated", simulated)):
            for case, time in json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout).items():
                key = name, case
                best[key] = min(best.get(key, time), time)
    print(f"{'':8}{'plain us':>12}{'simulated us':>14}{'ratio':>8}")
    for case in ("add", "view", "empty", "sgd", "adam", "large", "cpu"):
        host, device = best["plain", case], best["simulated", case]
        print(f"{case:8}{host:12.2f}{device:14.2f}{device / host:8.2f}")


main()
