# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The findings of a run as JSON and SARIF, in the form that `device-tidy check` gives them: docs/output.md."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import quote

from device_tidy import __version__, text
from device_tidy.findings import Edit, Finding, Place
from device_tidy.sources import Span, shown
from device_tidy.verification.recorder import Recorder
from device_tidy.verification.summary import costliest

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def text_of(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2) + "\n"


def of(output_format: str, findings: list[Finding], recorder: Recorder | None) -> dict[str, Any]:
    """Without a recorder there is no traffic."""
    found = sorted(
        findings, key=lambda each: (each.place.path, each.place.point.line, each.place.point.column, each.check)
    )
    return sarif_of([_result(each) for each in found]) if output_format == "sarif" else _json(found, recorder)


def _json(findings: list[Finding], recorder: Recorder | None) -> dict[str, Any]:
    return {
        "schema": 1,
        "version": __version__,
        "findings": [_finding(each) for each in findings],
        "problems": [],
        "transfers": [
            {
                **_at(each.site.place),
                "operation": each.operation,
                "from": each.source,
                "to": each.target,
                "count": each.count,
                "bytes": each.bytes,
                "seconds": round(each.seconds, 6),
            }
            for each in costliest(recorder.traffic.values() if recorder else ())
        ],
        "waits": [
            {
                **_at(each.site.place),
                "operation": each.operation,
                "device": each.device,
                "count": each.count,
                "seconds": round(each.seconds, 6),
            }
            for each in (recorder.waits.values() if recorder else ())
        ],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "level": finding.level,
        "message": finding.message,
        **_at(finding.place),
        "certain": True,
        "function": finding.function,
        "count": finding.count,
        "notes": [{"message": note.message, **(_at(note.place) if note.place else {})} for note in finding.notes],
        "fixes": [
            {"title": fix.title, "sure": fix.sure, "edits": [_edit(edit) for edit in fix.edits]}
            for fix in finding.fixes
        ],
    }


def _at(place: Place) -> dict[str, Any]:
    span = place.span
    return {
        "path": shown(place.path),
        "line": place.point.line,
        "column": place.point.column + 1,
        "begin": _offset(place.path, span.line, span.column),
        "end": _offset(place.path, span.end_line, span.end_column),
    }


def _offset(path: str, line: int, column: int) -> dict[str, int]:
    before = sum(len(each.encode()) for each in text.lines(path)[: line - 1])
    return {"line": line, "column": column + 1, "offset": before + column}


def _edit(edit: Edit) -> dict[str, Any]:
    place = _at(Place(edit.path, edit.span, edit.span))
    return {"path": place["path"], "begin": place["begin"], "end": place["end"], "replacement": edit.replacement}


def sarif_of(results: list[dict[str, Any]]) -> dict[str, Any]:
    """A document with these results, whose rules it numbers."""
    levels = {result["ruleId"]: result["level"] for result in results}
    rules = sorted(levels)
    driver = {
        "name": "device-tidy",
        "version": __version__,
        "rules": [
            {
                "id": rule,
                "help": {"text": f"device-tidy rule {rule}"},
                "defaultConfiguration": {"level": levels[rule]},
            }
            for rule in rules
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"%SRCROOT%": {"uri": "file://" + quote(os.getcwd()) + "/"}},
        "results": [{**result, "ruleIndex": rules.index(result["ruleId"])} for result in results],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(finding: Finding) -> dict[str, Any]:
    notes = [_location(note.place, note.message) for note in finding.notes if note.place is not None]
    function = [{"fullyQualifiedName": finding.function, "kind": "function"}]
    steps = [{"location": step} for step in [*notes, _location(finding.place, finding.message)]]
    return {
        "ruleId": finding.check,
        "level": "warning" if finding.level <= 2 else "note",
        "message": {"text": finding.message},
        "locations": [{**_location(finding.place), **({"logicalLocations": function} if finding.function else {})}],
        "relatedLocations": notes,
        "codeFlows": [{"threadFlows": [{"locations": steps}]}],
        "occurrenceCount": finding.count,
        "properties": {"level": finding.level, "certain": True},
        **({"fixes": fixes} if (fixes := [_sarif_fix(fix) for fix in finding.fixes if fix.edits]) else {}),
    }


def _sarif_fix(fix: Any) -> dict[str, Any]:
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(edit.path),
                "replacements": [
                    {"deletedRegion": _region(edit.path, edit.span), "insertedContent": {"text": edit.replacement}}
                ],
            }
            for edit in fix.edits
        ],
        "properties": {"sure": fix.sure},
    }


def _location(place: Place, message: str = "") -> dict[str, Any]:
    physical = {"artifactLocation": _artifact(place.path), "region": _region(place.path, place.span)}
    return {"physicalLocation": physical, **({"message": {"text": message}} if message else {})}


def _artifact(path: str) -> dict[str, str]:
    relative = shown(path)
    if os.path.isabs(relative):
        return {"uri": "file://" + quote(relative)}
    return {"uri": quote(relative), "uriBaseId": "%SRCROOT%"}


def _region(path: str, span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": _utf16(path, span.line, span.column) + 1,
        "endLine": span.end_line,
        "endColumn": _utf16(path, span.end_line, span.end_column) + 1,
    }


def _utf16(path: str, line: int, column: int) -> int:
    before = text.line(path, line).encode()[:column].decode(errors="replace")
    return len(before.encode("utf-16-le")) // 2
