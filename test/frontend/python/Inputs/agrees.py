"""Compares what dt-python makes of Python files with what Python itself says of them: the number of calls in each
function, and the variables that each nested function captures. Prints the functions on which they disagree.

usage: agrees.py STEP FOLDER        every STEP-th file
"""

import ast
import re
import subprocess
import symtable
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
LARGEST_DISPLAY = 1000
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Calls(ast.NodeVisitor):
    """Counts the calls that a function's statements make. What is lowered twice or not at all is not comparable."""

    def __init__(self):
        self.count = 0
        self.comparable = True

    def visit_Call(self, node):
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value).startswith("super("):
            self.comparable = False
        if ast.unparse(node.func).endswith("Module.__init__"):
            self.comparable = False
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("__setattr__", "__getattribute__"):
            self.comparable = False  # x.name = v
        plain = not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
        if isinstance(node.func, ast.Name) and node.func.id == "map" and len(node.args) == 2 and plain:
            self.count += 1  # [f(x) for x in xs]: the call of f, and append
        self.count += 1
        self.generic_visit(node)

    def visit_comprehension_value(self, node):
        self.count += not isinstance(node, ast.DictComp)  # append
        self.visit_rounds(node.generators[0].iter)
        self.generic_visit(node)

    def visit_DictComp(self, node):
        self.visit_rounds(node.generators[0].iter)
        self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_comprehension_value

    def visit_function(self, node):
        for default in node.args.defaults + node.args.kw_defaults:
            if default:
                self.visit(default)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_function

    def visit_ClassDef(self, node):
        for statement in node.body:
            self.visit(statement)

    def visit_rounds(self, source):
        # A round for each of what the source writes down, which a name may stand for.
        held = source.args if isinstance(source, ast.Call) else [source]
        named = isinstance(source, (ast.Name, ast.Attribute))
        self.comparable &= not named and not any(isinstance(part, (ast.List, ast.Tuple)) for part in held)

    def visit_For(self, node):
        self.visit_rounds(node.iter)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_Assert(self, node):
        self.comparable &= not isinstance(node.test, ast.Constant)
        self.visit(node.test)

    def visit_Delete(self, node):
        self.count += sum(not isinstance(target, ast.Name) for target in node.targets)
        self.generic_visit(node)

    def visit_Match(self, node):
        self.comparable = False

    def visit_Try(self, node):
        self.comparable &= not node.finalbody
        self.generic_visit(node)

    def visit_If(self, node):
        self.comparable &= not isinstance(node.test, ast.Constant)
        self.generic_visit(node)

    visit_While = visit_If

    def visit_List(self, node):
        self.comparable &= len(node.elts) <= LARGEST_DISPLAY
        self.generic_visit(node)

    def visit_body(self, body):
        ends = (ast.Return, ast.Raise, ast.Break, ast.Continue)
        for statement in body:
            self.visit(statement)
        for node in ast.walk(ast.Module(body, [])):
            for field in ("body", "orelse", "finalbody"):
                statements = getattr(node, field, None)
                if isinstance(statements, list):
                    self.comparable &= not any(isinstance(s, ends) for s in statements[:-1])


def counted(node, path, found):
    for child in ast.iter_child_nodes(node):
        name = f"{path}.{getattr(child, 'name', '')}"
        if isinstance(child, FUNCTION):
            calls = Calls()
            calls.visit_body(child.body)
            found.setdefault(name, []).append(calls.count if calls.comparable else None)
        if isinstance(child, (*FUNCTION, ast.ClassDef)):
            counted(child, name, found)
        elif not isinstance(child, ast.Lambda):
            counted(child, path, found)


def captured(table, path, found, symbols):
    for child in table.get_children():
        name = f"{path}.{child.get_name()}"
        if child.get_type() != "function" or child.get_name() == "lambda" or child.get_name().endswith(("comp", "expr")):
            if child.get_type() == "class":
                captured(child, name, found, symbols)
            continue
        if table.get_type() == "function":
            found.setdefault(name, []).append(set(child.get_frees()) - symbols)
        # Imported names and classes are no variables; neither is the class in a class method.
        inside = {
            symbol.get_name()
            for symbol in child.get_symbols()
            if symbol.is_imported()
            or symbol.get_name() == "cls"
            or (symbol.is_namespace() and any(space.get_type() == "class" for space in symbol.get_namespaces()))
        }
        captured(child, name, found, symbols | inside)


def lowered(path):
    command = ["dt-python", "--module=M", "--source-order", path]
    text = subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    calls, captures = {}, {}
    for function in re.split(r"\n(?=func )", text):
        header = re.match(r"\n?func (?:\w+ )?@([\w.#]+)\((.*)", function)
        if not header:
            continue
        calls[header[1]] = len(re.findall(r"^  (?:%\S+(?:: \S+)? = )?(?:call @|invoke \"|apply\()", function, re.M))
        number = re.search(r" captures (\d+)", header[2])
        parameters = re.findall(r"(?:cell )?%([\w#]+)", header[2])
        captures[header[1]] = set(parameters[: int(number[1])] if number else [])
    return calls, captures


compared = 0
for path in sorted(Path(sys.argv[2]).rglob("*.py"))[:: int(sys.argv[1])]:
    source = path.read_bytes()
    expected_calls, expected_captures = {}, {}
    counted(ast.parse(source), "M", expected_calls)
    captured(symtable.symtable(source.decode(), str(path), "exec"), "M", expected_captures, set())
    calls, captures = lowered(path)
    for expected, actual, what in ((expected_calls, calls, "calls"), (expected_captures, captures, "captures")):
        for name, values in expected.items():
            # Of several functions with one name, which is which is not told here.
            if len(values) != 1 or values[0] is None or name not in actual:
                continue
            compared += 1
            if actual[name] != values[0]:
                print(f"{path}: {name}: {what} {values[0]}, lowered {actual[name]}")
print(f"compared {compared}")
