# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the operator table with what a GPU does: cpu and cuda:0, and cuda:1 where there are two.

    gpu_rows.py [--output FILE] [--table operators.json] [--only NAME...]

Writes one line for each operator: how many rows agree, and the first that does not. Without --output that is
gpu_rows.tsv beside the table, analyzer/knowledge. Nothing is exempt: here the kernels themselves decide. A kernel that
reads the memory of another device can end the process, so that operators run in one of their own, which is started
again.

The exit status is 0 if all rows agree, 1 if some do not, and 2 without a GPU.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent
KNOWLEDGE = HERE.parents[1] / "analyzer/knowledge"
HEAD = "# What GPUs did, by gpu_rows.py. Columns: operator, rule, rows that agree, rows, the first that does not."


def gpus():
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    return [f"cuda:{n}" for n in range(min(count, 2))]


def read_table(path):
    """The rows of the table; without a file, as the generator makes them."""
    if path:
        return json.loads(path.read_text())
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "table.json")
        command = [sys.executable, KNOWLEDGE / "generate_operators.py", "--output", Path(folder, "x.inc"), "--json", made]
        subprocess.run(command, check=True)
        return json.loads(made.read_text())


def plain(given):
    """What decides of the arguments that are no tensors."""
    found = {name: str(x) if isinstance(x, torch.device) else x for name, x in given.items()}
    return {name: x for name, x in found.items() if x is None or isinstance(x, bool | str)}


def is_fault(text):
    """An error after which CUDA is of no use to the process."""
    return "CUDA error" in text or "CUDA_ERROR" in text


def work(table, only, skip):
    """Runs operators and prints what happened, one line of JSON each."""
    import real_rows

    devices = ["cpu", *gpus()]
    for number, (row, bound, args, kwargs) in enumerate(real_rows.samples(table, None)):
        if number < skip or (only and row["name"].partition(".")[0] not in only):
            continue
        print(json.dumps({"number": number, "operator": row["name"]}), flush=True)
        call = real_rows.Call(row, args, kwargs)
        names = [p["name"] for p in bound]
        for places, _, sizes, verdict, text in call.rows(devices):
            operands = list(zip(names, places, sizes, call.elements))
            seen = {"operands": operands, "verdict": verdict, "given": plain(call.given)}
            print(json.dumps(seen), flush=True)
            if is_fault(text):
                return 3
    return 0


def run_workers(arguments, table_file):
    """{operator: [what was seen]}, from as many processes as it takes."""
    found, skip, current = {}, 0, None
    while True:
        command = [sys.executable, __file__, "--table", table_file, "--work", str(skip), "--only", *arguments.only]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                seen = json.loads(line)
                if "operator" in seen:
                    current, skip = seen["operator"], seen["number"] + 1
                    found.setdefault(current, [])
                else:
                    found[current].append(seen)
        if process.returncode == 0:
            return found
        if current is None:
            raise SystemExit(f"gpu_rows.py: the first process ended with {process.returncode}")
        print(f"{current}: the process ended with {process.returncode}, the next one goes on", file=sys.stderr)


def compare(table, found):
    """(lines of the result, disagreements)"""
    from mutants import outcome
    from prediction import Operand, device_in, with_case

    rows = {row["name"]: row for row in table}
    lines, wrong = [], 0
    for name in sorted(found):
        row, agree, first = rows[name], 0, ""
        params = {p["name"]: p for p in row["params"]}
        judged = [seen for seen in found[name] if seen["verdict"] is not None]
        for seen in judged:
            operands = [Operand(params[p], *where) for p, *where in seen["operands"]]
            ruling, operands = with_case(row, operands, seen["given"])
            said = outcome(ruling, operands, seen["verdict"], device_in(ruling, seen["given"]))
            if not said:
                agree += 1
            else:
                wrong += 1
                first = first or f"{', '.join(map(str, operands))}: {seen['verdict'] or 'ok'}"
        if judged:
            lines.append(f"{name}\t{row['rule']}\t{agree}\t{len(judged)}\t{first}")
    return lines, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=KNOWLEDGE / "gpu_rows.tsv")
    parser.add_argument("--table", type=Path, help="what generate_operators.py --json wrote")
    parser.add_argument("--only", nargs="*", default=[], help="operators without their overloads")
    parser.add_argument("--work", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not gpus():
        print("gpu_rows.py: PyTorch sees no GPU here (torch.cuda.is_available() is false)", file=sys.stderr)
        return 2
    table = read_table(arguments.table)
    if arguments.work is not None:
        return work(table, arguments.only, arguments.work)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(table, file)
        file.flush()
        lines, wrong = compare(table, run_workers(arguments, file.name))
    names = ", ".join(torch.cuda.get_device_name(gpu) for gpu in gpus())
    head = [HEAD, f"# PyTorch {torch.__version__} on {names}"]
    arguments.output.write_text("\n".join([*head, *lines]) + "\n")
    agree, total = (sum(int(line.split("\t")[n]) for line in lines) for n in (2, 3))
    print(f"agree {agree} of {total} rows over {len(lines)} operators; written to {arguments.output}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
