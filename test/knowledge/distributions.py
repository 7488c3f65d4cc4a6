# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the model of torch.distributions with what the package does on simulated devices.

    distributions.py <device-tidy> <folder for the program>

Writes a program with a function for each row (a distribution, a place for each parameter and for the value, a method),
runs every function, and lets the analyzer read it. Prints each disagreement and `agree A of B rows over N distributions`.
Two things the model does otherwise by design, and they are counted apart: a parameter without dimensions that broadcasting
gives some is let through, and parameters of different devices are told where they meet, though they fail only in use.
"""

import itertools
import json
import subprocess
import sys
from pathlib import Path

PLACES = ("cpu", "cuda")
VECTOR = "torch.full((2,), {value}, device='{place}')"
NUMBER = "torch.tensor({value}, device='{place}')"
MATRIX = "torch.eye(2, device='{place}')"
TWO = (VECTOR, NUMBER)
# The class, its parameters with the forms that each may have, and a value that it may take.
DISTRIBUTIONS = [
    ("Bernoulli", {"probs": TWO}, "1.0"),
    ("Beta", {"concentration1": TWO, "concentration0": TWO}, "0.5"),
    ("Binomial", {"total_count": ("4",), "probs": TWO}, "1.0"),
    ("Categorical", {"logits": (VECTOR,)}, "1"),
    ("Cauchy", {"loc": TWO, "scale": TWO}, "0.5"),
    ("Chi2", {"df": TWO}, "0.5"),
    ("ContinuousBernoulli", {"probs": TWO}, "0.5"),
    ("Dirichlet", {"concentration": (VECTOR,)}, "0.5"),
    ("Exponential", {"rate": TWO}, "0.5"),
    ("FisherSnedecor", {"df1": TWO, "df2": TWO}, "0.5"),
    ("Gamma", {"concentration": TWO, "rate": TWO}, "0.5"),
    ("Geometric", {"probs": TWO}, "1.0"),
    ("Gumbel", {"loc": TWO, "scale": TWO}, "0.5"),
    ("HalfCauchy", {"scale": TWO}, "0.5"),
    ("HalfNormal", {"scale": TWO}, "0.5"),
    ("InverseGamma", {"concentration": TWO, "rate": TWO}, "0.5"),
    ("Kumaraswamy", {"concentration1": TWO, "concentration0": TWO}, "0.5"),
    ("Laplace", {"loc": TWO, "scale": TWO}, "0.5"),
    ("LogNormal", {"loc": TWO, "scale": TWO}, "0.5"),
    ("MultivariateNormal", {"loc": (VECTOR,), "scale_tril": (MATRIX,)}, "0.5"),
    ("MultivariateNormal", {"loc": (VECTOR,), "covariance_matrix": (MATRIX,)}, "0.5"),
    ("NegativeBinomial", {"total_count": ("4",), "probs": TWO}, "1.0"),
    ("Normal", {"loc": (VECTOR, NUMBER, "0.0"), "scale": (VECTOR, NUMBER, "1.0")}, "0.5"),
    ("OneHotCategorical", {"logits": (VECTOR,)}, "0.5"),
    ("Pareto", {"scale": TWO, "alpha": TWO}, "2.0"),
    ("Poisson", {"rate": TWO}, "1.0"),
    ("RelaxedBernoulli", {"temperature": TWO, "probs": TWO}, "0.5"),
    ("StudentT", {"df": TWO, "loc": TWO}, "0.5"),
    ("Uniform", {"low": ("0.0",), "high": TWO}, "0.25"),
    ("VonMises", {"loc": TWO, "concentration": TWO}, "0.5"),
    ("Weibull", {"scale": TWO, "concentration": TWO}, "0.5"),
]
OTHER = "torch.ones(2, device='{place}')"
METHODS = ("made.log_prob({value})", "made.sample() + {other}", "made.rsample((3,)) + {other}", "made.mean + {other}")


def forms(form, value):
    return [form.format(value=value, place=place) for place in PLACES] if "{place}" in form else [form]


def rows():
    for name, parameters, value in DISTRIBUTIONS:
        choices = [[text for form in given for text in forms(form, "0.5")] for given in parameters.values()]
        for given in itertools.product(*choices):
            made = f"torch.distributions.{name}({', '.join(f'{p}={g}' for p, g in zip(parameters, given))})"
            for method, place in itertools.product(METHODS, PLACES):
                result = method.format(value=VECTOR.format(value=value, place=place), other=OTHER.format(place=place))
                yield name, f"    made = {made}\n    return {result}\n"


def fails(run):
    """Whether it raises a device error; None if it fails in another way, or cannot be done."""
    try:
        run()
    except Exception as error:
        return True if "on the same device" in str(error) or "device" in str(error).split("\n")[0] else None
    return False


def broadcasts(body):
    """A parameter has no dimension and something beside it has."""
    return "torch.tensor" in body or "=0.0," in body or "=1.0)" in body


def differ(body):
    """The parameters are not all in one place."""
    made = body.partition("\n")[0]
    return "'cpu'" in made and "'cuda'" in made


def judge(path):
    program = {}
    exec(compile(path.read_text(), str(path), "exec"), program)
    verdicts = {name: fails(run) for name, run in program.items() if name.startswith("row_")}
    print(json.dumps(verdicts))


def main(device_tidy, folder):
    every = {f"row_{n}": row for n, row in enumerate(rows())}
    path = Path(folder) / "program.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("import torch\n\n\n" + "\n\n".join(f"def {name}():\n{body}" for name, (_, body) in every.items()))
    run = [device_tidy, "run", "--quiet", "--devices", "2", "--", sys.executable, __file__, "judge", str(path)]
    verdicts = json.loads(subprocess.run(run, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1])
    check = [device_tidy, "check", "--isolated", "--worlds", "multi", "--output-format", "json", str(path)]
    found = json.loads(subprocess.run(check, stdout=subprocess.PIPE, text=True).stdout)["findings"]
    reported = {f["function"].split(".")[-1] for f in found if f["check"] == "device-mixed-operands"}
    agree = total = missed = early = other = 0
    for name, (_, body) in every.items():
        verdict = verdicts[name]
        if verdict is None:
            other += 1
            continue
        total += 1
        agree += verdict == (name in reported)
        if verdict == (name in reported):
            continue
        if verdict and broadcasts(body):
            missed += 1
            continue
        if not verdict and "made.mean" in body and differ(body):
            early += 1
            continue
        print("missed" if verdict else "false alarm", body.strip().replace("\n    ", "; "))
    print(f"agree {agree} of {total} rows over {len({name for name, _ in every.values()})} distributions;", end=" ")
    print(f"{missed} missed that broadcasting decides, {early} told before they fail, {other} fail otherwise")


if sys.argv[1] == "judge":
    judge(Path(sys.argv[2]))
else:
    main(sys.argv[1], sys.argv[2])
