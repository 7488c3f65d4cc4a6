# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the analyzer says of calls in Python with what PyTorch does on simulated devices.

    calls.py <device-tidy> <known.tsv> <folder for the program> [name]

A call comes from PyTorch's own samples: each function of OpInfo in every spelling (function, method, in-place form), and
each module class. Its operands are put on the CPU and on an accelerator in every combination, or one apart where there
are more than three. The analyzer reads one function for each; it must report it exactly if PyTorch raises a device error.
Where all operands are in one place, each tensor of the result meets one of the CPU and one of the accelerator, so that
the analyzer must know where it is.

Prints `agree A of B rows over N names` and each disagreement that known.tsv does not explain. Needless rows of known.tsv
are told, too.
"""

import fnmatch
import itertools
import json
import subprocess
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

import samples_in_python as samples  # noqa: E402

PLACES = ("cpu", "cuda")
MAX_COMBINED = 3  # operands; more are put apart one by one
# What tells of a call that fails.
CHECKS = {
    "device-mixed-operands",
    "device-index-mismatch",
    "device-cpu-only-argument",
    "device-generator-mismatch",
    "device-host-access",
    "device-mixed-return",
}
OTHER_ERRORS = ("not implemented for", "not supported", "Could not run", "no simulated", "is not simulated")


def apart(count, odd, rest):
    return [tuple(odd if i == j else rest for i in range(count)) for j in range(count)]


def combinations(count):
    second = apart(count, "cuda:1", "cuda:0") if count > 1 else []
    if count <= MAX_COMBINED:
        return list(itertools.product(PLACES, repeat=count)) + second
    return apart(count, *PLACES) + apart(count, *PLACES[::-1]) + [(place,) * count for place in PLACES] + second


def tensor_text(shape, dtype, place):
    dtype = "" if dtype == "torch.float32" else f", dtype={dtype}"
    return f"torch.zeros({shape}{dtype}, device='{place}')"


def operand_text(operand, place):
    return f"'{place}'" if operand == samples.PLACE else tensor_text(*operand, place)


def at(path):
    return "".join(f"[{i}]" for i in path)


def rows(call):
    """(body for the analyzer, whether it must report) for each verdict of a call."""
    for places, verdict in call["verdicts"]:
        if verdict == "other":
            continue
        text = call["text"].format(*map(operand_text, call["operands"], places))
        yield f"return {text}", verdict == "device"
        if verdict == "device" or len(set(places)) > 1:
            continue
        for (path, place), other in itertools.product(verdict, PLACES):
            yield f"made = {text}\n    return torch.equal(made{at(path)}, torch.zeros((2,), device='{other}'))", place != other


def judge(only, out):
    """Runs every call, and writes the calls with their verdicts: 'device', 'other', or where each result is."""
    made = []
    for name, text, operands in itertools.chain(samples.functions(only), samples.modules(only)):
        verdicts = [(places, run(text, operands, places)) for places in combinations(len(operands))]
        described = [o if o == samples.PLACE else (tuple(o.shape), str(o.dtype)) for o in operands]
        made.append({"name": name, "text": text, "operands": described, "verdicts": verdicts})
    Path(out).write_text(json.dumps(made))


def run(text, operands, places):
    import torch
    from torch.utils._pytree import tree_flatten_with_path

    values = [p if o == samples.PLACE else o.detach().clone().to(p) for o, p in zip(operands, places)]
    names = {f"v{i}": value for i, value in enumerate(values)}
    try:
        torch.manual_seed(0)
        result = eval(text.format(*names), {"torch": torch, "inf": float("inf"), "nan": float("nan"), **names})
    except TypeError:
        return "other"  # it lists what it takes, devices too
    except Exception as error:
        said = str(error)
        if "found operands on both devices" in said:
            return "device"  # of an operator that has kernels for the CPU only
        return "device" if "device" in said and not any(other in said for other in OTHER_ERRORS) else "other"
    found = []
    for path, leaf in tree_flatten_with_path(result)[0]:
        if isinstance(leaf, torch.Tensor) and all(hasattr(key, "idx") for key in path):
            found.append(([key.idx for key in path], leaf.device.type))
    return found


def read_known(path):
    lines = [line for line in Path(path).read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [line.split("\t") for line in lines]


def main(device_tidy, known, folder, only):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    run = [device_tidy, "run", "--quiet", "--devices", "2", "--", sys.executable, __file__, "judge", only]
    subprocess.run([*run, str(folder / "calls.json")], check=True, stderr=subprocess.DEVNULL)
    calls = json.loads((folder / "calls.json").read_text())
    every = [(call["name"], body, expected) for call in calls for body, expected in rows(call)]
    path = folder / "program.py"
    text = "\n\n".join(f"def row_{n}():\n    {body}\n" for n, (_, body, _) in enumerate(every))
    path.write_text(f"import torch\nfrom math import inf, nan\n\n\n{text}")
    check = [device_tidy, "check", "--isolated", "--worlds", "multi", "--level", "3", "--output-format", "json", str(path)]
    found = json.loads(subprocess.run(check, stdout=subprocess.PIPE, text=True).stdout)["findings"]
    reported = {f["function"].split(".")[-1] for f in found if f["check"] in CHECKS}
    reasons, used, agree = read_known(known), set(), 0
    for n, (name, body, expected) in enumerate(every):
        if expected == (f"row_{n}" in reported):
            agree += 1
            continue
        kind = "missed" if expected else "false alarm"
        matching = {i for i, row in enumerate(reasons) if row[0] == kind and fnmatch.fnmatchcase(name, row[1])}
        used |= matching
        if not matching:
            print(f"{kind}: {name}: " + body.replace("\n    ", "; "))
    for i, row in enumerate(reasons):
        if i not in used and not only:
            print("needless:", *row)
    print(f"agree {agree} of {len(every)} rows over {len({name for name, _, _ in every})} names")


if sys.argv[1] == "judge":
    judge(*sys.argv[2:])
else:
    main(*sys.argv[1:4], sys.argv[4] if len(sys.argv) > 4 else "")
