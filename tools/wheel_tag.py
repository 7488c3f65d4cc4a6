#!/usr/bin/env python3
"""wheel_tag.py WHEEL: gives the wheel the manylinux tag that is true of it, and prints its new name.

A tag manylinux_2_35_x86_64 says: runs where glibc is 2.35 or later. What decides are the versions of the symbols that
the programs and libraries in the wheel ask for. They may need each other, the libraries that every such system has, and
LibTorch, which is there when what needs it is loaded. A wheel that needs more is refused: its tag would be a lie.
"""

import base64
import csv
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

# What PEP 600 takes for granted, and the versions of the C++ library that came with glibc 2.35 (gcc 12).
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|ld-linux-x86-64)\.so\.\d+")
LIBTORCH = re.compile(r"lib(torch_cpu|c10)\.so")
NEWEST = {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}


def dynamic_section(file):
    command = ["readelf", "--wide", "--dynamic", "--version-info", file]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def needs(wheel):
    """The libraries and the versions of symbols that the ELF files of a wheel need from elsewhere."""
    libraries, versions, own = set(), set(), set()
    with tempfile.TemporaryDirectory() as folder:
        for name in wheel.namelist():
            own.add(pathlib.PurePath(name).name)
            if wheel.open(name).read(4) == b"\x7fELF":
                text = dynamic_section(wheel.extract(name, folder))
                libraries.update(re.findall(r"\(NEEDED\).*\[(.*)\]", text))
                versions.update(re.findall(r"Name: ([A-Z]+)_([0-9.]+)", text))
    return libraries - own, {(name, tuple(map(int, number.split(".")))) for name, number in versions}


def platform_of(wheel):
    libraries, versions = needs(wheel)
    strangers = sorted(name for name in libraries if not SYSTEM.fullmatch(name) and not LIBTORCH.fullmatch(name))
    strangers += [f"{name}_{number}" for name, number in sorted(versions) if number > NEWEST.get(name, number)]
    if strangers:
        sys.exit(f"{wheel.filename}: not every system has {', '.join(map(str, strangers))}")
    glibc = max(number for name, number in versions if name == "GLIBC")
    return f"manylinux_{glibc[0]}_{glibc[1]}_x86_64"


def retagged(name, data, old, new):
    return data.replace(f"-{old}\n".encode(), f"-{new}\n".encode()) if name.endswith(".dist-info/WHEEL") else data


def write(path, wheel, old, new):
    """The same files, with the tag in WHEEL and its checksum in RECORD."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        rows = []
        for entry in wheel.infolist():
            if entry.filename.endswith(".dist-info/RECORD"):
                record = entry
                continue
            data = retagged(entry.filename, wheel.read(entry), old, new)
            target.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append((entry.filename, f"sha256={digest}", len(data)))
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*rows, (record.filename, "", "")])
        target.writestr(record, text.getvalue())


def main():
    path = pathlib.Path(sys.argv[1])
    old = path.stem.rpartition("-")[2]
    with zipfile.ZipFile(path) as wheel:
        new = platform_of(wheel)
        target = path.with_name(path.name.replace(old, new))
        if target != path:
            write(target, wheel, old, new)
            path.unlink()
    print(target)


main()
