# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a row of the operator table says about operands in given places: Operators.h defines the rules."""

from typing import NamedTuple


class Operand(NamedTuple):
    param: dict  # the row's parameter
    place: str  # "cpu", "cuda:0"
    is_scalar: bool  # 0-dim

    def __str__(self):
        return f"{self.param['name']}={self.place}{' 0-dim' if self.is_scalar else ''}"


def predicts_error(row, operands):
    if any(x.param["place"] == "Cpu" and x.place != "cpu" for x in operands):
        return True
    meeting = [x for x in operands if x.param["place"] == "Meets"]
    if not meeting or row["rule"] in ("Any", "Special"):
        return False
    if row["rule"] == "Index":
        return refuses_index(meeting)
    exempt = exempt_operands(row, meeting)
    return len({x.place for x in meeting if x not in exempt} | {common_place(meeting)}) > 1


def predicts_place(row, operands):
    """Where the result lives if there is no error; None if the table does not say, or if an argument may."""
    if any(p["kind"] == "Device" and not p["keyword_only"] for p in row["params"]):
        return None
    if row["result"] == "Common":
        return common_place([x for x in operands if x.param["place"] == "Meets"])
    if row["result"] in ("First", "Like"):
        return operands[0].place
    return {"Factory": "cpu", "Cpu": "cpu"}.get(row["result"])


def common_place(operands):
    """TensorIterator and the dispatcher both take the first that is not on the CPU."""
    return next((x.place for x in operands if x.place != "cpu"), "cpu")


def exempt_operands(row, meeting):
    target = row["params"][0] if row["in_place"] else None
    inputs = [x for x in meeting if x.is_scalar and not x.param["is_out"] and x.param is not target]
    if row["rule"] == "IteratorScalars":
        return inputs
    if row["rule"] == "Iterator":
        scalars = [x for x in inputs if x.place == "cpu"]
        return scalars if len(scalars) == 1 else []
    return []


def refuses_index(meeting):
    target = meeting[0].place
    for x in meeting[1:]:
        if x.param["kind"] == "OptionalTensorList":
            if x.place not in ("cpu", target):
                return True
        elif x.place != target and not x.is_scalar:
            return True
    return False
