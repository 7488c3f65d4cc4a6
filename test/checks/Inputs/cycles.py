"""Random programs whose functions call each other in circles: what is said of those who call them, and what happens.

usage: cycles.py PROGRAM SEED COUNT FOLDER

Each program is written in two orders of its functions. A finding of a caller has to happen in some run, and one without
"may" in all that come there: devices are followed by running the program with tensors that are nothing but a device,
and a coin in the place of each condition. Prints what is not so.
"""

import json
import pathlib
import random
import subprocess
import sys
import types

DEVICES = ['"cpu"', '"cuda:0"', '"cuda:1"']
RUNS = 300
MAX_HEADS = 12  # so that runs end


class Tensor:
    """A device, None where an operation failed before."""

    failed: list[int] = []

    def __init__(self, device):
        self.device = device

    def to(self, device):
        return Tensor(device)

    def __mul__(self, _):
        return self

    def __add__(self, other):
        if None in (self.device, other.device) or self.device == other.device:
            return Tensor(self.device and other.device)
        Tensor.failed.append(sys._getframe(1).f_lineno)
        return Tensor(None)


class Cycle:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count, self.parameters = self.random.choice([1, 2, 2, 3]), self.random.choice(["a", "ab", "ab", "abc"])
        self.functions = [self.function(n) for n in range(self.count)]
        self.callers = [self.caller(n) for n in range(3)]

    def value(self):
        given, other = self.random.choice(self.parameters), self.random.choice(self.parameters)
        moved = f"{given}.to({self.random.choice(DEVICES)})"
        return self.random.choice([given] * 6 + [moved, f"{given} * 2", f"{given}.to({other}.device)"])

    def call(self):
        given = ", ".join(self.value() for _ in self.parameters)
        return f"{self.random.choice(self.parameters + 'r')} = f{self.random.randrange(self.count)}({given})"

    def function(self, number):
        body = [self.random.choice([self.call, self.call, lambda: f"a = {self.value()}",
                                    lambda: f"{self.value()} + {self.value()}"])() for _ in range(3)]
        return [f"def f{number}({', '.join(self.parameters)}):", f"    r = {self.value()}", "    if coin():",
                *(f"        {line}" for line in [*body, self.call()]),
                f"        return {self.random.choice(['r', self.value()])}", "    return r"]

    def caller(self, number):
        given = ", ".join(f"torch.ones(2, device={self.random.choice(DEVICES)})" for _ in self.parameters)
        return [f"def caller_{number}():", f"    x = f{self.random.randrange(self.count)}({given})",
                f"    return x + torch.ones(2, device={self.random.choice(DEVICES)})"]

    def text(self, reverse):
        functions = [*self.functions, *self.callers]
        return "\n\n\n".join(["import torch\nfrom elsewhere import coin",
                              *("\n".join(f) for f in (functions[::-1] if reverse else functions))]) + "\n"


def happens(text, seed):
    """By line of a caller, for each run whether it failed: in the call, and in the sum, where None stands for a run that
    failed in the call and so does not come there."""
    torch, elsewhere = types.ModuleType("torch"), types.ModuleType("elsewhere")
    heads, coins = [0], random.Random(seed)
    torch.ones = lambda size, device: Tensor(device)

    def coin():
        heads[0] += 1
        return heads[0] < MAX_HEADS and coins.random() < 0.5

    elsewhere.coin = coin
    sys.modules |= {"torch": torch, "elsewhere": elsewhere}
    names = {}
    exec(compile(text, "program", "exec"), names)
    lines, found = text.splitlines(), {}
    for number in range(3):
        first = lines.index(f"def caller_{number}():") + 1
        for _ in range(RUNS):
            heads[0] = 0
            Tensor.failed.clear()
            names[f"caller_{number}"]()
            fails_inside = any(line != first + 2 for line in Tensor.failed)
            found.setdefault(first + 1, []).append(fails_inside)
            found.setdefault(first + 2, []).append(first + 2 in Tensor.failed or (None if fails_inside else False))
    return found


def main():
    program, seed, count, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    texts = {f"p{n}_{order}.py": (n, Cycle(n).text(order == "back"))
             for n in range(seed, seed + count) for order in ("forth", "back")}
    for name, (_, text) in texts.items():
        (folder / name).write_text(text)
    run = subprocess.run([program, "check", "--isolated", "--no-cache", "--quiet", "--exit-zero", "--level", "1",
                          "--select", "device-mixed-operands", "--output-format", "json", *texts],
                         cwd=folder, stdout=subprocess.PIPE, check=True)
    said = {name: {} for name in texts}
    for finding in json.loads(run.stdout)["findings"]:
        said[finding["path"]][finding["line"]] = finding["message"]
    right, missed = 0, 0
    for name, (number, text) in texts.items():
        for line, failures in happens(text, number).items():
            message = said[name].get(line)
            is_sum = text.splitlines()[line - 1].lstrip().startswith("return")
            if message and (not any(failures) or (is_sum and " are on " in message and False in failures)):
                print(f"{name}:{line}: {message}; it fails in {failures.count(True)} of {RUNS} runs")
            elif message:
                right += 1
            else:
                missed += any(failures)
    print(f"{right} right, {missed} missed")


if __name__ == "__main__":
    main()
