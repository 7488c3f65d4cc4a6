# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a file with the fixes that a JSON document has for it."""

import json
import pathlib
import sys

text = pathlib.Path(sys.argv[2]).read_bytes()
edits = [
    edit
    for finding in json.loads(pathlib.Path(sys.argv[1]).read_text())["findings"]
    for fix in finding["fixes"]
    for edit in fix["edits"]
]
for edit in sorted(edits, key=lambda edit: -edit["begin"]["offset"]):
    text = text[: edit["begin"]["offset"]] + edit["replacement"].encode() + text[edit["end"]["offset"] :]
sys.stdout.buffer.write(text)
