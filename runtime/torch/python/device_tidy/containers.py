# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Walks through nested containers: who holds which tensor, and the same container with other tensors in it.

Containers are mappings, sequences (named tuples and deques, too), sets, dataclasses, objects like BatchEncoding that
are mappings, and SimpleNamespace. Anything else is a leaf.
"""

from __future__ import annotations

import copy
import dataclasses
from collections import deque
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Set
from types import SimpleNamespace
from typing import Any


def moves_itself(value: Any) -> bool:
    """Whether a value has a method 'to' of its own that gives a moved value, as PackedSequence has: its lengths stay on
    the CPU. Mappings are copied instead, because BatchEncoding.to changes the one that it is called on."""
    return (
        not isinstance(value, (type, MutableMapping))
        and callable(getattr(type(value), "to", None))
        and not hasattr(type(value), "untyped_storage")
        and not hasattr(type(value), "register_buffer")
    )


def children(value: Any) -> Iterator[tuple[str, Any]]:
    """The elements of a container, each with how it is reached: "['x']", "[0]", ".mask". Nothing for a leaf, and for
    the elements of a set no way that could be written."""
    if moves_itself(value):
        if hasattr(getattr(value, "data", None), "device"):
            yield ".data", value.data
    elif isinstance(value, Mapping):
        for key in list(value):
            yield f"[{key!r}]", value[key]
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for name, item in zip(value._fields, value):
            yield f".{name}", item
    elif isinstance(value, (list, tuple, deque)):
        for index, item in enumerate(value):
            yield f"[{index}]", item
    elif isinstance(value, Set):
        for item in value:
            yield "{...}", item
    else:
        for name in _fields(value):
            yield f".{name}", getattr(value, name)


def _fields(value: Any) -> list[str]:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [field.name for field in dataclasses.fields(value) if hasattr(value, field.name)]
    return list(vars(value)) if isinstance(value, SimpleNamespace) else []


def leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The leaves of a value, each with its name: "batch['x'][0]". Each object comes once."""
    seen: set[int] = set()

    def walk(value: Any, name: str) -> Iterator[tuple[str, Any]]:
        if id(value) in seen or isinstance(value, (str, bytes, int, float, bool, type(None))):
            return
        seen.add(id(value))
        is_container = False
        for way, item in children(value):
            is_container = True
            yield from walk(item, name + way)
        if not is_container:
            yield name, value

    return walk(value, name)


class Rebuilder:
    """Replaces leaves. What does not change comes back as the same object; what is there twice, is there twice in the
    result. A container that contains itself is one in the result, too. The original stays as it is.

    One object serves one call: it remembers what it has replaced by."""

    def __init__(self, replace: Callable[[Any], Any]) -> None:
        self._replace = replace
        # The originals are kept, so that no id is used twice.
        self._done: dict[int, tuple[Any, Any]] = {}
        self._open: dict[int, Any] = {}
        self._used: set[int] = set()

    def __call__(self, value: Any) -> Any:
        if isinstance(value, (str, bytes, int, float, bool, type(None))):
            return value
        key = id(value)
        if key in self._done:
            return self._done[key][1]
        if key in self._open:
            self._used.add(key)
            return self._open[key]
        result = self._rebuild(value)
        self._done[key] = value, result
        return result

    def _rebuild(self, value: Any) -> Any:
        if moves_itself(value):
            return self._replace(value)
        if isinstance(value, (MutableMapping, list, deque, SimpleNamespace)) or _fields(value):
            return self._refill(value)
        if isinstance(value, Mapping):
            items = {key: self(item) for key, item in value.items()}
            return value if all(items[key] is value[key] for key in items) else type(value)(items)  # type: ignore[call-arg]
        if isinstance(value, (tuple, Set)):
            parts = [self(item) for item in value]
            if all(new is old for new, old in zip(parts, value)):
                return value
            if hasattr(value, "_make"):
                return value._make(parts)
            return type(value)(parts)  # type: ignore[call-arg]
        return self._replace(value)

    def _refill(self, value: Any) -> Any:
        """Of a container that can be copied first and filled then, so that its elements may refer to it."""
        result = copy.copy(value)
        self._open[id(value)] = result
        changed = False
        if isinstance(value, MutableMapping):
            for key in list(value):
                new = self(value[key])
                if new is not value[key]:
                    result[key], changed = new, True
        elif isinstance(value, (list, deque)):
            for index, item in enumerate(value):
                new = self(item)
                if new is not item:
                    result[index], changed = new, True
        else:
            for name in _fields(value):
                new = self(getattr(value, name))
                if new is not getattr(value, name):
                    # A frozen dataclass takes it from nobody else.
                    object.__setattr__(result, name, new)
                    changed = True
        del self._open[id(value)]
        return result if changed else value
