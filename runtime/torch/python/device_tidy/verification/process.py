# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The watch over one process: what is printed when."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import re
import sys
import threading
import warnings
from types import TracebackType
from typing import Any

from device_tidy.findings import Finding
from device_tidy.verification import Settings, evidence, patches
from device_tidy.verification.recorder import Recorder


class Process:
    """begin() is called once, after torch has been imported."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_document = settings.output_format in ("json", "sarif")
        self.recorder = Recorder(self._found)
        self.errors: list[Finding] = []
        self.evidence = evidence.Evidence(settings.evidence) if settings.evidence else None
        self._id = os.getpid()

    def begin(self) -> None:
        from device_tidy.verification import threads

        patches.add(self.recorder)
        threads.install(self.explained)
        self._hook_errors()
        self._hook_warnings()
        if self.evidence is not None:
            evidence.Watch(self.evidence).start()
        atexit.register(self.finish)

    def _found(self, finding: Finding) -> None:
        if not self.is_document or os.getpid() != self._id:
            self._print(self._text(finding))

    def _text(self, finding: Finding, kind: str = "warning") -> str:
        text = finding.text(kind)
        return text.splitlines()[0] if self.settings.output_format == "concise" else text

    def _print(self, text: str) -> None:
        """To standard error, in one piece: processes and threads print at the same time."""
        try:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):
            pass  # The program has closed it.

    def explained(self, error: BaseException) -> str:
        """The explanation of an error, "" if it is not about devices; what goes wrong on the way is not the
        program's."""
        try:
            from device_tidy.explanation import explain

            known = getattr(error, "__device_tidy__", None)
            if isinstance(known, str):
                return known
            explanation = explain(error)
            if explanation is not None and self.evidence is not None:
                evidence.note_error(self.evidence, explanation.error, explanation.finding)
        except Exception as mistake:
            return f"device-tidy: error: cannot explain this error: {type(mistake).__name__}: {mistake}"
        if explanation is None:
            return ""
        self.errors.append(explanation.finding)
        return str(explanation)

    def _hook_errors(self) -> None:
        own, own_threads = sys.excepthook, threading.excepthook

        def explain_first(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Any:
            text = self.explained(error)
            if text:
                self._print(text)
            return own(kind, error, trace)

        def explain_thread(arguments: Any) -> Any:
            text = self.explained(arguments.exc_value) if arguments.exc_value is not None else ""
            if text:
                self._print(text)
            return own_threads(arguments)

        sys.excepthook, threading.excepthook = explain_first, explain_thread

    def _hook_warnings(self) -> None:
        """PyTorch says in a warning that an accelerator lacks an operator and the CPU computes it."""
        own = warnings.showwarning

        def show(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
            own(message, category, filename, lineno, file, line)
            text = str(message)
            if "fall back to run on the CPU" in text or "fallback to run on the CPU" in text:
                self._fell_back(text)

        warnings.showwarning = show

    def _fell_back(self, text: str) -> None:
        match = re.search(r"'([\w:.]+)'", text)
        place = self.recorder.sites.find(sys._getframe(2)).place
        operation = match[1].removeprefix("aten::") if match else "an operator"
        self._print(f"{place}: note: '{operation}' runs on cpu: the accelerator has no kernel for it")

    def finish(self) -> None:
        if os.getpid() != self._id:
            return  # A fork of the program that ended as a program does.
        from device_tidy.verification import documents, summary

        self.recorder.finish()
        if multiprocessing.parent_process() is not None:
            return  # A worker: its findings are printed, the summary is the program's.
        findings = self.recorder.findings + self.errors
        text = summary.text(self.recorder, findings)
        if not self.is_document:
            if self.settings.output_file:
                parts = [self._text(each) for each in self.recorder.findings]
                parts += [self._text(each, "error") for each in self.errors]
                if text and not self.settings.quiet:
                    parts.append(text)
                documents.write(self.settings.output_file, "".join(f"{part}\n" for part in parts))
            if text and not self.settings.quiet:
                self._print(text)
            return
        document = documents.of(self.settings.output_format, findings, self.recorder)
        if self.settings.output_file:
            documents.write(self.settings.output_file, document)
        else:
            self._print(document.rstrip("\n"))
        patches.remove(self.recorder)
