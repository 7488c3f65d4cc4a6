# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `device-tidy run` starts in every Python process of a program: placement is watched, and a device error
explained.

The program stays as it is: its results, its standard output and its exit status are its own. What is found goes to
standard error when it is found; a summary follows at the end.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from device_tidy.importing import after_import
from device_tidy.verification.selection import Selection

# runtime/abi/Environment.h
VERIFY_VARIABLE = "DEVICE_TIDY_VERIFY"
FORMAT_VARIABLE = "DEVICE_TIDY_OUTPUT_FORMAT"
FILE_VARIABLE = "DEVICE_TIDY_OUTPUT_FILE"
QUIET_VARIABLE = "DEVICE_TIDY_QUIET"
SELECTION_VARIABLE = "DEVICE_TIDY_SELECTION"
# name=value:name=value, for all that runs beside a program; of these, Python reads evidence=FILE.
OPTIONS_VARIABLE = "DEVICE_TIDY_OPTIONS"


@dataclass(frozen=True)
class Settings:
    """output_format: full, concise, json or sarif; the last two are one document, written at the end. output_file: ""
    is standard error. quiet: findings only, no summary. evidence: file for device-tidy check --evidence, "" if there is
    none. selection: which findings are wanted; errors that end the program are explained in any case."""

    output_format: str = "full"
    output_file: str = ""
    quiet: bool = False
    evidence: str = ""
    selection: Selection = field(default_factory=Selection)

    @staticmethod
    def of_environment() -> Settings:
        return Settings(
            os.environ.get(FORMAT_VARIABLE) or "full",
            os.environ.get(FILE_VARIABLE, ""),
            bool(os.environ.get(QUIET_VARIABLE)),
            _option("evidence"),
            Selection.of_text(os.environ.get(SELECTION_VARIABLE, "")),
        )


def _option(name: str) -> str:
    parts = os.environ.get(OPTIONS_VARIABLE, "").replace(" ", ":").replace("\n", ":").split(":")
    return next((part.partition("=")[2] for part in reversed(parts) if part.startswith(f"{name}=")), "")


def start(settings: Settings | None = None) -> None:
    """Watches this process once it has imported torch; costs nothing before."""
    settings = Settings.of_environment() if settings is None else settings

    def begin() -> None:
        from device_tidy.verification.process import Process

        Process(settings).begin()

    after_import("torch", begin)
