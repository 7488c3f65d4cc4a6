"""Prints what the ranges of a dump cover: instruction: {text with a ^ before the caret} text of each argument.

usage: carets.py SOURCE DUMP
"""

import re
import sys
from pathlib import Path

source = Path(sys.argv[1]).read_bytes()
RANGE = re.compile(r"@(\d+)\.\.(\d+)(?:\^(\d+))?")


def text(begin, end):
    return source[int(begin) : int(end)].decode()


for line in Path(sys.argv[2]).read_text().splitlines():
    kind = re.match(r" +(?:%\S+ = )?([\w.]+)", line)
    ranges = RANGE.findall(line)
    if not kind or not ranges:
        continue
    *arguments, (begin, end, caret) = ranges
    caret = caret or begin
    whole = text(begin, caret) + "^" + text(caret, end)
    print(f"{kind[1]}: {{{whole}}}", ", ".join(text(b, e) for b, e, _ in arguments))
