# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program smaller as long as it still shows what it shows."""

import ast

from repair import Source, kind

BLOCKS = ("body", "orelse", "finalbody")


def block_text(source, statements, indent):
    """Statements of an inner block at the indentation of the outer one."""
    begin = source.starts[statements[0].lineno - 1]
    end = source.span(statements[-1])[1]
    shift = statements[0].col_offset - indent
    lines = source.text[begin:end].split("\n")
    return "\n".join(line[shift:] for line in lines)[indent:]


def smaller_statements(source):
    """Programs without a statement, or with a block in its place."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.stmt) or "set_device" in ast.unparse(node):  # "cuda" is where it says
            continue
        parent = source.parents[node]
        siblings = next(getattr(parent, name) for name in BLOCKS if node in getattr(parent, name, []))
        if len(siblings) > 1 or isinstance(parent, ast.Module):
            begin, end = source.starts[node.lineno - 1], source.span(node)[1]
            if source.text[begin : source.span(node)[0]].strip() == "":
                yield source.text[:begin] + source.text[end:].lstrip("\n")
        for name in BLOCKS:
            inner = getattr(node, name, None)
            if inner and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield source.replaced([(node, block_text(source, inner, node.col_offset))])
        if len(siblings) == 1 and not isinstance(node, (ast.Pass, ast.FunctionDef, ast.ClassDef)):
            yield source.replaced([(node, "pass")])


def smaller_expressions(source):
    """Programs in which a part stands for the whole of an expression."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            continue
        for part in ast.walk(node):
            if part is not node and isinstance(part, ast.expr) and kind(part) and kind(part) == kind(node):
                yield source.replaced([(node, source.of(part))])
        if isinstance(node, ast.Call) and kind(node) == "x" and source.of(node) != "torch.ones(2, 2)":
            if len(source.of(node)) > len("torch.ones(2, 2)"):
                yield source.replaced([(node, "torch.ones(2, 2)")])
        if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1:
            for element in node.elts:
                rest = ", ".join(source.of(other) for other in node.elts if other is not element)
                yield source.replaced([(node, f"[{rest}]" if isinstance(node, ast.List) else f"({rest},)")])
        if isinstance(node, ast.IfExp):
            yield source.replaced([(node, source.of(node.body))])
            yield source.replaced([(node, source.of(node.orelse))])


def shrink(text, shows, budget=400):
    """The smallest program found with at most `budget` trials for which shows(program) holds."""
    trials, changed = 0, True
    while changed:
        changed = False
        for candidates in (smaller_statements, smaller_expressions):
            for smaller in candidates(Source(text)):
                if trials >= budget:
                    return text
                try:
                    ast.parse(smaller)
                except SyntaxError:
                    continue
                trials += 1
                if smaller != text and shows(smaller):
                    text, changed = smaller, True
                    break
            if changed:
                break
    return text
