"""Prints the figures by which the structure of the analyzer is judged, for docs/ARCHITECTURE.md.

    figures.py [--complexity BUILD] [--known FILE] [ROOT]

Members of classes over the limit, functions over the limit of lines, and includes between folders, those that go up
among them. With --complexity, which takes minutes, the cognitive complexity of functions, as clang-tidy counts it for
the compile commands of BUILD. A function's lines are those between its braces; a class's members are the declarations
in its body, functions and data alike. With --known it prints only what is not in FILE, a list of the classes and
functions over their limit, and what is in FILE without need: the list can only get shorter.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

MAX_MEMBERS, MAX_LINES, MAX_COMPLEXITY = 30, 60, 25
FOLDERS = ("analyzer", "checks")
CLASS = re.compile(r"^(?:template <[^\n]*>\n)?( *)(?:class|struct) (\w+)[^;{}]*\{", re.MULTILINE)
FUNCTION = re.compile(r"^(?!namespace|extern|class|struct|enum|union|#)[A-Za-z][^\n;={}]*?(~?\w+)\(", re.MULTILINE)
OURS = "ir|knowledge|dataflow|report|frontend|driver|checks"
INCLUDE = re.compile(rf'^#include "((?:{OURS})(?:/\w+)*)/\w+\.(?:h|inc|def)"', re.MULTILINE)
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
TOO_COMPLEX = re.compile(r"^(.*?):\d+:\d+: .*function '(.*?)' has cognitive complexity of (\d+)", re.MULTILINE)


def without_noise(text):
    """The text with comments and literals blanked, line by line as long as before."""
    return NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def body(text, start):
    """The text between the brace at start - 1 and the one that closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start:]


def members(text):
    """How many declarations a class body has at its own level."""
    count, depth = 0, 0
    pending = False
    for at, char in enumerate(text):
        if char in "({[":
            depth += 1
        elif char in ")}]":
            depth -= 1
            # The body of a function, a nested type, or an initialiser: what comes next says which.
            if char == "}" and depth == 0 and not text[at + 1 :].lstrip().startswith((";", ",", "=")):
                count, pending = count + 1, False
                continue
        elif depth == 0 and char == ";":
            count, pending = count + pending, False
            continue
        if depth == 0 and (char.isalnum() or char in "}~"):
            pending = True
    return count - len(re.findall(r"\bfriend\b[^;]*;", text))


def classes(path, text):
    for match in CLASS.finditer(text):
        inner = re.sub(r"\b(?:public|private|protected):", "", body(text, match.end()))
        yield f"{path}: {match.group(2)}", members(inner)


def functions(path, text):
    """Functions that are defined at the level of the namespace, and their lines."""
    for match in FUNCTION.finditer(text):
        opening = text.find("{", match.end())
        ending = text.find(";", match.end())
        if opening < 0 or (0 <= ending < opening):
            continue
        yield f"{path}: {match.group(1)}", body(text, opening + 1).count("\n")


def folder(path):
    return path.removeprefix("analyzer/")


def arrows(files):
    """How many files of one folder include headers of another."""
    count = collections.Counter()
    for path, text in files.items():
        here = folder(path.rsplit("/", 1)[0])
        for there in {include for include in INCLUDE.findall(text)}:
            if there != here:
                count[here, there] += 1
    return count


def complexities(root, build):
    sources = sorted(path for name in FOLDERS for path in (root / name).rglob("*.cpp"))
    command = [
        "clang-tidy-22", "--quiet", "-p", build, "--checks=-*,readability-function-cognitive-complexity",
        f"--config={{CheckOptions: {{readability-function-cognitive-complexity.Threshold: {MAX_COMPLEXITY}}}}}",
    ]  # fmt: skip
    for source in sources:
        done = subprocess.run([*command, source], capture_output=True, text=True, check=False)
        for path, name, value in TOO_COMPLEX.findall(done.stdout):
            if pathlib.Path(path).resolve() == source.resolve():
                yield f"{source.relative_to(root)}: {name}", int(value)


def show(title, rows):
    rows = sorted(rows, key=lambda row: (-row[1], row[0]))
    print(f"{title}: {len(rows)}")
    for name, value in rows:
        print(f"  {value:5} {name}")


def compare(known, rows):
    """Complaints about what is over its limit and not known, and the other way round."""
    known = {line for line in known.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")}
    over = {name for name, _ in rows}
    for name in sorted(over - known):
        print(f"{name}: is over the limit of {MAX_MEMBERS} members or {MAX_LINES} lines")
    for name in sorted(known - over):
        print(f"{name}: is within its limit now; take it out of the list")
    return 1 if over != known else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3])
    parser.add_argument("--complexity", metavar="BUILD")
    parser.add_argument("--known", metavar="FILE", type=pathlib.Path)
    given = parser.parse_args()
    files = {
        path.relative_to(given.root).as_posix(): path.read_text(encoding="utf-8")
        for name in FOLDERS
        for path in sorted((given.root / name).rglob("*"))
        if path.suffix in (".h", ".cpp") and "Inputs" not in path.parts
    }
    plain = {path: without_noise(text) for path, text in files.items()}
    every_class = [row for path, text in plain.items() for row in classes(path, text)]
    every_function = [row for path, text in plain.items() for row in functions(path, text)]
    large_classes = [row for row in every_class if row[1] > MAX_MEMBERS]
    large_functions = [row for row in every_function if row[1] > MAX_LINES]
    if given.known:
        return compare(given.known, large_classes + large_functions)
    show(f"classes with more than {MAX_MEMBERS} members", large_classes)
    show(f"functions of more than {MAX_LINES} lines", large_functions)
    count = arrows(files)
    up = {pair: number for pair, number in count.items() if (pair[1], pair[0]) in count and pair < (pair[1], pair[0])}
    show("folders that include each other", [(f"{a} <-> {b}", number) for (a, b), number in up.items()])
    show("includes between folders", [(f"{a} -> {b}", number) for (a, b), number in count.items()])
    if given.complexity:
        show(f"functions with a cognitive complexity over {MAX_COMPLEXITY}", complexities(given.root, given.complexity))
    return 0


if __name__ == "__main__":
    sys.exit(main())
