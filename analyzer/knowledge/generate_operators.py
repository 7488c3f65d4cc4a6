#!/usr/bin/env python3
# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes Operators.inc, the operator tables, from native_functions.yaml, releases/ and overrides.tsv.

    generate_operators.py [--output FILE] [--json FILE]
    generate_operators.py --add-release VERSION

Run the first with the Python whose PyTorch is the base, 2.13. What the yaml states is derived in operator_rows.py; what
it does not state (which kernels let CPU scalars in, what composite operators demand through the operators that they
call) is a row of overrides.tsv, with its source. A row that matches no operator of the base is an error, so that rows
do not rot.

A file of releases/ holds the rows in which another release's yaml differs from the base's. The second form writes it:
run it with PYTHONPATH naming a folder with the torchgen of that release, which every wheel of PyTorch contains, and
with the base's rows in the file that --rows of the first form wrote.
"""

import argparse
import csv
import json
import re
from pathlib import Path

from operator_rows import GENERATED, RESULTS, RULES, Case, from_text, read_operators, to_text

PLACES = {"meets": "Meets", "strict": "Strict", "anywhere": "Free", "near": "Near", "copied": "Copied", "cpu": "Cpu"}
# What an argument has to be for a case (Operators.h, ArgumentIs).
ARGUMENTS = {
    "scalar": "Scalar",
    "ranked": "Ranked",
    "matrix": "Matrix",
    "several": "Several",
    "absent": "Absent",
    "true": "True",
    "false": "False",
}
# Rules under which an input may give way, so that the result is made elsewhere than where it is.
EXEMPTING = ("Iterator", "IteratorScalars", "CpuScalars")

HERE = Path(__file__).resolve().parent


def inherit(rows):
    """torchgen writes an out= form that calls the functional one and copies, and a functional form that calls the
    in-place one with copies (native_function_generation.py): what those demand."""
    for row in rows:
        if row.source != GENERATED:
            continue
        others = [r for r in rows if r.root == row.root and r.call() == row.call() and r.source != GENERATED]
        others = sorted((r for r in others if not r.has_out()), key=lambda r: r.in_place)
        if not others:
            continue
        origin = others[0]
        row.rule, row.source = origin.rule, f"calls {origin.name()}, whose rule is: {origin.source}"
        for param, other in zip(row.params, origin.params):
            param.place = other.place if param.name == other.name else param.place
        row.cases = origin.cases
        if not row.has_out():
            continue
        if origin.rule in EXEMPTING and origin.result == "Common" and len(row.inputs()) > 1:
            for param in row.params:
                param.place = "Made" if param.is_out else param.place
        if origin.inputs() and all(p.place == "Cpu" for p in origin.inputs()):
            for param in row.params:
                param.place = "Cpu" if param.is_out else param.place
        if origin.takes_device():  # translate.py takes the options from out
            row.rule, row.source = "Any", f"calls {origin.name()} with the device of out"
        elif origin.rule == "Any":
            row.rule = "Elementwise" if row.root.startswith("_foreach_") else "Same"
            row.source = "CompositeViewCopyKernels.cpp, copy_arg: 'Expected out tensor to have device'"


def forbid_scalars(rows):
    """Two CPU scalars are one too many: a number counts, too, and so does the only operand of an unary operator, whose
    builder lets none in (TensorIterator.cpp, UNARY_OP_CONFIG)."""
    for row in rows:
        if row.rule == "Iterator" and row.has_out() and len(row.inputs()) < 2:
            row.rule = "IteratorStrict"


def matches(pattern, row):
    """'clamp' is every form of clamp; 'clamp.Tensor' the Tensor overload, its in-place and its out= form; '=clamp_' only
    what is written so. '*' stands for any text."""
    exact = pattern.startswith("=")
    root, _, overload = pattern.lstrip("=").partition(".")
    as_regex = lambda text: re.escape(text).replace(r"\*", ".*")
    if not re.fullmatch(as_regex(root), row.base if exact else row.root):
        return False
    if exact or overload:
        plain = row.overload if exact else re.sub(r"_?out_?", "", row.overload)
        return re.fullmatch(as_regex(overload), plain) is not None or row.overload == overload
    return True


def apply_overrides(rows, path, is_base):
    """Columns: operators (patterns, separated by blanks), rule, result, operands that need not meet, source. '-' keeps
    what was derived. Later rows win. 'RULE if ARGUMENT=WHAT' is a case beside the rule."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    for patterns, rule, result, places, source in csv.reader(lines, delimiter="\t"):
        for pattern in patterns.split():
            found = [row for row in rows if matches(pattern, row)]
            if not found and is_base:
                raise SystemExit(f"{path.name}: no operator matches {pattern!r}")
            for row in found:
                if row.source != GENERATED or pattern.startswith("="):  # others get what they call
                    override(row, rule, result, places, source)


