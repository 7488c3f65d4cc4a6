# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Places in the program at which something happens: a frame's code and instruction, found in a microsecond.

What takes longer (the source, the name of the receiver) is worked out when a site is shown.
"""

from __future__ import annotations

import ast
import functools
from types import CodeType, FrameType

from device_tidy import sources
from device_tidy.findings import Place


# Sites that are found by the identity of their code.
NEAR = 4096


class Site:
    """One instruction of the program. Lives as long as the recorder."""

    def __init__(self, code: CodeType, instruction: int, line: int) -> None:
        self.code, self.instruction, self.line = code, instruction, line
        self.path = code.co_filename

    @property
    def function(self) -> str:
        return getattr(self.code, "co_qualname", self.code.co_name)

    @property
    def span(self) -> sources.Span | None:
        """None if it is not known."""
        return sources.span_at(self.code, self.instruction)

    @functools.cached_property
    def discarded(self) -> bool:
        return sources.is_discarded(self.code, self.instruction)

    @functools.cached_property
    def node(self) -> ast.AST | None:
        return sources.node_at(self.path, self.span, self.line)

    @functools.cached_property
    def place(self) -> Place:
        if self.node is None:
            return Place.of_line(self.path, self.line)
        span = sources.Span.of(self.node)
        # What is no call is a value that was read, as a condition is.
        return Place(
            self.path, span, sources.point_of(self.path, self.node) if isinstance(self.node, ast.Call) else span
        )

    @functools.cached_property
    def receiver(self) -> ast.AST | None:
        """x of x.to(d), of float(x), and of a condition on x."""
        node = self.node
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Constant):
                return node.func.value
            return node.args[0] if node.args else None
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            return node.test
        return node if isinstance(node, ast.expr) else None

    @functools.cached_property
    def name(self) -> str:
        """The receiver as it is written; "" if that is not known."""
        return "" if self.receiver is None else sources.text_of(self.path, self.receiver)

    @property
    def module_name(self) -> str:
        """What a module is called that is moved here: net of net.to(d), and of net = Net().to(d)."""
        return (self.target if isinstance(self.receiver, ast.Call) else "") or self.name

    @property
    def target(self) -> str:
        """x of x = call(); "" if the result gets no name."""
        statement = sources.parent(self.node) if self.node is not None else None
        is_named = isinstance(statement, ast.Assign) and len(statement.targets) == 1
        return sources.text_of(self.path, statement.targets[0]) if is_named else ""  # type: ignore[union-attr]

    @property
    def is_in_loop(self) -> bool:
        return self.node is not None and sources.loop_of(self.node) is not None


class DistantSite(Site):
    """The same of another process, of which there is no code here."""

    def __init__(self, path: str, line: int, span: sources.Span | None, function: str) -> None:
        self.path, self.line, self._span, self._function = path, line, span, function

    @property
    def span(self) -> sources.Span | None:
        return self._span

    @property
    def function(self) -> str:
        return self._function

    @property
    def discarded(self) -> bool:
        return False


class Sites:
    """Finds the site of a frame. Threads may share it: a site that two make at once is made once too often. Code that
    is compiled again and again, as exec() does with a string, has its sites once."""

    def __init__(self) -> None:
        # By the identity of the code, which is kept so that no other one gets it; for code that is gone, a few.
        self._near: dict[tuple[int, int], tuple[Site, CodeType]] = {}
        self._known: dict[tuple[str, CodeType, sources.Span | int], Site] = {}

    def find(self, frame: FrameType) -> Site:
        """The site in the frame that shown_of() chooses."""
        return self.at(self.shown_of(frame))

    @staticmethod
    def shown_of(frame: FrameType) -> FrameType:
        """The innermost frame of the program's own code, or, if all is libraries' code, of theirs."""
        library: FrameType | None = None
        at: FrameType | None = frame
        while at is not None:
            kind = sources.kind_of(at.f_code.co_filename)
            if kind is sources.PROJECT:
                return at
            if kind is sources.LIBRARY and library is None:
                library = at
            at = at.f_back
        return library or frame

    def at(self, frame: FrameType) -> Site:
        key = id(frame.f_code), frame.f_lasti
        found = self._near.get(key)
        return found[0] if found is not None else self._add(key, frame)

    def _add(self, key: tuple[int, int], frame: FrameType) -> Site:
        code, instruction = frame.f_code, frame.f_lasti
        # A call can be several instructions, and the interpreter stops at another one when it knows more of the callee.
        place = sources.span_at(code, instruction) or instruction
        site = self._known.setdefault((code.co_filename, code, place), Site(code, instruction, frame.f_lineno))
        if len(self._near) >= NEAR:
            self._near.clear()
        self._near[key] = site, code
        return site
