# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The findings of a document of JSON or SARIF: file, line, check, and how often each was seen."""

import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
for each in document.get("findings", []):
    print(f"{each['path']}:{each['line']} {each['check']} {each['count']}")
for run in document.get("runs", []):
    for each in run["results"]:
        place = each["locations"][0]["physicalLocation"]
        line = place["region"]["startLine"]
        print(f"{place['artifactLocation']['uri']}:{line} {each['ruleId']} {each['occurrenceCount']}")
        assert run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
print("end")
