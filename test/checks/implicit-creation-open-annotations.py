# An annotation that names no class of the run says nothing: a variable of another module, which holds a type of typing's,
# or a name from a module that nobody finds. What is done with the parameter says that it is a tensor.
# RUN: split-file %s %t
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %t | FileCheck %s --implicit-check-not=warning:

#--- app/__init__.py
#--- app/kinds.py
from typing import Any, NewType, TypeVar, Union

import numpy as np
import torch

Array = NewType("Array", torch.Tensor)
Either = Union[torch.Tensor, np.ndarray]
Some = TypeVar("Some", bound=torch.Tensor)
Anything = Any
Host = np.ndarray


class Box:
    pass


#--- app/bad.py
import torch
from elsewhere.kinds import Tensor

from .kinds import Anything, Array, Either, Some


def declared(x: Array) -> Array:
    # CHECK: bad.py:9:12: warning: the result of 'eye' is created without a device
    return torch.eye(3, dtype=x.dtype) + torch.sin(x + 1) * x


def either(x: Either) -> Either:
    # CHECK: bad.py:14:12: warning: the result of 'eye' is created without a device
    return torch.eye(3, dtype=x.dtype) + torch.sin(x + 1) * x


def some(x: Some) -> Some:
    # CHECK: bad.py:19:12: warning: the result of 'eye' is created without a device
    return torch.eye(3, dtype=x.dtype) + torch.sin(x + 1) * x


def anything(x: Anything) -> Anything:
    # CHECK: bad.py:24:12: warning: the result of 'eye' is created without a device
    return torch.eye(3, dtype=x.dtype) + torch.sin(x + 1) * x


def unseen(x: Tensor) -> Tensor:
    # CHECK: bad.py:29:12: warning: the result of 'eye' is created without a device
    return torch.eye(3, dtype=x.dtype) + torch.sin(x + 1) * x


#--- app/ok.py
import torch

from .kinds import Array, Box, Host


def declared(x: Array) -> Array:
    return torch.eye(3, dtype=x.dtype, device=x.device) + torch.sin(x + 1) * x


def boxed(x: Box):
    return torch.eye(3) + x.size


def host(x: Host):
    return torch.eye(3) + torch.from_numpy(x)
