# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What annotations say of where a tensor is. device-tidy check reads them; while a program runs they do nothing.

    def scale(x: Annotated[Tensor, On("cuda")], y: Annotated[Tensor, On("x")]) -> Annotated[Tensor, On("x")]: ...
    def pack(x: Tensor, lengths: Annotated[Tensor, Host]) -> Tensor: ...
"""


class On:
    """On a device, "cuda" or "cuda:1", or on the device of the parameter that is named."""

    __slots__ = ("where",)

    def __init__(self, where: str) -> None:
        self.where = where

    def __repr__(self) -> str:
        return f"On({self.where!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, On) and other.where == self.where

    def __hash__(self) -> int:
        return hash((On, self.where))


Host = On("cpu")
"""In the memory of the host."""
