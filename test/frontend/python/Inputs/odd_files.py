"""Writes files that are hard to read, and prints their names.

usage: odd_files.py FOLDER
"""

import random
import sys
from pathlib import Path

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random.seed(1)
depth = 100_000
files = {
    "empty.py": b"",
    "comment.py": b"# nothing",
    "no_newline.py": b"def f(x): return x",
    "bom.py": b"\xef\xbb\xbfdef f(x):\n    return x.cuda()\n",
    "crlf.py": b"def f(x):\r\n    if x:\r\n        return x.cuda()\r\n    return x\r\n",
    "tabs.py": b"def f(x):\n\tif x:\n\t    return x.cuda()\n\treturn x\n",
    "latin.py": b'# -*- coding: latin-1 -*-\ndef f(x):\n    print("\xe9\xff")  # \xe8\n    return x.cuda()\n',
    "null.py": b"x = 1\0\n",
    "utf16.py": "x = 1\n".encode("utf-16"),
    "binary.py": bytes(random.randrange(1, 256) for _ in range(100_000)),
    "words.py": b" ".join(random.choice([b"def", b"(", b")", b"class", b"x", b":", b"\n", b"if", b"[", b"'"])
                          for _ in range(20_000)),
    "long_line.py": b"x = [" + b"1, " * 100_000 + b"]\n",
    "long_string.py": b"x = '" + b"a" * 10_000_000 + b"'\n",
    "many_lines.py": b"x = x.cuda()\n" * 5_000,
    "parentheses.py": b"x = " + b"(" * depth + b")" * depth + b"\n",
    "unclosed.py": b"x = " + b"[" * depth + b"\n",
    "calls.py": b"x = " + b"f(" * depth + b")" * depth + b"\n",
    "sum.py": b"x = " + b" + ".join([b"y"] * depth) + b"\n",
    "attributes.py": b"x = y" + b".z" * depth + b"\n",
    "not.py": b"x = " + b"not " * depth + b"y\n",
    "lambdas.py": b"x = " + b"lambda: " * depth + b"y\n",
    "ifs.py": b"".join(b" " * i + b"if x:\n" for i in range(1_000)) + b" " * 1_000 + b"pass\n",
    "functions.py": b"".join(b" " * i + b"def f(x):\n" for i in range(1_000)) + b" " * 1_000 + b"return x\n",
    "finally.py": b"".join(b" " * i + b"try: x()\n" + b" " * i + b"finally:\n" for i in range(60)) + b" " * 60 + b"y()\n",
    "elifs.py": b"def f(x):\n  if x: y = 1\n" + b"".join(b"  elif x == %d: y = %d\n" % (i, i) for i in range(2_000)),
    "fstrings.py": b"x = " + b'f"{' * 500 + b"y" + b'}"' * 500 + b"\n",
}
for name, content in files.items():
    (folder / name).write_bytes(content)
    print(folder / name)
