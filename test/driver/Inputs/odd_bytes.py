"""Writes the same program with a bug as files that are hard to read: odd_bytes.py FOLDER."""

import random
import sys
from pathlib import Path

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random.seed(1)
PROGRAM = """import torch


def f():
    x = torch.ones(3, device="cuda")
    return x + torch.ones(3)
"""
PYTHON2 = """import torch


def f(n):
    print "size", n
    x = torch.ones(n, device='cuda')
    try:
        print >>log, x
    except IOError, e:
        raise RuntimeError, e
    return x + torch.ones(n)
"""
LATIN = PROGRAM.replace("def f():", 'def f():\n    name = "\xe9t\xe9"').encode("latin-1")
DEPTH = 20_000
files = {
    "bom.py": b"\xef\xbb\xbf" + PROGRAM.encode(),
    "bom_line.py": b'\xef\xbb\xbfimport torch; torch.ones(3, device="cuda") + torch.ones(3)\n',
    "crlf.py": PROGRAM.replace("\n", "\r\n").encode(),
    "tabs.py": PROGRAM.replace("    ", "\t").encode(),
    "latin.py": b"# -*- coding: latin-1 -*-\n" + LATIN,
    "no_utf8.py": LATIN,
    "utf16.py": PROGRAM.encode("utf-16"),
    "wide.py": PROGRAM.replace("x + torch.ones(3)", '("\u00e9\U0001f600", x + torch.ones(3))').encode(),
    "python2.py": PYTHON2.encode(),
    "binary.py": b"\x7fELF" + bytes(random.randrange(256) for _ in range(5_000)),
    "empty.py": b"",
    "deep.py": b"x = " + b"(" * DEPTH + b"1" + b")" * DEPTH + b"\n" + PROGRAM.encode(),
    "huge.py": (PROGRAM + "".join(f"\n\ndef g{i}(x):\n    return x.cuda() + {i}\n" for i in range(20_000))).encode(),
    "no_newline.py": PROGRAM.rstrip("\n").encode(),
    "return.py": PROGRAM.replace("\n", "\r").encode(),
}
for name, content in files.items():
    (folder / name).write_bytes(content)
