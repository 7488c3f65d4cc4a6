# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The watch over one process: what is printed when."""

from __future__ import annotations

import atexit
import dataclasses
import multiprocessing
import os
import pickle
import re
import sys
import warnings
from multiprocessing import util
from typing import TYPE_CHECKING, Any

import torch

from device_tidy.findings import Finding
from device_tidy.verification import Settings, documents, evidence, hooks, patches, processes, summary
from device_tidy.verification.children import FOLDER_VARIABLE, Children, Journal, name_folder
from device_tidy.verification.output_file import OutputFile
from device_tidy.verification.recorder import Recorder

if TYPE_CHECKING:
    from device_tidy.explanation import Explanation


class Process:
    """begin() is called once, after torch has been imported."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_document = settings.output_format in ("json", "sarif")
        self.recorder = Recorder(self._found, settings.selection.wants)
        self.errors: dict[tuple[str, str], Finding] = {}
        self.evidence = evidence.Evidence(settings.evidence) if settings.evidence else None
        self.file = OutputFile(settings.output_file, settings.output_format) if settings.output_file else None
        self._written: dict[int, int] = {}
        self._id = os.getpid()
        # The program's first process names the folder for all that come from it.
        self._folder = os.environ.get(FOLDER_VARIABLE, "") if self._is_worker() else name_folder()

    def begin(self) -> None:
        from device_tidy.verification import threads

        patches.add(self.recorder)
        threads.install(self.explained)
        processes.install(self.explained, self._print, self._carry)
        hooks.install(self._tell)
        self._hook_warnings()
        if self.evidence is not None:
            evidence.Watch(self.evidence).start()
        if self.file is not None and self.is_document:
            self.file.add_document([])  # A document even if the program is killed.
        self._tell_parent()
        if self._is_worker():
            atexit.register(self.finish)
        else:
            # When the processes that it has started have ended, which the handler of multiprocessing waits for.
            util.Finalize(None, self.finish, exitpriority=-1000)

    def _tell_parent(self) -> None:
        """From now on in a worker, and in what is forked off this process."""
        if not self._folder:
            return
        if self._is_worker():
            self.recorder.journal = Journal(self._folder)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: self.recorder.begin_again(Journal(self._folder)))

        def use_accelerator() -> None:
            if self.recorder.journal is not None:
                self.recorder.journal.add_accelerator()

        torch.cuda._lazy_call(use_accelerator)  # type: ignore[no-untyped-call]

    def _is_worker(self) -> bool:
        # A spawned process has no parent yet while it imports the program's module.
        is_starting = getattr(multiprocessing.current_process(), "_inheriting", False)
        return is_starting or multiprocessing.parent_process() is not None or os.getpid() != self._id

    def _found(self, finding: Finding) -> None:
        # The document of a program without a file is that of its first process.
        has_document = self.is_document and (self.file is not None and self.file.is_shared or not self._is_worker())
        if not has_document:
            self._print(self._text(finding))
        self._note(finding)
        self._write(finding)

    def _note(self, finding: Finding) -> None:
        if self.recorder.journal is None:
            return
        try:
            self.recorder.journal.add_finding(finding)
        except OSError as mistake:
            patches.complain(mistake)

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
        """The explanation of an error that the program does not handle, "" if it is not about devices; what goes wrong
        on the way is not the program's."""
        try:
            known = getattr(error, "__device_tidy__", None)
            if isinstance(known, str):
                carried = getattr(error, "__device_tidy_finding__", None)
                if isinstance(carried, bytes):
                    self._add_error(pickle.loads(carried))
                return known
            explanation = self._explanation(error)
        except Exception as mistake:
            return f"device-tidy: error: cannot explain this error: {type(mistake).__name__}: {mistake}"
        if explanation is None:
            return ""
        self._add_error(explanation.finding)
        return str(explanation)

    def _explanation(self, error: BaseException) -> Explanation | None:
        from device_tidy.explanation import explain

        explanation = explain(error)
        if explanation is not None and self.evidence is not None:
            evidence.note_error(self.evidence, explanation.error, explanation.finding)
        return explanation

    def _add_error(self, finding: Finding) -> None:
        # Replicas, threads and callbacks can fail in the same line.
        known = self.errors.setdefault((finding.check, str(finding.place)), finding)
        if known is not finding:
            known.count += 1
            finding = known
        self._note(finding)
        self._write(finding, "error")

    def _carry(self, error: BaseException) -> None:
        """Puts the explanation of an error into it: whether the program handles it, the process that gets it sees. The
        finding is pickled on its own: who unpickles the error may have no device_tidy."""
        try:
            explanation = self._explanation(error)
            if explanation is not None:
                error.__device_tidy__ = str(explanation)  # type: ignore[attr-defined]
                error.__device_tidy_finding__ = pickle.dumps(explanation.finding)  # type: ignore[attr-defined]
        except Exception as mistake:
            patches.complain(mistake)

    def _tell(self, error: BaseException) -> None:
        text = self.explained(error)
        if text:
            self._print(text)

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
        others = self._take_children()
        findings = [*self.recorder.findings, *self.errors.values()]
        count = len(findings) + len(others.findings - {(each.check, str(each.place)) for each in findings})
        text = ""
        if not self.settings.quiet:
            text = summary.text(self.recorder, count, others.processes, others.use_accelerator)
        if not self.is_document:
            if text:
                self._print(text)
        elif self.file is None:
            self._print(documents.text_of(documents.of(self.settings.output_format, findings, self.recorder)).rstrip())
        if self.file is not None:
            self._finish_file(self.file, text)
        if self.is_document:
            patches.remove(self.recorder)

    def _take_children(self) -> Children:
        try:
            others = Children.take(self._folder)
            others.add_to(self.recorder)
            return others
        except Exception as mistake:
            patches.complain(mistake)
            return Children()

    def _finish_file(self, file: OutputFile, summary_text: str) -> None:
        try:
            if self.is_document:
                file.add_document([], self.recorder)
            elif summary_text:
                file.add_text(summary_text)
            file.close()
        except Exception as mistake:
            patches.complain(mistake)
