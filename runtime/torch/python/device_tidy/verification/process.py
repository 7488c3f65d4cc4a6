# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The watch over one process: what is printed when."""

from __future__ import annotations

import atexit
import dataclasses
import multiprocessing
import os
import re
import sys
import threading
import warnings
from types import TracebackType
from typing import Any

from device_tidy.findings import Finding
from device_tidy.verification import Settings, documents, evidence, patches, summary
from device_tidy.verification.output_file import OutputFile
from device_tidy.verification.recorder import Recorder


class Process:
    """begin() is called once, after torch has been imported."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_document = settings.output_format in ("json", "sarif")
        self.recorder = Recorder(self._found, settings.selection.wants)
        self.errors: list[Finding] = []
        self.evidence = evidence.Evidence(settings.evidence) if settings.evidence else None
        self.file = OutputFile(settings.output_file, settings.output_format) if settings.output_file else None
        self._written: dict[int, int] = {}
        self._id = os.getpid()

    def begin(self) -> None:
        from device_tidy.verification import threads

        patches.add(self.recorder)
        threads.install(self.explained)
        self._hook_errors()
        self._hook_warnings()
        if self.evidence is not None:
            evidence.Watch(self.evidence).start()
        if self.file is not None and self.is_document:
            self.file.add_document([])  # A document even if the program is killed.
        atexit.register(self.finish)

    def _is_worker(self) -> bool:
        # A spawned process has no parent yet while it imports the program's module.
        is_starting = getattr(multiprocessing.current_process(), "_inheriting", False)
        return is_starting or multiprocessing.parent_process() is not None or os.getpid() != self._id

    def _found(self, finding: Finding) -> None:
        # The document of a program without a file is that of its first process.
        has_document = self.is_document and (self.file is not None and self.file.is_shared or not self._is_worker())
        if not has_document:
            self._print(self._text(finding))
        self._write(finding)

    def _write(self, finding: Finding, kind: str = "warning") -> None:
        """To the file, at once; for a document what is new since the last time."""
        if self.file is None:
            return
        try:
            if not self.is_document:
                self.file.add_text(self._text(finding, kind), finding)
                return
            new = finding.count - self._written.get(id(finding), 0)
            if new > 0:
                self._written[id(finding)] = finding.count
                self.file.add_document([dataclasses.replace(finding, count=new)])
        except Exception as mistake:
            patches.complain(mistake)

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
        self._write(explanation.finding, "error")
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
        self.recorder.finish()
        for finding in self.recorder.findings if self.is_document else ():
            self._write(finding)  # How often it was seen in the end.
        if self._is_worker():
            return  # Its findings are reported, the summary is the program's.
        findings = self.recorder.findings + self.errors
        text = "" if self.settings.quiet else summary.text(self.recorder, findings)
        if not self.is_document:
            if text:
                self._print(text)
        elif self.file is None:
            self._print(documents.text_of(documents.of(self.settings.output_format, findings, self.recorder)).rstrip())
        if self.file is not None:
            self._finish_file(self.file, text)
        if self.is_document:
            patches.remove(self.recorder)

    def _finish_file(self, file: OutputFile, summary_text: str) -> None:
        try:
            if self.is_document:
                file.add_document([], self.recorder)
            elif summary_text:
                file.add_text(summary_text)
            file.close()
        except Exception as mistake:
            patches.complain(mistake)
