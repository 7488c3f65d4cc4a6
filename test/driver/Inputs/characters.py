"""Writes what an encoding has characters for into programs, and has a bug found behind it: characters.py FOLDER PROGRAM.

In each encoding with characters of several bytes: strings, names and a comment hold all that CPython can write in it.
One line for each program that is not read as CPython reads it.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

folder, program = Path(sys.argv[1]), sys.argv[2]
folder.mkdir(parents=True, exist_ok=True)
warnings.simplefilter("ignore")
CODECS = """big5 big5hkscs cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hz iso2022_jp
iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr johab shift_jis shift_jis_2004
shift_jisx0213 utf_7""".split()
BUG = """import torch
b = torch.ones(3, device="cuda") + torch.ones(3)
"""


def is_written(letter, codec):
    try:
        return letter.encode(codec).decode(codec) == letter
    except UnicodeError:
        return False


def program_in(codec):
    """Rows of strings; what are names; a comment behind each."""
    letters = [chr(c) for c in (*range(0xA0, 0xD7FF, 1), *range(0xF900, 0xFFFE), *range(0x20000, 0x20400))]
    letters = [c for c in letters if c.isprintable() and is_written(c, codec)]
    lines = [f"# coding: {codec}"]
    for at in range(0, len(letters), 40):
        row = "".join(letters[at : at + 40])
        lines.append(f"s = '{row}', \"{row}\", r'x{row}y'  # {row}")
    names = [c for c in letters if c.isidentifier()]
    lines += [f"{c} = n{c}n = 1; {c}.{c}" for c in names[:: max(1, len(names) // 200)]]
    return "\n".join(lines) + "\n" + BUG


wanted = {}
for codec in CODECS:
    text = program_in(codec)
    data = text.encode(codec)
    try:
        compile(data, codec, "exec")
    except SyntaxError as error:
        print(f"{codec}: CPython refuses it: {error}")
        continue
    (folder / f"{codec}.py").write_bytes(data)
    wanted[f"{codec}.py"] = text.count("\n")
ran = subprocess.run(
    [program, "check", "--isolated", "--no-cache", "--select", "device-mixed-operands", "--output-format", "json", "."],
    cwd=folder,
    capture_output=True,
    text=True,
)
found = {f["path"]: f["line"] for f in json.loads(ran.stdout)["findings"]}
failed = [line for line in ran.stderr.splitlines() if ": error: " in line]
for line in failed:
    print(line)
for name, line in wanted.items():
    if found.get(name) != line:
        print(f"{name}: found at {found.get(name)}, not {line}")
print("read:", "all" if len(found) == len(wanted) and not failed else len(found))
print("status", ran.returncode)
