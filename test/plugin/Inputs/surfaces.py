"""Compares what the surfaces report, as (file, line, column, check): clangd no more than clang-tidy with the plugin,
that no more than the command line.

usage: surfaces.py {plugin|units|clangd} DEVICE_TIDY CLANG_TIDY PLUGIN CLANGD PCH FOLDER... -- FLAGS

The files are all *.cpp directly in the folders. plugin compares file by file. units compares each unit, of C++ or CUDA,
by itself with all of its folder together, and prints what the plugin reports; - in the place of PCH stands for none.
clangd parses the headers for each file that it opens, so clangd compares one file that holds all the others, each in a
namespace of its own.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "clangd/Inputs"))
import lsp


def of_command_line(program, file, flags, cache):
    """One file by itself, or a folder; what is cached is the precompiled header that the files share."""
    command = [program, "check", "--output-format", "json", file, "--", *flags]
    environment = {**os.environ, "DEVICE_TIDY_CACHE_DIR": os.fspath(cache)}
    result = subprocess.run(command, cwd=file.parent, stdout=subprocess.PIPE, env=environment)
    assert result.returncode in (0, 1), f"status {result.returncode}: {command}"
    findings = json.loads(result.stdout)["findings"]
    return {((file.parent / f["path"]).resolve(), f["line"], f["column"], f["check"]) for f in findings}


def of_plugin(program, plugin, file, flags, pch):
    command = [program, "-load", plugin, "--config={}", "-checks=-*,device-*", file, "--", *flags]
    command += [] if pch == "-" else ["-include-pch", pch]
    result = subprocess.run(command, cwd=file.parent, stdout=subprocess.PIPE, text=True)
    assert result.returncode == 0, f"status {result.returncode}: {command}"
    found = re.findall(r"^(.+?):(\d+):(\d+): warning: .* \[([\w,-]+)\]$", result.stdout, re.MULTILINE)
    # Checks that say the same thing at the same place share a line of clang-tidy's output.
    return {
        (pathlib.Path(path).resolve(), int(line), int(column), check)
        for path, line, column, checks in found
        for check in checks.split(",")
    }


def of_clangd(program, file, flags):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "compile_flags.txt").write_text("\n".join(flags))
        with lsp.Client([program, "--log=error"], folder) as client:
            diagnostics = client.open(file.name, file.read_text())
    return {
        (file.resolve(), d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1, d["code"])
        for d in diagnostics
        if str(d.get("code", "")).startswith("device-")
    }


def together(files, folder):
    """A unit of all files: the includes first, then each file in its namespace."""
    includes, bodies = [], []
    for file in files:
        lines = file.read_text().splitlines()
        includes += [line for line in lines if line.startswith("#include <") and line not in includes]
        text = "\n".join("" if line.startswith("#include") else line for line in lines)
        name = re.sub(r"\W", "_", f"{file.parent.name}_{file.stem}")
        bodies.append("namespace %s {\n%s\n}" % (name, text.replace("int main(", "int run(")))
    unit = folder / "together.cpp"
    unit.write_text("\n".join(includes + bodies) + "\n")
    return unit


def compare(small, small_name, large, large_name):
    for path, line, column, check in sorted(small - large):
        print(f"{path}:{line}:{column}: {check}: from {small_name}, not from {large_name}")
    print(f"{small_name} {len(small)}, {large_name} {len(large)}")
    return small <= large


def main():
    what, device_tidy, clang_tidy, plugin, clangd, pch, *rest = sys.argv[1:]
    folders, flags = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    suffixes = (".cpp", ".cu") if what == "units" else (".cpp",)
    folders = [pathlib.Path(folder).resolve() for folder in folders]
    files = [file for folder in folders for file in sorted(folder.iterdir()) if file.suffix in suffixes]
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        if what == "clangd":
            files = [together(files, scratch)]
        by_plugin = set().union(*(of_plugin(clang_tidy, plugin, file, flags, pch) for file in files))
        assert by_plugin, "nothing was found, so nothing is compared"
        if what != "clangd":
            runs = folders if what == "units" else files
            by_command_line = set().union(*(of_command_line(device_tidy, run, flags, scratch / "cache") for run in runs))
            for path, line, _, check in sorted(by_plugin) if what == "units" else ():
                print(f"{path.name}: {path.read_text().splitlines()[line - 1].strip()} {check}")
            ordered = compare(by_plugin, "plugin", by_command_line, "command line")
        else:
            by_clangd = of_clangd(clangd, files[0], flags)
            assert by_clangd, "clangd found nothing, so nothing is compared"
            ordered = compare(by_clangd, "clangd", by_plugin, "plugin")
    sys.exit(0 if ordered else 1)


if __name__ == "__main__":
    main()
