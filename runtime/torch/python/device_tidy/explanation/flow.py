# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which definitions may have made the value that is there at a place: those from which some way through the function
leads to it without another one between.

Which way a program took is not known afterwards. What stands on one of several ways is therefore no origin: it may
never have run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager

from device_tidy import sources

# The value from before the function began.
ENTRY = "entry"
State = frozenset[Hashable]
# What one statement or expression, without those in it, defines. One that has is_possible may not: what was there
# before may be there still.
Definitions = Callable[[ast.AST], Iterable[Hashable]]
# Managers that let every error through; others may end a with in which one was raised.
_LETS_THROUGH = frozenset(
    "open no_grad enable_grad inference_mode set_grad_enabled autocast device stream profile record_function"
    " nullcontext closing redirect_stdout redirect_stderr chdir catch_warnings TemporaryDirectory"
    " NamedTemporaryFile TemporaryFile TarFile ZipFile Lock RLock Condition Semaphore Pool ThreadPoolExecutor"
    " ProcessPoolExecutor tqdm socket urlopen patch subTest fork_rng detect_anomaly set_detect_anomaly no_sync"
    " summon_full_params sdpa_kernel set_default_device memmap Popen".split()
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def reaching(scope: ast.AST, target: ast.AST | None, definitions: Definitions) -> State:
    """The definitions in a function or module that reach the target, before it does what it does; without a target,
    its end. ENTRY is among them where a way leads past all of them."""
    flow = _Flow(definitions, target)
    body = getattr(scope, "body", None)
    if isinstance(body, list):
        flow.leave(flow.block(body, frozenset((ENTRY,))))
    elif isinstance(body, ast.expr):
        flow.leave(flow.parts([body], frozenset((ENTRY,))))
    return flow.found if target is not None else flow.ended


def within(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run as part of a function or module: not those of functions and classes in it."""
    left = list(ast.iter_child_nodes(scope))
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, _SCOPES):
            left += ast.iter_child_nodes(node)


def _statement_of(node: ast.AST | None) -> ast.AST | None:
    while node is not None and not isinstance(node, ast.stmt):
        node = sources.parent(node)
    return node


class _Loop:
    def __init__(self) -> None:
        self.broken: State = frozenset()
        self.continued: State = frozenset()


class _Flow:
    """An empty state is that of a place which nothing reaches."""

    def __init__(self, definitions: Definitions, target: ast.AST | None) -> None:
        self._definitions, self._target, self._statement = definitions, target, _statement_of(target)
        self.found: State = frozenset()
        self.ended: State = frozenset()
        self._loops: list[_Loop] = []
        self._watched: list[State] = []

    def leave(self, state: State) -> None:
        self.ended |= state

    def block(self, statements: Iterable[ast.stmt], state: State) -> State:
        for statement in statements:
            if not state:
                break
            self._may_fail(state)
            state = self._after(statement, state)
            self._may_fail(state)
        return state

    def parts(self, expressions: Iterable[ast.AST], state: State) -> State:
        """After expressions of one statement have been evaluated."""
        for expression in expressions:
            for node in _evaluated(expression):
                for definition in self._definitions(node):
                    state = _defined(state, definition, _is_conditional(node, expression))
        return state

    def _header(self, statement: ast.AST, expressions: list[ast.AST], state: State) -> State:
        """The expressions of a statement, in one of which the target may be."""
        if statement is self._statement:
            before = state
            for expression in expressions:
                for node in _evaluated(expression):
                    if not _ends_before(node, self._target):
                        continue
                    for definition in self._definitions(node):
                        before = _defined(before, definition, _is_conditional(node, expression))
            self.found |= before
        return self.parts(expressions, state)

    def _own(self, node: ast.AST, state: State) -> State:
        for definition in self._definitions(node):
            state = _defined(state, definition, is_conditional=False)
        return state

    def _may_fail(self, state: State) -> None:
        self._watched = [watched | state for watched in self._watched]

    @contextmanager
    def _watching(self, into: list[State]) -> Iterator[None]:
        """into gets the states in which what is between may fail."""
        self._watched.append(frozenset())
        try:
            yield
        finally:
            into.append(self._watched.pop())

    def _after(self, node: ast.stmt, state: State) -> State:
        if isinstance(node, ast.If):
            state = self._header(node, [node.test], state)
            return self.block(node.body, state) | self.block(node.orelse, state)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            return self._after_loop(node, [], self._header(node, [node.iter], state))
        if isinstance(node, ast.While):
            return self._after_loop(node, [node.test], state)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return self._after_with(node, state)
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._after_try(node, state)
        if isinstance(node, ast.Match):
            return self._after_match(node, state)
        if isinstance(node, ast.ClassDef):
            # Its names are its own, but it runs here.
            if self._target is not None and any(each is self._statement for each in ast.walk(node)):
                self.block(node.body, state)
            return self._own(node, self._header(node, [*node.decorator_list, *node.bases], state))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self._own(node, self._header(node, [*node.decorator_list, node.args], state))
        state = self._own(node, self._header(node, list(ast.iter_child_nodes(node)), state))
        if isinstance(node, ast.Return):
            self.leave(state)
        elif isinstance(node, ast.Break) and self._loops:
            self._loops[-1].broken |= state
        elif isinstance(node, ast.Continue) and self._loops:
            self._loops[-1].continued |= state
        is_left = isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue))
        return frozenset() if is_left else state

    def _after_loop(self, node: ast.For | ast.AsyncFor | ast.While, tests: list[ast.AST], state: State) -> State:
        head, loop = state, _Loop()
        self._loops.append(loop)
        while True:
            tested = self._header(node, tests, head) if tests else head
            begin = self._own(node, head) if not tests else tested
            after = state | self.block(node.body, begin) | loop.continued
            if after == head:
                break
            head = head | after
        self._loops.pop()
        test = tests[0] if tests else None
        is_endless = isinstance(test, ast.Constant) and bool(test.value)
        return (frozenset() if is_endless else self.block(node.orelse, tested)) | loop.broken

    def _after_with(self, node: ast.With | ast.AsyncWith, state: State) -> State:
        state = self._header(node, [item.context_expr for item in node.items], state)
        state = self._own(node, state)
        failed: list[State] = []
        with self._watching(failed):
            after = self.block(node.body, state)
        is_swallowed = any(_called(item.context_expr) not in _LETS_THROUGH for item in node.items)
        return after | failed[0] if is_swallowed else after

    def _after_try(self, node: ast.Try, state: State) -> State:
        failed: list[State] = []
        everything: list[State] = []
        with self._watching(everything):
            with self._watching(failed):
                after = self.block(node.body, state)
            after = self.block(node.orelse, after)
            for handler in node.handlers:
                caught = self._own(handler, self.parts([handler.type] if handler.type else [], state | failed[0]))
                after |= self.block(handler.body, caught)
        if not node.finalbody:
            return after
        self.block(node.finalbody, state | everything[0])
        return self.block(node.finalbody, after)

    def _after_match(self, node: ast.Match, state: State) -> State:
        state = self._header(node, [node.subject], state)
        after: State = frozenset()
        for case in node.cases:
            bound = self.parts([case.pattern, *([case.guard] if case.guard else [])], state)
            after |= self.block(case.body, bound)
            is_rest = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
            if is_rest:
                return after
            state = state | bound
        return after | state


def _defined(state: State, definition: Hashable, is_conditional: bool) -> State:
    is_kept = is_conditional or getattr(definition, "is_possible", False)
    return (state if is_kept else frozenset()) | {definition}


def _called(node: ast.AST) -> str:
    return sources.called_name(node)[0] if isinstance(node, ast.Call) else ""


def _evaluated(expression: ast.AST) -> Iterator[ast.AST]:
    """The nodes of an expression in the order of the source."""
    nodes = [expression]
    if not isinstance(expression, _SCOPES):
        nodes += within(expression)
    return iter(sorted(nodes, key=lambda node: (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))))


def _ends_before(node: ast.AST, target: ast.AST | None) -> bool:
    end = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    begin = getattr(target, "lineno", None), getattr(target, "col_offset", None)
    return None not in end and None not in begin and end <= begin  # type: ignore[operator]


def _is_conditional(node: ast.AST, root: ast.AST) -> bool:
    """Whether an expression may be evaluated without this part of it."""
    while node is not root:
        above = sources.parent(node)
        if above is None:
            return False
        if isinstance(above, ast.BoolOp) and node is not above.values[0]:
            return True
        if isinstance(above, ast.IfExp) and node is not above.test:
            return True
        if isinstance(above, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return True
        if isinstance(above, (ast.comprehension, ast.pattern)):
            return True
        node = above
    return False
