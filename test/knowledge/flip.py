# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the operator table with some things changed.

    flip.py operators.json [OPERATOR (rule|result|PARAMETER) VALUE]...
"""

import json
import sys
from pathlib import Path

rows = {row["name"]: row for row in json.loads(Path(sys.argv[1]).read_text())}
for name, key, value in zip(*[iter(sys.argv[2:])] * 3):
    if key in ("rule", "result"):
        rows[name][key] = value
    else:
        next(p for p in rows[name]["params"] if p["name"] == key)["place"] = value
json.dump(list(rows.values()), sys.stdout)
