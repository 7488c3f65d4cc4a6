# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors that PyTorch carries from one thread or process to another: DataLoader workers, the replicas of DataParallel
and the processes of torch.multiprocessing.spawn. The other side has the text only, so they are explained where they
happen, and the explanation travels along."""

from __future__ import annotations

import functools
import pickle
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

import torch


def install(explain: Callable[[BaseException], str]) -> None:
    _install_wrapper(explain)
    _install_spawn(explain)


def _install_wrapper(explain: Callable[[BaseException], str]) -> None:
    wrapper: Any = torch._utils.ExceptionWrapper
    own_init, own_reraise = wrapper.__init__, wrapper.reraise

    @functools.wraps(own_init)
    def init(self: Any, exc_info: Any = None, where: str = "in background") -> None:
        exc_info = sys.exc_info() if exc_info is None else exc_info
        own_init(self, exc_info=exc_info, where=where)
        self.device_tidy = explain(exc_info[1])

    @functools.wraps(own_reraise)
    def reraise(self: Any) -> Any:
        try:
            own_reraise(self)
        except BaseException as error:
            text = getattr(self, "device_tidy", "")
            if text:
                error.__device_tidy__ = text  # type: ignore[attr-defined]
            raise

    wrapper.__init__, wrapper.reraise = init, reraise


def _install_spawn(explain: Callable[[BaseException], str]) -> None:
    """A process of torch.multiprocessing.spawn that fails writes its traceback to a file, which join() reads: one
    pickled string. The explanation is a second one behind it."""
    # The attribute of the package is the function of this name.
    module: Any = sys.modules.get("torch.multiprocessing.spawn")
    if not hasattr(module, "_wrap") or not hasattr(module, "ProcessContext"):
        return
    own_run, own_join = module._wrap, module.ProcessContext.join

    # Pickled by its name, which is that of PyTorch's.
    @functools.wraps(own_run)
    def run(fn: Any, i: int, args: Any, error_file: Any) -> None:
        try:
            own_run(fn, i, args, error_file)
        except SystemExit as leaving:
            # What the traceback said is in the file already: nothing of this can be seen in it.
            if isinstance(leaving.__context__, Exception) and _is_raised_in(own_run, leaving.__traceback__):
                _append(error_file, explain(leaving.__context__))
            raise

    @functools.wraps(own_join)
    def join(self: Any, *arguments: Any, **keywords: Any) -> Any:
        try:
            return own_join(self, *arguments, **keywords)
        except module.ProcessRaisedException as error:
            text = _appended(self.error_files[error.error_index])
            if text:
                error.__device_tidy__ = text
            raise

    module._wrap, module.ProcessContext.join = run, join


def _is_raised_in(function: Any, trace: TracebackType | None) -> bool:
    """Whether it was this function itself that raised, not what it called."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is function.__code__


def _append(path: str, text: str) -> None:
    try:
        if text:
            with open(path, "ab") as file:
                pickle.dump(text, file)
    except OSError:
        pass  # The error itself could not be written either.


def _appended(path: str) -> str:
    try:
        with open(path, "rb") as file:
            pickle.load(file)
            text = pickle.load(file)
    except (OSError, EOFError, pickle.UnpicklingError):
        return ""
    return text if isinstance(text, str) else ""
