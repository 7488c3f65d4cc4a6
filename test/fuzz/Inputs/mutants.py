"""Writes damaged copies of Python files, the same each time: pieces cut out, doubled, moved, bytes changed.

usage: mutants.py COUNT FOLDER SOURCE...
"""

import random
import sys
from pathlib import Path

count, folder, *names = sys.argv[1:]
folder = Path(folder)
folder.mkdir(parents=True, exist_ok=True)
sources = [Path(name).read_bytes() for name in sorted(names)]
random.seed(7)


def piece(text):
    begin = random.randrange(len(text))
    return begin, min(len(text), begin + random.choice([1, 3, 10, 80, 300]))


for number in range(int(count)):
    text = random.choice(sources)
    for _ in range(random.randrange(1, 6)):
        begin, end = piece(text)
        other = random.choice(sources)
        inserted = random.choice([b"", b"", bytes([random.randrange(1, 256)]), other[slice(*piece(other))], b"\n", b"("])
        text = text[:begin] + inserted + text[random.choice([begin, end]) :]
    (folder / f"{number}.py").write_bytes(text)