def override(row, rule, result, places, source):
    rule, _, when = rule.partition(" if ")
    if when:
        row.cases = [*row.cases, make_case(rule, when, places, source)]
        return
    if rule != "-":
        assert rule in RULES, rule
        row.rule = rule if row.meets() else row.rule
    row.source = source
    if result != "-":
        assert result in RESULTS, result
        row.result = "First" if row.in_place and result == "Common" else "Out" if row.has_out() else result
    for place in [] if places == "-" else places.split():
        name, _, where = place.partition("=")
        for param in row.params:
            if param.name == name and param.is_tensor():
                param.place = PLACES[where]


def make_case(rule, when, places, source):
    assert rule in RULES, rule
    argument, _, kind = when.partition("=")
    named = {} if places == "-" else dict(place.split("=") for place in places.split())
    return Case(ARGUMENTS[kind], argument, rule, {name: PLACES[place] for name, place in named.items()}, source)


def releases(base):
    """{version: rows}, oldest first; base is a list of rows as derived."""
    found = {installed_version(): base}
    for path in (HERE / "releases").glob("*.tsv"):
        rows = {row.name(): row for row in map(from_text, map(to_text, base))}
        for line in path.read_text().splitlines():
            if line.startswith("-"):
                del rows[line[1:]]
            elif not line.startswith("#"):
                row = from_text(line)
                rows[row.name()] = row
        found[path.stem] = in_order(rows.values(), base)
    return dict(sorted(found.items(), key=lambda entry: [int(x) for x in entry[0].split(".")]))


def in_order(rows, base):
    """Sorted by base name; overloads in the yaml's order, which is the base's, and new ones after those."""
    place = {row.name(): i for i, row in enumerate(base)}
    return sorted(rows, key=lambda row: (row.base, place.get(row.name(), len(place)), row.overload))


def differences(rows, base):
    """The lines of a file of releases/."""
    ours, theirs = {r.name(): to_text(r) for r in base}, {r.name(): to_text(r) for r in rows}
    yield from (f"-{name}" for name in sorted(ours.keys() - theirs.keys()))
    yield from (theirs[name] for name in sorted(theirs) if theirs[name] != ours.get(name))


def finish(rows, is_base):
    """What is not in the yaml, put on top."""
    apply_overrides(rows, HERE / "overrides.tsv", is_base)
    inherit(rows)
    forbid_scalars(rows)
    return rows


