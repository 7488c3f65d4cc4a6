# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Source files of a running program: what stands at a bytecode instruction. Imports no torch.

Positions count lines from 1 and columns, in bytes of UTF-8, from 0, as Python's ast and code objects do.
"""

from __future__ import annotations

import ast
import dis
import functools
import itertools
import os
import sys
import sysconfig
from dataclasses import dataclass
from types import CodeType
from typing import Any

from device_tidy import text


@dataclass(frozen=True)
class Span:
    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def of(node: Any) -> Span:
        return Span(
            node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        )

    def covers(self, other: Span) -> bool:
        return (self.line, self.column) <= (other.line, other.column) and (other.end_line, other.end_column) <= (
            self.end_line,
            self.end_column,
        )


@functools.lru_cache(maxsize=256)
def tree(path: str) -> ast.Module | None:
    """The parsed file, with the parent of each node as its attribute 'parent'; None if it cannot be read or parsed."""
    source = "".join(text.lines(path))
    if not source:
        return None
    try:
        root = ast.parse(source, path)
    except (SyntaxError, ValueError, RecursionError):
        return None
    for node in ast.walk(root):
        for child in ast.iter_child_nodes(node):
            child.parent = node  # type: ignore[attr-defined]
    return root


def parent(node: ast.AST) -> ast.AST | None:
    return getattr(node, "parent", None)


def span_at(code: CodeType, instruction: int) -> Span | None:
    """What the instruction at this offset was compiled from; None before Python 3.11, which does not know."""
    if not hasattr(code, "co_positions") or instruction < 0:
        return None
    position = next(itertools.islice(code.co_positions(), instruction // 2, None), None)
    if position is None:
        return None
    line, end_line, column, end_column = position
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return Span(line, column, end_line, end_column)


def node_at(path: str, span: Span | None, line: int) -> ast.AST | None:
    """The smallest expression or statement that covers a span; without a span, the statement in this line."""
    root = tree(path)
    if root is None:
        return None
    best: ast.AST | None = None
    for node in ast.walk(root):
        if not isinstance(node, (ast.expr, ast.stmt)):
            continue
        found = Span.of(node)
        if span is not None:
            fits = found.covers(span)
        else:
            fits = isinstance(node, ast.stmt) and found.line <= line <= found.end_line
        if fits and (best is None or Span.of(best).covers(found)):
            best = node
    return best


def function_of(node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module | None:
    """The innermost function, or the module, that a node is in."""
    at = parent(node)
    while at is not None and not isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)):
        at = parent(at)
    return at


def loop_of(node: ast.AST) -> ast.AST | None:
    """The innermost loop in the same function that runs a node again and again."""
    child, at = node, parent(node)
    while at is not None and not isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        if isinstance(at, (ast.For, ast.AsyncFor)) and child is not at.iter and child not in at.orelse:
            return at
        if isinstance(at, ast.While) and child not in at.orelse:
            return at
        if isinstance(at, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            return at
        child, at = at, parent(at)
    return None


def text_of(path: str, node: ast.AST) -> str:
    """The source of a node; lines are joined by a blank, as a name of several lines is shown nowhere."""
    span = Span.of(node)
    lines = [text.line(path, number).encode() for number in range(span.line, span.end_line + 1)]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return " ".join(line.decode(errors="replace").strip() for line in lines)


def called_name(node: ast.AST) -> tuple[str, Span]:
    """What a call or an operation is named, and where that name stands: 'to' of x.to(d), '+' of a + b, 'Linear' of
    nn.Linear(2, 2)(x), 'steps[0]' of steps[0](x); "" if it has no name."""
    span = Span.of(node)
    if isinstance(node, ast.Call):
        callee = node.func
        if isinstance(callee, ast.Attribute):
            if _is_namespace(callee.value):
                return callee.attr, span
            end = Span.of(callee)
            width = len(callee.attr.encode())
            return callee.attr, Span(end.end_line, end.end_column - width, span.end_line, span.end_column)
        if isinstance(callee, ast.Name):
            return callee.id, span
        if isinstance(callee, ast.Call):
            return called_name(callee)[0], span
        return (ast.unparse(callee) if isinstance(callee, ast.Subscript) else ""), span
    if isinstance(node, ast.BinOp):
        return OPERATORS.get(type(node.op), ""), span
    if isinstance(node, ast.AugAssign):
        return OPERATORS.get(type(node.op), "") + "=", span
    if isinstance(node, ast.Compare):
        return OPERATORS.get(type(node.ops[0]), ""), span
    if isinstance(node, ast.Subscript):
        return "[]", span
    return "", span


def point_of(path: str, node: ast.AST) -> Span:
    """What a message about the node points at: the operator, the name of a method, else the beginning."""
    sides = None
    if isinstance(node, ast.BinOp):
        sides = node.left, node.right
    elif isinstance(node, ast.AugAssign):
        sides = node.target, node.value
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = node.left, node.comparators[0]
    name, span = called_name(node)
    if sides is None:
        return span
    before, after = Span.of(sides[0]), Span.of(sides[1])
    first = text.line(path, before.end_line).encode()
    end = after.column if after.line == before.end_line else len(first)
    # Between the operands there are brackets, blanks, comments and the operator.
    found = first.find(name.encode(), before.end_column, end)
    column = found if found >= 0 else before.end_column
    return Span(before.end_line, column, *_end(Span.of(node)))


def _is_namespace(node: ast.AST) -> bool:
    """torch and nn.functional: what is called is a function of a module, not a method of a value."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("torch", "nn", "F", "np", "numpy", "functional")


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip


def is_discarded(code: CodeType, instruction: int) -> bool:
    """Whether the result of the call at this offset is thrown away. At the prompt it is printed instead."""
    of_call = ["CACHE", "EXTENDED_ARG"]
    for after in dis.get_instructions(code):
        if after.offset == instruction and after.opname.startswith("PRECALL"):
            of_call.append("CALL")  # Python 3.11 has two instructions for a call.
        elif after.offset > instruction and after.opname not in of_call:
            return after.opname == "POP_TOP"
    return False


# Whose code a file is: the program's own, of a library, or PyTorch's and ours.
PROJECT, LIBRARY, TORCH = "project", "library", "torch"

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_kinds: dict[str, str] = {}


def kind_of(path: str) -> str:
    kind = _kinds.get(path)
    if kind is None:
        kind = _kinds[path] = _kind_of(path)
    return kind


def _kind_of(path: str) -> str:
    torch = getattr(sys.modules.get("torch"), "__file__", None)
    if path.startswith(_HERE) or (torch and path.startswith(os.path.dirname(torch) + os.sep)):
        return TORCH
    if path.startswith("<") and not path.startswith(("<ipython", "<python-input", "<string>", "<stdin>")):
        return LIBRARY
    parts = path.replace("\\", "/").split("/")
    if "site-packages" in parts or "dist-packages" in parts:
        return LIBRARY
    return LIBRARY if path.startswith(sysconfig.get_path("stdlib") + os.sep) else PROJECT


def shown(path: str) -> str:
    """Relative to the working folder where it is below it."""
    try:
        relative = os.path.relpath(path)
    except (OSError, ValueError):
        return path
    return path if relative.startswith("..") or path.startswith("<") else relative
