# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the operator table with one thing changed.

    flip.py operators.json OPERATOR (rule|result|PARAMETER) VALUE [FILE]

Reads FILE instead of operators.json if it is given.
"""

import json
import sys
from pathlib import Path

table, name, key, value = sys.argv[1:5]
rows = json.loads(Path(sys.argv[5] if len(sys.argv) > 5 else table).read_text())
row = next(row for row in rows if row["name"] == name)
target = row if key in ("rule", "result") else next(p for p in row["params"] if p["name"] == key)
target[key if target is row else "place"] = value
json.dump(rows, sys.stdout)