def write_inc(tables, out):
    """Rows are shared by the releases that agree on all overloads of a base name; a release is a list of such groups.
    Parameter lists, cases and sources are named by what is in them, so that a new one does not renumber the others."""
    groups = {version: group_rows(rows) for version, rows in tables.items()}
    distinct = list(dict.fromkeys(group for version in reversed(tables) for group in groups[version]))
    distinct.sort(key=lambda group: group[0][0])
    rows = [row for group in distinct for row in group]
    lists = list_names({row[2] for row in rows} | {case[3] for row in rows for case in row[-1]}, "P")
    cases = list_names({row[-1] for row in rows}, "C")
    texts = {row[-2] for row in rows} | {case[-1] for row in rows for case in row[-1]}
    sources = list_names(texts, "S")
    out.write("// Written by generate_operators.py. Do not edit: change overrides.tsv.\n\n")
    for key in sorted(lists, key=lists.get):
        if not key:
            continue
        out.write(f"static constexpr OperatorParam {lists[key]}[] = {{\n")
        for name, kind, *flags, place in key:
            bits = ", ".join("true" if f else "false" for f in flags)
            place = "" if place == "Meets" else f", OperandPlace::{place}"
            out.write(f'    {{"{name}", OperandKind::{kind}, {bits}{place}}},\n')
        out.write("};\n")
    out.write("\n")
    for source in sorted(sources):
        out.write(f"static constexpr std::string_view {sources[source]} = {json.dumps(source)};\n")
    out.write("\n")
    for key in sorted(cases, key=cases.get):
        if not key:
            continue
        out.write(f"static constexpr OperatorCase {cases[key]}[] = {{\n")
        for when, position, rule, params, source in key:
            out.write(f"    {{ArgumentIs::{when}, {position}, DeviceRule::{rule}, {lists[params]}, {sources[source]}}},\n")
        out.write("};\n")
    out.write("\nstatic constexpr OperatorOverload Rows[] = {\n")
    begin = {}
    count = 0
    for group in distinct:
        begin[group] = count
        count += len(group)
        for base, overload, params, rule, result, *flags, source, when in group:
            bits = ", ".join("true" if b else "false" for b in flags)
            out.write(
                f'    {{"{base}", "{overload}", {lists[params] if params else "{}"}, DeviceRule::{rule}, '
                f"ResultRule::{result}, {bits}, {sources[source]}{', ' + cases[when] if when else ''}}},\n"
            )
    out.write("};\n")
    names = {version: f"Groups{number}" for number, version in enumerate(tables)}
    for version in tables:
        out.write(f"\nstatic constexpr Group {names[version]}[] = {{ // {version}\n")
        for group in groups[version]:
            out.write(f"    {{{begin[group]}, {len(group)}}},\n")
        out.write("};\n")
    out.write("\nstatic constexpr Table Tables[] = {\n")
    for version in tables:
        out.write(f'    {{"{version}", {names[version]}}},\n')
    out.write("};\n")


def group_rows(rows):
    """Overloads of one base name each, as tuples."""
    groups = {}
    for row in rows:
        params = group_params(row.params, {})
        flags = (row.in_place, row.method, row.function)
        names = [p.name for p in row.params]
        cases = tuple(
            (case.when, names.index(case.argument), case.rule, group_params(row.params, case.places), case.source)
            for case in row.cases
            if case.argument in names
        )
        fields = (row.base, row.overload, params, row.rule, row.result, *flags, row.source, cases)
        groups.setdefault(row.base, []).append(fields)
    return [tuple(groups[base]) for base in sorted(groups)]


def group_params(params, places):
    return tuple((p.name, p.kind, p.keyword_only, p.has_default, p.is_out, places.get(p.name, p.place)) for p in params)


def list_names(lists, letter):
    import hashlib

    names = {}
    for key in lists:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:10]
        names[key] = f"{letter}{digest}"
    assert len(set(names.values())) == len(names)
    return names


def as_json(row):
    return {
        "name": row.name(),
        "rule": row.rule,
        "result": row.result,
        "source": row.source,
        "root": row.root,
        "in_place": row.in_place,
        "params": [vars(p) for p in row.params],
        "cases": [case._asdict() for case in row.cases],
    }


def installed_version():
    import torch.version

    return torch.version.__version__.partition("+")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=HERE / "Operators.inc")
    parser.add_argument("--json", type=Path, help="also write the base table as JSON, for the conformance test")
    parser.add_argument("--rows", type=Path, help="the base as derived from its yaml: written, or read by --add-release")
    parser.add_argument("--add-release", metavar="VERSION")
    arguments = parser.parse_args()
    derived = read_operators()
    if arguments.add_release:
        base = [from_text(line) for line in arguments.rows.read_text().splitlines()]
        path = HERE / "releases" / f"{arguments.add_release}.tsv"
        head = f"# What PyTorch {arguments.add_release} has otherwise than the base. Written by generate_operators.py.\n"
        path.write_text(head + "".join(f"{line}\n" for line in differences(derived, base)))
        return
    if arguments.rows:
        arguments.rows.write_text("".join(f"{to_text(row)}\n" for row in derived))
    version = installed_version()
    tables = {v: finish(rows, v == version) for v, rows in releases(derived).items()}
    with open(arguments.output, "w") as out:
        write_inc(tables, out)
    if arguments.json:
        arguments.json.write_text(json.dumps([as_json(row) for row in tables[version]], indent=1))


if __name__ == "__main__":
    main()
