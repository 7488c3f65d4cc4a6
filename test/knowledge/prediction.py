# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a row of the operator table says about operands in given places: Operators.h defines the rules."""

from math import prod
from typing import NamedTuple


class Operand(NamedTuple):
    param: dict  # the row's parameter
    place: str  # "cpu", "cuda:0"
    sizes: tuple
    element: int = -1  # which one of a list

    @property
    def is_scalar(self):
        return not self.sizes

    def __str__(self):
        element = f"[{self.element}]" if self.element >= 0 else ""
        return f"{self.param['name']}{element}={self.place}{' 0-dim' if self.is_scalar else ''}"


# Operators.h, ArgumentIs: of a tensor by its sizes, of another argument by its value.
SIZES = {
    "Scalar": lambda sizes: not sizes,
    "Ranked": lambda sizes: len(sizes) > 0,
    "Matrix": lambda sizes: len(sizes) == 2,
    "Several": lambda sizes: prod(sizes) > 1,
}
VALUES = {
    "Absent": lambda value: value is None,
    "True": lambda value: value is True,
    "False": lambda value: value is False,
}


def with_case(row, operands, given):
    """The row and the operands by the first of its cases that holds; given is {parameter: value} of what is no tensor."""
    for number, case in enumerate(row.get("cases", ())):
        tensor = next((x for x in operands if x.param["name"] == case["argument"]), None)
        if case["when"] in VALUES:
            default = None if case["when"] == "Absent" else False
            holds = not tensor and VALUES[case["when"]](given.get(case["argument"], default))
        else:
            holds = tensor and SIZES[case["when"]](tensor.sizes)
        if holds:
            row = in_case(row, number, case)
            params = {param["name"]: param for param in row["params"]}
            return row, [x._replace(param=params[x.param["name"]]) for x in operands]
    return row, operands


MADE = {}


def in_case(row, number, case):
    """The same object each time: operands are told from each other by their parameters."""
    key = (id(row), number)
    if key not in MADE:
        params = [dict(p, place=case["places"].get(p["name"], p["place"])) for p in row["params"]]
        MADE[key] = row, dict(row, rule=case["rule"], params=params, case=f"{case['argument']}={case['when']}", cases=[])
    return MADE[key][1]


def predicts_error(row, operands):
    if any(x.param["place"] == "Cpu" and x.place != "cpu" for x in operands):
        return True
    meeting = bound(operands)
    if refuses_beside(meeting, operands):
        return True
    if not meeting or row["rule"] in ("Any", "Special"):
        return False
    if row["rule"] == "Index":
        return refuses_index(meeting)
    if row["rule"] == "Elementwise":
        return any(disagree(row, group) for group in by_element(meeting))
    return disagree(row, meeting)


def bound(operands):
    return [x for x in operands if x.param["place"] in ("Meets", "Strict")]


def refuses_beside(meeting, operands):
    """What need not meet the others, but may not be anywhere."""
    common = common_place(meeting)
    near = [x for x in operands if x.param["place"] == "Near" and x.place not in ("cpu", common)]
    copied = [x for x in operands if x.param["place"] == "Copied" and common == "cpu" and x.place != "cpu"]
    made = [x for x in operands if x.param["place"] == "Made" and x.place != common]
    return bool(near or copied or made)


def disagree(row, meeting):
    exempt = exempt_operands(row, meeting)
    return len({x.place for x in meeting if x not in exempt} | {common_place(meeting)}) > 1


def device_in(row, given):
    """What a device argument names, or None."""
    devices = [given.get(p["name"]) for p in row["params"] if p["kind"] == "Device"]
    return next((str(x) for x in devices if x is not None), None)


def predicts_places(row, operands, device):
    """Where the results live if there is no error, as a set; None if the table does not say. device is the one that a
    device argument names, or None."""
    outs = {x.place for x in operands if x.param["is_out"]}
    meeting = bound(operands)
    if row["result"] == "Out" and outs:
        return outs
    if row["result"] == "Common" and meeting:
        groups = by_element(meeting) if row["rule"] == "Elementwise" else [meeting]
        return {common_place(group) for group in groups}
    if row["result"] in ("Factory", "Like") and device:
        return {device}
    if row["result"] in ("First", "Like"):
        first = [x for x in operands if x.param is operands[0].param]
        return {x.place for x in (first if row["rule"] == "Elementwise" else first[:1])}
    if row["result"] == "Second":
        return {operands[1].place}
    return {"Factory": {"cpu"}, "Cpu": {"cpu"}}.get(row["result"])


def by_element(operands):
    """The operands that meet if lists are taken element by element."""
    count = max(x.element for x in operands) + 1
    return [[x for x in operands if x.element in (-1, i)] for i in range(max(count, 1))]


def common_place(operands):
    """TensorIterator and the dispatcher both take the first that is not on the CPU."""
    return next((x.place for x in operands if x.place != "cpu"), "cpu")


def exempt_operands(row, meeting):
    target = row["params"][0] if row["in_place"] else None
    written = lambda x: x.param["is_out"] or x.param is target or x.param["place"] == "Strict"
    inputs = [x for x in meeting if x.is_scalar and not written(x)]
    if row["rule"] == "IteratorScalars":
        return inputs
    scalars = [x for x in inputs if x.place == "cpu"]
    if row["rule"] == "CpuScalars":
        return scalars
    stays = len([x for x in meeting if not x.param["is_out"]]) > 1
    return scalars if row["rule"] in ("Iterator", "Elementwise") and len(scalars) == 1 and stays else []


def refuses_index(meeting):
    target = meeting[0].place
    for x in meeting[1:]:
        if x.param["kind"] == "OptionalTensorList":
            if x.place not in ("cpu", target):
                return True
        elif x.place != target and (not x.is_scalar or x.param["place"] == "Strict"):
            return True
    return False
