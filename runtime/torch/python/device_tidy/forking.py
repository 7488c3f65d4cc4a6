# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Locks that a forked process can use: one that another thread held at the fork would stay held there for ever. Imports
nothing of ours."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any

_owners: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()


def lock_of(owner: Any, name: str = "_lock") -> threading.Lock:
    """A lock that the owner, an object or a module, keeps under this name; a forked process puts a new one there. What
    is done under it must not leave anything half done between two of Python's steps that the other side relies on."""
    _owners[owner] = name
    return threading.Lock()


def _renew() -> None:
    for owner, name in list(_owners.items()):
        setattr(owner, name, threading.Lock())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
