# What annotations say. Unknown is not written.
# RUN: dt-python --module=m %s | FileCheck %s
import typing as t
from collections import OrderedDict
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, Tuple, Union

import torch
from torch import Tensor, nn
from torch.nn import Parameter


class Mine:
    a: int
    b: Optional[Tensor] = None
    c: "Mine"
    d: dict[str, Tensor]
    e = 1
    # CHECK: class @m.Mine {
    # CHECK-NEXT: a: number
    # CHECK-NEXT: b: tensor?
    # CHECK-NEXT: c: object<m.Mine>
    # CHECK-NEXT: d: dict<tensor>
    # CHECK-NEXT: }


def plain(a: torch.Tensor, b: Tensor, c: str, d: int, e: float, f: bool, g: torch.device, h: Parameter, i: None):
    pass


# CHECK: func @m.plain(%a: tensor, %b: tensor, %c: string, %d: number, %e: number, %f: bool, %g: device, %h: tensor,
# CHECK-SAME: %i: none)


def optional(a: Optional[Tensor], b: "Tensor | None", c: Union[None, "str"], d: Tensor = None, *e: Tensor, **f: int):
    pass


# CHECK: func @m.optional(%a: tensor?, %b: tensor?, %c: string?, %d: tensor? = None, *%e, **%f)


def containers(a: List[Tensor], b: list["Tensor"], c: Dict[str, nn.Module], d: t.Sequence[int], e: Tuple[int, ...],
               f: tuple, g: OrderedDict, h: List[Optional[Mine]]):
    pass


# CHECK: func @m.containers(%a: list<tensor>, %b: list<tensor>, %c: dict<object<torch.nn.Module>>, %d: list<number>,
# CHECK-SAME: %e: tuple<number>, %f: tuple, %g: dict, %h: list<object<m.Mine>>)


def classes(a: nn.Module, b: Mine, c: "Mine", d: Callable[[int], Tensor], e: type[Mine], f: t.Any, g: Undefined):
    pass


# CHECK: func @m.classes(%a: object<torch.nn.Module>, %b: object<m.Mine>, %c: object<m.Mine>, %d: function, %e, %f, %g)


def mixed(a: Union[int, float], b: Union[str, torch.device], c: Optional[Union[int, str]]) -> Optional[Tensor]:
    x: Tensor = a()
    return x


# CHECK: func @m.mixed(%a: number, %b, %c: ?<number>) -> tensor? {
# CHECK: %x: tensor = apply(%a)
