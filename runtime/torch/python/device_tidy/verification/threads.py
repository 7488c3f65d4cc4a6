# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors that PyTorch carries from one thread or process to another: DataLoader workers and the replicas of
DataParallel. The other side has the text only, so they are explained where they happen, and the explanation travels
along."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch


def install(explain: Callable[[BaseException], str]) -> None:
    wrapper: Any = torch._utils.ExceptionWrapper
    own_init, own_reraise = wrapper.__init__, wrapper.reraise

    @functools.wraps(own_init)
    def init(self: Any, exc_info: Any = None, where: str = "in background") -> None:
        import sys

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
