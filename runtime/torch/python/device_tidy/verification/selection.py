# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings of a run are wanted: what `device-tidy run` makes of its options and the project's settings. Imports
no torch."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass

from device_tidy.findings import Finding


@dataclass(frozen=True)
class Selection:
    """levels: for each check that is wanted, up to which level; None: all are. ignored: globs of paths below the
    folder, or of names of files, and the checks that are not wanted there."""

    levels: dict[str, int] | None = None
    folder: str = ""
    ignored: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = ()

    @staticmethod
    def of_text(text: str) -> Selection:
        """analyzer/driver/Selection.h has the format; "" wants everything."""
        if not text:
            return Selection()
        said = json.loads(text)
        ignored = tuple((_pattern(glob), frozenset(checks)) for glob, checks in said["ignored"])
        return Selection(said["levels"], said["folder"], ignored)

    def wants(self, finding: Finding) -> bool:
        if self.levels is None:
            return True
        # No finding has level 0.
        return finding.level <= self.levels.get(finding.check, 0) and not self._is_ignored(finding)

    def _is_ignored(self, finding: Finding) -> bool:
        path = os.path.abspath(finding.place.path)
        relative = path.removeprefix(self.folder).lstrip("/")
        names = relative, os.path.basename(relative)
        return any(
            finding.check in checks and any(pattern.fullmatch(name) for name in names)
            for pattern, checks in self.ignored
        )


_PARTS = re.compile(r"\*\*/|\*\*$|\*|\?|\[[!^]?\]?[^\]]*\]|\\?.", re.DOTALL)


def _pattern(glob: str) -> re.Pattern[str]:
    """As in .gitignore: ** are folders, and the others stay in one folder."""
    known = {"**/": "(?:.*/)?", "**": ".+", "*": "[^/]*", "?": "[^/]"}
    text = ""
    for part in _PARTS.findall(glob):
        if part.startswith("[") and len(part) > 2:
            negated = part[1] in "!^"
            members = part[2 if negated else 1 : -1].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
            text += f"(?!/)[{'^' if negated else ''}{members}]"
        else:
            text += known.get(part) or re.escape(part[1:] if part[0] == "\\" and len(part) > 1 else part)
    try:
        return re.compile(text, re.DOTALL)
    except re.error:  # [z-a] matches nothing.
        return re.compile(r"(?!)")
