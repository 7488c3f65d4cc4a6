# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an exception says of devices: which operands, where each was placed, and what to write instead.

    try:
        train()
    except RuntimeError as error:
        print(device_tidy.explain(error))

The names and devices come from the frames of the traceback; where a tensor was placed comes from the moves that
`device-tidy run` or DeviceDebugger has seen, and for the rest from the source.
"""

from __future__ import annotations

import sys

from device_tidy.findings import Finding

__all__ = ["Explanation", "explain"]


class Explanation:
    """error: the exception. finding: what was found, in the form and the words of `device-tidy check`. str() is the
    text that `device-tidy run` prints above the traceback."""

    def __init__(self, error: BaseException, finding: Finding) -> None:
        self.error, self.finding = error, finding

    @property
    def check(self) -> str:
        """The check that finds this without running the program: "device-mixed-operands"."""
        return self.finding.check

    def __str__(self) -> str:
        return self.finding.text("error")

    # At a prompt the text is what is wanted.
    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(str(self))}</pre>"


def explain(error: BaseException | None = None) -> Explanation | None:
    """What an exception says of devices, by default the one that is being handled or, at a prompt, the last one; None
    if it is about something else, or has no traceback through code of the program. Runs no code of the program and
    never raises for what it finds in the frames; takes milliseconds, as it reads source files."""
    error = _last_error() if error is None else error
    if error is None or "torch" not in sys.modules:
        return None
    from device_tidy.explanation import build, messages

    seen: set[int] = set()
    left = [error]
    while left:
        error = left.pop()
        if id(error) in seen:
            continue
        seen.add(id(error))
        message = messages.find(str(error))
        try:
            finding = build.finding_of(error, message) if message is not None else None
        except Exception:  # Objects of the program may be of any kind.
            finding = build.finding_without_values(error, message) if message is not None else None
        if finding is not None:
            return Explanation(error, finding)
        left += _behind(error)
    return None


def _last_error() -> BaseException | None:
    handled = sys.exc_info()[1]
    return handled if handled is not None else getattr(sys, "last_value", None)


def _behind(error: BaseException) -> list[BaseException]:
    """What led to an error, the nearest last."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = getattr(error, "exceptions", ())
    members = [each for each in parts if isinstance(each, BaseException)] if isinstance(parts, (list, tuple)) else []
    return [*([cause] if cause is not None else []), *reversed(members)]
