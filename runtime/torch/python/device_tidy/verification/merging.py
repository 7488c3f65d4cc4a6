# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Documents of several processes made one. What two of them have at the same place is one entry, counted together:
the processes of one program differ in the number of their device only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from device_tidy.verification import documents

Document = dict[str, Any]


def parsed(output_format: str, text: str) -> Document | None:
    """None if the text is not a document of this format."""
    try:
        document = json.loads(text)
        if output_format == "sarif":
            return document if isinstance(document["runs"][0]["results"], list) else None
        return document if isinstance(document["findings"], list) else None
    except (ValueError, LookupError, TypeError):
        return None


def merged(output_format: str, old: Document | None, new: Document) -> Document:
    if old is None:
        return new
    return _merged_sarif(old, new) if output_format == "sarif" else _merged_json(old, new)


def _joined(entries: Iterable[Document], key: Callable[[Document], Any], sums: tuple[str, ...]) -> list[Document]:
    """Entries with equal keys are one, the first; what they count is added."""
    found: dict[Any, Document] = {}
    for entry in entries:
        known = found.get(key(entry))
        if known is None:
            found[key(entry)] = dict(entry)
        else:
            for name in sums:
                known[name] = round(known[name] + entry[name], 6)
    return list(found.values())


def _place(entry: Document) -> tuple[Any, ...]:
    # A finding of a program in C++ has no line where there is no debug information.
    return entry["path"], entry.get("line", 0), entry.get("column", 0)


def _merged_json(old: Document, new: Document) -> Document:
    def both(name: str) -> list[Document]:
        return [*old.get(name, []), *new[name]]

    findings = _joined(both("findings"), lambda each: (*_place(each), each["check"]), ("count",))
    transfers = _joined(
        both("transfers"),
        lambda each: (*_place(each), each["operation"], each["from"], each["to"]),
        ("count", "bytes", "seconds"),
    )
    waits = _joined(
        both("waits"), lambda each: (*_place(each), each["operation"], each["device"]), ("count", "seconds")
    )
    return {
        **new,
        "findings": sorted(findings, key=lambda each: (*_place(each), each["check"])),
        "transfers": sorted(transfers, key=lambda each: (-each["bytes"], _place(each))),
        "waits": waits,
    }


def _merged_sarif(old: Document, new: Document) -> Document:
    def key(result: Document) -> tuple[Any, ...]:
        place = result["locations"][0]["physicalLocation"]
        region = place.get("region", {})
        line, column = region.get("startLine", 0), region.get("startColumn", 0)
        return place["artifactLocation"]["uri"], line, column, result["ruleId"]

    both = [*old["runs"][0]["results"], *new["runs"][0]["results"]]
    results = sorted(_joined(both, key, ("occurrenceCount",)), key=key)
    return documents.sarif_of(results)
