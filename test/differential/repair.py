# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repairs the operation that raised a device error: its other operands move to the device of the first one.

The first letter of a name says what it holds (expressions.py), which is all that is needed to know the tensors among
the operands. Where moving them cannot help (a module whose own state is spread, a second error at the same place),
the statement takes another value instead.
"""

import ast

from oracle import Place

MADE = {"x": "torch.ones(2, 2)", "s": "torch.tensor(1.0)", "i": "torch.arange(2)", "k": "torch.ones(2, 2) > 0"}


class Source:
    """A program and its syntax tree."""

    def __init__(self, text):
        self.text, self.tree = text, ast.parse(text)
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def span(self, node):
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node):
        begin, end = self.span(node)
        return self.text[begin:end]

    def replaced(self, edits):
        """The text with the (node, new text) edits done; of nested nodes the outer one counts."""
        text = self.text
        done = len(text) + 1
        spans = sorted(((*self.span(node), new) for node, new in edits), key=lambda edit: (-edit[1], edit[0]))
        for begin, end, new in spans:
            if end <= done:
                text, done = text[:begin] + new + text[end:], begin
        return text

    def at(self, place):
        """The expression or statement at a place."""
        for node in ast.walk(self.tree):
            if hasattr(node, "lineno") and place_of(node) == place:
                return node
        return None

    def statement(self, node):
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node


def place_of(node):
    return Place(node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1)


def kind(node):
    """'x', 's', 'i' or 'k' for a tensor, 'l' for a sequence of them, 'n' for a module, '' for the rest."""
    if isinstance(node, ast.Name):
        name = node.id[1:] if node.id[0] == "h" else node.id
        return name[0] if name[0] in "xsiklpn" and name[1:].isdigit() else ""
    if isinstance(node, ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return node.attr[0]
        return "x" if node.attr in ("T", "mT", "values", "indices") else ""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            called = kind(node.func)
            return "x" if called == "n" else called
        return "x"
    if isinstance(node, (ast.List, ast.Tuple, ast.ListComp)):
        return "l"
    if isinstance(node, ast.Subscript):
        return "n" if kind(node.value) == "n" else "x"
    if isinstance(node, ast.BinOp):
        return kind(node.left) or kind(node.right)
    if isinstance(node, ast.IfExp):
        return kind(node.body)
    return "x" if isinstance(node, (ast.UnaryOp, ast.Compare)) else ""


def operands(node):
    """The operands of an operation, the one that the others follow first."""
    if isinstance(node, ast.AugAssign):
        return [node.target, node.value]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Subscript):
        index = node.slice
        return [node.value, *(index.elts if isinstance(index, ast.Tuple) else [index])]
    if isinstance(node, ast.Call):
        found = [*node.args, *(keyword.value for keyword in node.keywords)]
        owner = getattr(node.func, "value", None)
        if owner and not (isinstance(owner, ast.Name) and owner.id in ("torch", "F", "self")):
            return [owner, *found]
        return [node.func, *found] if kind(node.func) == "n" else found
    return []


def leaves(nodes):
    for node in nodes:
        if isinstance(node, (ast.List, ast.Tuple)):
            yield from leaves(node.elts)
        elif kind(node):
            yield node


def repaired(text, place, again):
    """The program with the operation at a place repaired; `again`: operands were moved there before."""
    source = Source(text)
    node = source.at(place)
    found = list(leaves(operands(node))) if node else []
    if node and not again and found:
        # A 0-dim tensor on the CPU follows the others.
        first = next((x for x in found if kind(x) not in "sl"), found[0])
        where = source.of(first)
        where = f"next({where}.parameters()).device" if kind(first) == "n" else f"({where}).device"
        if kind(first) == "l":
            where = f"({source.of(first)})[0].device"
        edits = []
        for x in found:
            if kind(x) == "l":
                edits.append((x, f"[y.to({where}) for y in {source.of(x)}]"))
            elif x is not first and kind(x) != "n" and not isinstance(getattr(x, "ctx", None), ast.Store):
                edits.append((x, f"({source.of(x)}).to({where})"))
        if edits:
            return source.replaced(edits)
    if node is None:
        statements = (n for n in ast.walk(source.tree) if isinstance(n, ast.stmt) and n.lineno == place.line)
        node = next(statements, None)
        if node is None:
            return None
    if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return source.replaced([(node, f"({MADE.get(kind(node), MADE['x'])})")])
    return source.replaced([(source.statement(node), "pass")])
