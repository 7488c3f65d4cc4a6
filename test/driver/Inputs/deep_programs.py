"""Writes a program for each way in which Python nests what is written in a row: deep_programs.py FOLDER.

Each is one that CPython compiles, and its last line has a bug: what stands before is read as it should be.
"""

import sys
from pathlib import Path

folder, N = Path(sys.argv[1]), 1_000
folder.mkdir(parents=True, exist_ok=True)
BUG = '\nimport torch\nx = torch.ones(3, device="cuda")\nx + torch.ones(3)\n'
EXPRESSIONS = {
    "and": " and ".join(["a"] * N),
    "or": " or ".join(["a and b"] * N),
    "sum": " + ".join(["a"] * N),
    "sum_of_products": "(a + a)" + " + (a * a)" * N,
    "power": " ** ".join(["a"] * N),
    "not": "not " * N + "a",
    "minus": "-" * N + "a",
    "methods": "a" + ".a()" * N,
    "attributes": "a" + ".a" * N,
    "subscripts": "a" + "[0]" * N,
    "calls": "a" + "()" * N,
    "list": "[" + ", ".join(["a"] * 5 * N) + "]",
    "dictionary": "{" + ", ".join(f"{i}: a" for i in range(5 * N)) + "}",
    "strings": "(" + "\n".join(['"a"'] * N) + ")",
    "format": 'f"' + "{a}" * N + '"',
    "comparison": " < ".join(["a"] * N),
    "conditional": " if a else ".join(["a"] * N),
    "lambdas": "lambda: " * N + "a",
    "conditions": "[a for b in a " + "if a " * N + "]",
}
BODIES = {
    "elif": "if a == -1:\n        pass\n" + "".join(f"    elif a == {i}:\n        pass\n" for i in range(N)),
    "except": "try:\n        a()\n" + "".join(f"    except E{i}:\n        pass\n" for i in range(N)),
    "match": "match a:\n" + "".join(f"        case {i}:\n            pass\n" for i in range(N)),
    "assignments": " = ".join(["a"] * N) + " = b",
    "if": "if " + " and ".join(["a"] * N) + ":\n        return 1",
}
for name, body in {**{n: "return " + e for n, e in EXPRESSIONS.items()}, **BODIES}.items():
    text = f"def f(a, b):\n    {body}\n{BUG}"
    compile(text, name, "exec")
    (folder / f"{name}.py").write_text(text)
(folder / "union.py").write_text("def f(a: " + " | ".join(["int"] * N) + f"): pass\n{BUG}")
(folder / "decorators.py").write_text("@a\n" * N + f"def f(): pass\n{BUG}")
