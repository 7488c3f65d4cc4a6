#!/usr/bin/env python3
"""What watching a training step costs, as ratios measured in one process, on one thread and simulated devices.

    test/bench/verification.py [--build DIR] [--rounds N]

Prints the best processor time of each step, in milliseconds, plain and watched, and the ratio:
  tiny     a network of 16 units, batch of 32; batch and labels are moved, the loss is read   (goal: ratio under 1.25)
  resnet   ResNet-18, images of 32 x 32, batch of 4; the same                                 (goal: ratio under 1.10)
  after    the tiny step when the watch has ended                                             (goal: ratio 1)
  move     one tensor that is moved to the device
  read     one item()
Rounds of both alternate. Nothing here is asserted: machines differ, and busy ones lie.
"""

import argparse
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BODY = """
import gc, sys, time, torch
from torch import nn
from device_tidy.verification import patches
from device_tidy.verification.recorder import Recorder
torch.set_num_threads(1)

class Block(nn.Module):
    def __init__(self, before, width, stride):
        super().__init__()
        self.first = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(width), nn.BatchNorm2d(width)])
        shortcut = nn.Sequential(nn.Conv2d(before, width, 1, stride, bias=False), nn.BatchNorm2d(width))
        self.shortcut = shortcut if stride != 1 or before != width else nn.Identity()

    def forward(self, x):
        y = torch.relu(self.norms[0](self.first(x)))
        return torch.relu(self.norms[1](self.second(y)) + self.shortcut(x))

def resnet():
    blocks, before = [], 64
    for width, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
        blocks.append(Block(before, width, stride))
        before = width
    stem = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    return nn.Sequential(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))

def training(model, x, y):
    model = model.to("cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    def step():
        inputs, labels = x.to("cuda"), y.to("cuda")
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()
        return loss.item()
    return step

def tiny():
    net = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 4))
    return training(net, torch.randn(32, 16), torch.randint(0, 4, (32,)))

one, there = torch.ones(4), torch.ones((), device="cuda")
steps = {
    "tiny": (tiny(), 100),
    "resnet": (training(resnet(), torch.randn(4, 3, 32, 32), torch.randint(0, 10, (4,))), 2),
    "after": (tiny(), 100),
    "move": (lambda: one.to("cuda"), 1000),
    "read": (lambda: there.item(), 1000),
}

def timed(step, count):
    start = time.thread_time()
    for _ in range(count):
        step()
    return (time.thread_time() - start) / count * 1e3

best = {}
for _ in range(int(sys.argv[1])):
    for name, (step, count) in steps.items():
        for watched in (False, True):
            recorder = Recorder()
            if watched:
                patches.add(recorder)
                if name == "after":
                    patches.remove(recorder)
            # A finding is made once, as the one about a tensor that is moved for the eighth time.
            for _ in range(10):
                step()
            gc.collect()
            key = name, watched
            best[key] = min(best.get(key, 1e9), timed(step, count))
            if watched and name != "after":
                patches.remove(recorder)
print(f"{'':8}{'plain ms':>12}{'watched ms':>14}{'ratio':>8}")
for name in steps:
    plain, watched = best[name, False], best[name, True]
    print(f"{name:8}{plain:12.4f}{watched:14.4f}{watched / plain:8.2f}")
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    python = str(options.build / "venv/bin/python")
    # The run brings the devices and the package; its own watch would be there all the time, so it ends at once.
    own_watch_off = "import device_tidy.verification.patches as p; [p.remove(r) for r in p.recorders()]\n"
    command = [str(options.build / "bin/device-tidy"), "run", "-q", "--devices", "1", "--", python, "-c"]
    subprocess.run([*command, "import torch\n" + own_watch_off + BODY, str(options.rounds)], check=True)


main()
