#!/usr/bin/env python3
"""Lists the functions of packages that the analysis holds for never returning, and whose syntax does not say so.

    test/corpus/never_returns.py ~/packages/timm/timm ~/packages/kornia/kornia

What stands behind a call of a function that never returns is dead code, of which nothing is reported. So each such
function has to end, on every path, in `raise`, an exit or an endless loop, or in a call of another that does. A package
is the folder with its __init__.py. Prints `package: qualified name` for each function of which that is not so, and how
many there are. This is no part of the tests: it needs packages that are not in the repository.
"""

import argparse
import ast
import dataclasses
import pathlib
import re
import subprocess
import sys

from tables import ROOT

EXITS = {"exit", "quit", "sys.exit", "os._exit", "os.abort"}
# Whoever raises this asks derived classes for a method: a call through an object may be one of theirs.
ABSTRACT = "NotImplementedError"


@dataclasses.dataclass
class Function:
    node: ast.FunctionDef | ast.AsyncFunctionDef
    module: "Module"
    owner: str  # the qualified name of the class, if it is a method
    around: list[str]  # qualified names of the scopes around it, innermost first


def accessor(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """".setter" of what @x.setter decorates."""
    return next((f".{d.attr}" for d in node.decorator_list if isinstance(d, ast.Attribute) and d.attr == "setter"), "")


class Module:
    """Functions and classes of a file by qualified name, and what its imports bind."""

    def __init__(self, path: pathlib.Path, folder: pathlib.Path):
        parts = list(path.relative_to(folder.parent).with_suffix("").parts)
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.functions: dict[str, Function] = {}
        self.bases: dict[str, list[str]] = {}
        self.imports: dict[str, str] = {}
        self.frozen: list[str] = []
        self.visit(ast.parse(path.read_bytes()), self.name, "", [self.name])

    def visit(self, node: ast.AST, scope: str, owner: str, around: list[str]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = f"{scope}.{child.name}{accessor(child)}"
                # The last definition has the name.
                self.functions[name] = Function(child, self, owner, around)
                self.visit(child, name, "", [name, *around])
            elif isinstance(child, ast.ClassDef):
                name = f"{scope}.{child.name}"
                if any(re.search(r"dataclass\(.*frozen=True", ast.unparse(d)) for d in child.decorator_list):
                    self.frozen.append(name)
                self.bases[name] = [self.qualified(ast.unparse(base), [scope, *around]) for base in child.bases]
                self.visit(child, name, name, around)
            else:
                self.bind(child)
                self.visit(child, scope, owner, around)

    def bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                # `import a.b` binds a.
                name = alias.name if alias.asname else alias.name.split(".")[0]
                self.imports[alias.asname or name] = name
        if isinstance(node, ast.ImportFrom):
            above = self.name.split(".")[:len(self.name.split(".")) - node.level + self.is_package]
            source = ".".join(above + [node.module or ""]).strip(".") if node.level else node.module
            for alias in node.names:
                self.imports[alias.asname or alias.name] = f"{source}.{alias.name}"

    def qualified(self, text: str, scopes: list[str]) -> str:
        """What a dotted name of this file means."""
        root, _, rest = text.partition(".")
        for scope in scopes:
            if f"{scope}.{root}" in self.functions or f"{scope}.{root}" in self.bases:
                return f"{scope}.{text}"
        return f"{self.imports[root]}.{rest}".rstrip(".") if root in self.imports else text


class Package:
    def __init__(self, folder: pathlib.Path):
        self.modules = []
        for path in sorted(folder.rglob("*.py")):
            try:
                self.modules.append(Module(path, folder))
            except SyntaxError:
                print(f"{path}: not parsed", file=sys.stderr)
        self.functions = {name: f for module in self.modules for name, f in module.functions.items()}
        self.bases = {name: bases for module in self.modules for name, bases in module.bases.items()}
        self.imports = {f"{module.name}.{name}": to for module in self.modules for name, to in module.imports.items()}
        # What a frozen dataclass has raises FrozenInstanceError.
        self.explained = {f"{name}.__{verb}attr__" for module in self.modules for name in module.frozen
                          for verb in ("set", "del")}
        before = -1
        while before != len(self.explained):
            before = len(self.explained)
            self.explained |= {name for name, f in self.functions.items() if Ends(self, f).never_returns()}

    def behind(self, name: str) -> str:
        """The name that a package imports under another one."""
        for _ in range(16):
            if name in self.functions or name in self.bases or name not in self.imports:
                break
            name = self.imports[name]
        return name

    def method(self, owner: str, name: str, depth: int = 0) -> str:
        owner = self.behind(owner)
        if f"{owner}.{name}" in self.functions or depth == 16:
            return f"{owner}.{name}"
        for base in self.bases.get(owner, []):
            if (found := self.method(base, name, depth + 1)) in self.functions:
                return found
        return ""

    def derives(self, owner: str, base: str, depth: int = 0) -> bool:
        return depth < 16 and any(b == base or self.derives(b, base, depth + 1)
                                  for b in map(self.behind, self.bases.get(owner, [])))

    def is_replaced(self, name: str) -> bool:
        owner, _, method = name.rpartition(".")
        is_abstract = ABSTRACT in ast.unparse(self.functions[name].node)
        return is_abstract or any(f"{other}.{method}" in self.functions and self.derives(other, owner)
                                  for other in self.bases)


class Ends:
    """How the statements of a function end: "next", "return", "break", "continue", in any number."""

    def __init__(self, package: Package, function: Function):
        self.package, self.function = package, function

    def never_returns(self) -> bool:
        is_generator = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(self.function.node))
        return not is_generator and not self.block(self.function.node.body) & {"next", "return"}

    def is_end(self, call: ast.Call) -> bool:
        """True for a call of what is known to end nowhere."""
        package, module, owner = self.package, self.function.module, self.function.owner
        text = ast.unparse(call.func)
        if text in EXITS:
            return True
        if owner and (match := re.fullmatch(r"(self|cls|super\(\))\.(\w+)", text)):
            bases = package.bases.get(owner, [])
            starts = bases if match[1] == "super()" else [owner]
            found = next((m for start in starts if (m := package.method(start, match[2]))), "")
            return found in package.explained and not package.is_replaced(found)
        if not re.fullmatch(r"[\w.]+", text):
            return False
        name = package.behind(module.qualified(text, self.function.around))
        return name in package.explained or package.method(name, "__init__") in package.explained

    def calls_end(self, node: ast.AST) -> bool:
        """True if evaluating the expression or statement always comes to such a call."""
        if isinstance(node, (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.stmt)):
            return False
        if isinstance(node, ast.BoolOp):
            return self.calls_end(node.values[0])
        if isinstance(node, ast.IfExp):
            return self.calls_end(node.test)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return self.calls_end(node.generators[0].iter)
        return (isinstance(node, ast.Call) and self.is_end(node)) or any(map(self.calls_end,
                                                                             ast.iter_child_nodes(node)))

    def block(self, statements: list[ast.stmt]) -> set[str]:
        ends = {"next"}
        for statement in statements:
            ends = ends - {"next"} | self.statement(statement)
            if "next" not in ends:
                break
        return ends

    def statement(self, node: ast.stmt) -> set[str]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return {"next"}
        if isinstance(node, ast.Raise) or any(map(self.calls_end, ast.iter_child_nodes(node))):
            return set()
        if isinstance(node, ast.Assert):
            return set() if isinstance(node.test, ast.Constant) and not node.test.value else {"next"}
        for kind, end in ((ast.Return, "return"), (ast.Break, "break"), (ast.Continue, "continue")):
            if isinstance(node, kind):
                return {end}
        if isinstance(node, ast.If):
            return self.block(node.body) | self.block(node.orelse)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            is_endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value
            body = self.block(node.body)
            after = set() if is_endless else self.block(node.orelse)
            return after | body & {"return"} | ({"next"} if "break" in body else set())
        if isinstance(node, (ast.Try, ast.TryStar)):
            ends = self.block(node.body)
            if "next" in ends:
                ends = ends - {"next"} | self.block(node.orelse)
            ends = ends.union(*(self.block(handler.body) for handler in node.handlers))
            last = self.block(node.finalbody)
            return ends | last - {"next"} if "next" in last else last
        if isinstance(node, (ast.With, ast.AsyncWith)):
            # What a context may keep from leaving it is not known.
            swallows = any(re.search("suppress|raises", ast.unparse(item.context_expr)) for item in node.items)
            return self.block(node.body) | ({"next"} if swallows else set())
        if isinstance(node, ast.Match):
            return {"next"}.union(*(self.block(case.body) for case in node.cases))
        return {"next"}


def below(folder: pathlib.Path, name: str) -> str:
    """The name without the folders in front of the package: inside of a checkout the whole path below the checkout is
    in it, `build.venv.lib.python3:11.site-packages.timm.layers.drop`."""
    parts = [part.replace(".", ":") for part in folder.parent.parts[1:]]
    for start in range(len(parts)):
        around = ".".join(parts[start:]) + "."
        if name.startswith(around + folder.name):
            return name.removeprefix(around)
    return name


def held_for_endless(program: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """What the program says of all files together; a name once."""
    others = ",".join(f"**/*.{suffix}" for suffix in ("c", "cc", "cpp", "cu", "cuh", "h", "hpp"))
    run = subprocess.run([program, "ir", "--summaries", "--quiet", "--isolated", "--exclude", others, folder],
                         capture_output=True, text=True, check=False, cwd=folder.parent)
    if run.returncode not in (0, 2) or not run.stdout:
        sys.exit(f"{folder}: {run.stderr.strip() or 'status ' + str(run.returncode)}")
    held = re.findall(r"^function (\S+)\(.*\n  never returns$", run.stdout, re.MULTILINE)
    return list(dict.fromkeys(below(folder, name) for name in held))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", type=pathlib.Path, metavar="PACKAGE", help="folder with an __init__.py")
    parser.add_argument("--device-tidy", type=pathlib.Path, default=ROOT / "build/bin/device-tidy",
                        help="program to run (default: the build's)")
    parser.add_argument("--quiet", action="store_true", help="numbers only")
    options = parser.parse_args()
    for folder in options.packages:
        held = held_for_endless(options.device_tidy.resolve(), folder.resolve())
        explained = Package(folder.resolve()).explained
        # Of several definitions of a name, "f#2", the last one is meant.
        unexplained = [name for name in held if re.sub(r"#\d+", "", name) not in explained]
        for name in unexplained if not options.quiet else []:
            print(f"{folder.name}: {name}")
        print(f"{folder.name}: {len(held)} never return, {len(unexplained)} of them unexplained")


if __name__ == "__main__":
    main()
