# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many wrong tables the conformance test would notice: each operator with each other rule, place or result."""

from prediction import predicts_error, predicts_places

RULES = ("Same", "Iterator", "IteratorScalars", "CpuScalars", "Index", "Any")
RESULTS = ("Common", "First", "Cpu")
# IteratorStrict is another name for what Same demands.
DEMAND = {"IteratorStrict": "Same"}


def mutants(row):
    """(what changed, the row)."""
    rule = DEMAND.get(row["rule"], row["rule"])
    for other in RULES:
        if other != rule:
            yield f"rule {other}", dict(row, rule=other)
    for other in RESULTS:
        if other != row["result"] and row["result"] in RESULTS:
            yield f"result {other}", dict(row, result=other)


def outcome(row, operands, verdict, device):
    """What the row says wrongly: 'device', 'ok' or 'place', or None."""
    if predicts_error(row, operands):
        return None if verdict == "device" else "ok"
    if verdict == "device":
        return "device"
    found = predicts_places(row, operands, device) if verdict else None
    return "place" if found and ", ".join(sorted(found)) != verdict else None


def is_noticed(row, judged, exemptions):
    for operands, verdict, device in judged:
        wrong = outcome(row, operands, verdict, device)
        if wrong and not any(x.covers(row, wrong, operands) for x in exemptions):
            return True
    return False


def changes_anything(row, mutant, judged):
    """Whether the two differ in any row that ran: with one operand all rules are the same."""
    return any(
        predicts_error(row, operands) != predicts_error(mutant, operands)
        or predicts_places(row, operands, device) != predicts_places(mutant, operands, device)
        for operands, verdict, device in judged
    )


def count_mutants(judged, exemptions):
    """(noticed, all, survivors) over {(operator, case): (row, [(operands, verdict, device)])}."""
    noticed, survivors = 0, []
    for (name, case), (row, rows) in sorted(judged.items()):
        for change, mutant in mutants(row):
            if not changes_anything(row, mutant, rows):
                continue
            if is_noticed(mutant, rows, exemptions):
                noticed += 1
            else:
                survivors.append(f"{name} {case}: {change}")
    return noticed, noticed + len(survivors), survivors
