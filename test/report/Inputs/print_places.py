"""Prints every place that a report names, with what stands there: usage: print_places.py {json|sarif} REPORT FOLDER

A line for each finding and, indented, for its notes and edits: path: line of the caret | text of the range | what is said
"""

import json
import pathlib
import sys


def text_between(text, first, last):
    """The text between two positions, each a line and a column from 1 in bytes."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    begin, end = (starts[line - 1] + column - 1 for line, column in (first, last))
    return text[begin:end]


def shown(folder, path, line, first, last, said):
    text = (folder / path).read_text(encoding="ascii")
    return f"{path}: {text.splitlines()[line - 1]} | {text_between(text, first, last)} | {said}"


def of_json(report, folder):
    def place(p, said):
        first, last = ((p[end]["line"], p[end]["column"]) for end in ("begin", "end"))
        return shown(folder, p["path"], p.get("line", first[0]), first, last, said)

    for f in report["findings"]:
        yield place(f, f["check"])
        yield from ("  note " + place(note, note["message"]) for note in f["notes"])
        yield from ("  edit " + place(edit, edit["replacement"]) for fix in f["fixes"] for edit in fix["edits"])


def of_sarif(report, folder):
    def region(path, r, said):
        return shown(folder, path, r["startLine"], *((r[f"{x}Line"], r[f"{x}Column"]) for x in ("start", "end")), said)

    def place(location, said):
        physical = location["physicalLocation"]
        return region(physical["artifactLocation"]["uri"], physical["region"], said)

    for result in report["runs"][0]["results"]:
        yield place(result["locations"][0], result["ruleId"])
        for related in result.get("relatedLocations", []):
            yield "  note " + place(related, related["message"]["text"])
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                for r in change["replacements"]:
                    path = change["artifactLocation"]["uri"]
                    yield "  edit " + region(path, r["deletedRegion"], r["insertedContent"]["text"])


def main():
    form, report, folder = sys.argv[1:]
    parsed = json.loads(pathlib.Path(report).read_text())
    for line in {"json": of_json, "sarif": of_sarif}[form](parsed, pathlib.Path(folder)):
        print(line)


main()
