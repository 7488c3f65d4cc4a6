#!/usr/bin/env python3
"""empty_libraries.py TORCH: makes the libraries that the PyTorch in TORCH needs and that are not there: NVIDIA's, 3 GB,
which nothing calls on a machine without a GPU. They have the names that are asked for, and each function returns
cudaErrorNoDevice.
"""

import collections
import pathlib
import re
import subprocess
import sys

NO_DEVICE = 100


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, text=True).stdout


def names(library, which):
    """(name, version or "") of the symbols of a library."""
    for line in output("nm", "-D", which, library).splitlines():
        yield re.search(r"(\S+?)(?:@{1,2}(\S+))?$", line).groups(default="")


def needed(library):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "--wide", "--dynamic", library))


def versions(library):
    """The version nodes that a library asks of others, and of which."""
    of = None
    for line in output("readelf", "--wide", "--version-info", library).splitlines():
        if found := re.search(r"File: (\S+)", line):
            of = found[1]
        elif of and (found := re.search(r"Name: (\S+)  Flags:", line)):
            yield found[1], of


def write(folder, library, symbols):
    """symbols: names by version."""
    source = "".join(
        f".globl {name}\n.type {name}, @function\n{name}: mov ${NO_DEVICE}, %eax\nret\n"
        for group in symbols.values()
        for name in group
    )
    nodes = [f"{version} {{ global: {'; '.join(group)}; }};" for version, group in symbols.items() if version and group]
    script = folder / f"{library}.map"
    script.write_text("\n".join(nodes) + "\n")
    command = ["gcc", "-shared", "-nostdlib", "-x", "assembler", "-", f"-Wl,-soname,{library}", "-o", folder / library]
    if nodes:
        command.append(f"-Wl,--version-script={script}")
    subprocess.run(command, input=".text\n" + source + '.section .note.GNU-stack,"",@progbits\n', text=True, check=True)
    script.unlink()


def main():
    folder = pathlib.Path(sys.argv[1]) / "lib"
    own = sorted(path for path in folder.glob("*.so*") if path.is_file())
    system = dict(re.findall(r"^\s+(\S+) .*=> (\S+)", output("/sbin/ldconfig", "-p"), re.MULTILINE))
    wanted_by = {path: set(needed(path)) for path in own}
    everything = set().union(*wanted_by.values())
    missing = everything - {path.name for path in own} - system.keys()
    if not missing:
        return
    there = [*own, *(system[name] for name in everything if name in system)]
    defined = {name for path in there for name, _ in names(path, "--defined-only")}
    # Of a symbol without a version nobody says whose it is. It must not be the CUDA runtime's, for which the one of a run
    # stands in, nor Python's, which are in the program.
    cuda = wanted_by.get(folder / "libtorch_cuda.so", missing)
    common = min(name for name in missing & cuda if not name.startswith("libcudart"))
    wanted = {name: collections.defaultdict(set) for name in missing}
    for path in own:
        of = dict(versions(path))
        for name, version in names(path, "--undefined-only"):
            if of.get(version) in missing:
                wanted[of[version]][version].add(name)
            elif not version and name not in defined and not re.match("_?Py|_ITM_|__gmon", name):
                wanted[common][""].add(name)
    for library in sorted(missing):
        write(folder, library, wanted[library])


main()
