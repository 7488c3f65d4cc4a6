# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DeviceAutoPilot and ensure_device."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s
# RUN: env PYTHONPATH=%build_root/share/device-tidy/python %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import collections
import dataclasses
import types

import torch
from device_tidy import DeviceAutoPilot, ensure_device
from torch import nn

HAS_CUDA = torch.cuda.is_available()
# Without a GPU, to another "device": meta tensors have no values, which nothing here looks at.
TARGET = torch.device("cuda:1" if HAS_CUDA else "meta")
pilot = DeviceAutoPilot(TARGET)
x = torch.arange(6.0)


def moved(tensor):
    return tensor.device == TARGET


# Types.
Pair = collections.namedtuple("Pair", "left right")


@dataclasses.dataclass(frozen=True)
class Batch:
    x: torch.Tensor
    n: int = 3


class Encoding(collections.UserDict):
    """Like BatchEncoding of transformers: its own to() changes the one that it is called on."""

    def to(self, device):
        self.data = {key: value.to(device) for key, value in self.data.items()}
        return self


values = {
    "dict": {"a": x},
    "ordered": collections.OrderedDict(a=x),
    "default": collections.defaultdict(list, a=x),
    "list": [x, 1],
    "tuple": (x, "text"),
    "pair": Pair(x, None),
    "deque": collections.deque([x], maxlen=5),
    "set": {x},
    "frozen": frozenset([x]),
    "dataclass": Batch(x),
    "namespace": types.SimpleNamespace(x=x),
    "encoding": Encoding(a=x),
    "size": torch.Size([1, 2]),
    "max": torch.max(x.view(2, 3), dim=1),
}
result = pilot(values)
for key, value in values.items():
    assert type(result[key]) is type(value), key
assert moved(result["dict"]["a"]) and moved(result["pair"].left) and result["tuple"][1] == "text"
assert moved(result["dataclass"].x) and result["dataclass"].n == 3 and moved(result["namespace"].x)
assert result["default"].default_factory is list and result["deque"].maxlen == 5
assert moved(result["encoding"]["a"]) and moved(next(iter(result["set"]))) and moved(result["max"].values)
assert result["size"] is values["size"]

# The originals stay.
assert all(tensor.is_cpu for tensor in (values["dict"]["a"], values["encoding"]["a"], values["dataclass"].x))

# What was one tensor is one tensor; a second time nothing moves, and the same objects come back.
assert result["dict"]["a"] is result["list"][0] is result["pair"].left
assert pilot(result) is result and pilot(x[:0].to(TARGET)) is not None
there = x.to(TARGET)
assert pilot(there) is there and pilot("text") == "text" and pilot(None) is None
assert pilot([values["size"], 5])[0] is values["size"]

# Views of one memory remain views of it; a few rows of a large data set move alone.
if HAS_CUDA:
    whole, part = pilot([x, x[2:4]])
    part.fill_(7)
    assert whole.tolist() == [0, 1, 7, 7, 4, 5] and x[2] == 2
    rows = torch.zeros(1000, 4)
    first, second = pilot([rows[0], rows[1]])
    assert first.untyped_storage().nbytes() == 16

# A container in itself.
loop = [x]
loop.append(loop)
copy = pilot(loop)
assert copy is not loop and copy[1] is copy and moved(copy[0]) and loop[0].is_cpu
same = [1]
same.append(same)
assert pilot(same) is same or pilot(same)[0] == 1

# Modules move in place; what a packed sequence has on the CPU stays there.
model = nn.Linear(2, 2)
if HAS_CUDA:
    assert pilot((model, 1))[0] is model and model.weight.device == TARGET
    packed = nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2, 4), torch.tensor([3, 2]))
    (packed,) = pilot((packed,))
    assert moved(packed.data) and packed.batch_sizes.is_cpu
    assert moved(DeviceAutoPilot(TARGET, pin_memory=True, non_blocking=True)(x))
parameter = pilot(nn.Parameter(x))
assert type(parameter) is nn.Parameter and moved(parameter) and parameter.is_leaf

# Gradients go through.
leaf = torch.ones(2, requires_grad=True)
if HAS_CUDA:
    ensure_device(leaf, TARGET).sum().backward()
    assert leaf.grad is not None and leaf.grad.is_cpu

# The default device is the machine's.
assert DeviceAutoPilot().device.type == ("cuda" if HAS_CUDA else "cpu")
assert DeviceAutoPilot("cpu")(x) is x and ensure_device([x], "cpu")[0] is x
assert repr(DeviceAutoPilot("cpu")) == "DeviceAutoPilot('cpu')"
