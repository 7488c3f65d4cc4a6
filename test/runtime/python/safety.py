# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_safe."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import asyncio
import inspect
import pickle
import warnings

import torch
from device_tidy import DeviceMismatchError, device_safe
from device_tidy.safety import DeviceMismatchWarning
from expect import raises
from torch import nn

on_gpu, on_cpu = torch.ones(2, device="cuda"), torch.ones(2)
model = nn.Linear(2, 2).cuda()


@device_safe
def step(model, batch, scale=1.0):
    """Documented."""
    return "done"


assert step(model, {"x": [on_gpu]}) == step(nn.Linear(2, 2), on_cpu, scale=on_cpu) == "done"
assert step(model, on_gpu, scale=torch.tensor(2.0)) == "done"
assert step.__doc__ == "Documented." and list(inspect.signature(step).parameters) == ["model", "batch", "scale"]
raises(
    DeviceMismatchError,
    "operands of 'step' are on different devices: 'model' on cuda:0, 'batch['x'][0]' on cpu, 'scale' on cuda:0",
    lambda: step(model, {"x": [on_cpu], "n": 3}, scale=on_gpu),
)
raises(DeviceMismatchError, "'batch' on cuda:1", lambda: step(model, torch.ones(2, device="cuda:1")))
raises(RuntimeError, "'scale' on cpu", lambda: step(model, on_gpu, scale=on_cpu))

try:
    step(model, on_cpu)
except DeviceMismatchError as error:
    assert ("batch", "cpu") in error.placements
    assert pickle.loads(pickle.dumps(error)).placements == error.placements

# What is wrong with the call itself is Python's to say.
raises(TypeError, "unexpected keyword argument", lambda: step(model, on_cpu, nothing=on_gpu))


class Trainer:
    @device_safe
    def step(self, *batches, **named):
        return len(batches)


assert Trainer().step(on_gpu, on_gpu) == 2
raises(DeviceMismatchError, "'batches[1]' on cpu", lambda: Trainer().step(on_gpu, on_cpu))
raises(DeviceMismatchError, "'named['y']' on cpu", lambda: Trainer().step(on_gpu, y=on_cpu))


@device_safe
async def fetch(x, y):
    return 1


assert inspect.iscoroutinefunction(fetch) and asyncio.run(fetch(on_gpu, on_gpu)) == 1
raises(DeviceMismatchError, "'y' on cpu", lambda: asyncio.run(fetch(on_gpu, on_cpu)))


@device_safe(device="cuda:0")
def on_first(x):
    return x


assert on_first(on_gpu) is on_gpu
raises(DeviceMismatchError, "operands of 'on_first' are not all on cuda:0: 'x' on cpu", lambda: on_first(on_cpu))


@device_safe(on_mismatch="warn")
def lenient(x, y):
    return x.device, y.device


with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    assert lenient(on_gpu, on_cpu)[1].type == "cpu"
assert [each.category for each in said] == [DeviceMismatchWarning] and said[0].filename == __file__


@device_safe(on_mismatch="move")
def together(model, batch):
    return model(batch["x"])


batch = {"x": on_cpu}
assert together(model, batch).is_cuda and batch["x"].is_cpu
assert together(nn.Linear(2, 2), {"x": on_gpu}).is_cpu

raises(ValueError, "on_mismatch is 'raise', 'warn' or 'move', not 'ignore'", lambda: device_safe(on_mismatch="ignore"))
strict = device_safe(allow_cpu_scalars=False)(lambda x, y: x)
raises(DeviceMismatchError, "'y' on cpu", lambda: strict(on_gpu, torch.tensor(1.0)))
assert torch.compile(step, backend="eager")(model, on_gpu) == "done"
