# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch does with its own methods goes on while they are watched."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s 2> %t
# RUN: not grep -E "device.tidy|does not know how to trace" %t
import copy
import io
import pickle

import torch
from torch import nn

x = torch.ones(3, 4)

# Compiled, scripted, traced.
model = nn.Sequential(nn.Linear(4, 2), nn.ReLU()).cuda()


def forward(x):
    y = x.to("cuda")
    return model(y).sum() + y.mean().item()


expected = forward(x)
for function in (torch.compile(forward, backend="eager"), torch.compile(forward, backend="aot_eager")):
    assert torch.equal(function(x), expected)


@torch.jit.script
def scripted(x: torch.Tensor):
    y = x.to("cuda")
    if bool(y.sum() > 0):
        return float(y.sum().item()) + 1.0
    return 0.0


assert scripted(x) == 13.0
assert torch.jit.trace(lambda x: x.to("cuda") * 2, (x,))(x).is_cuda
exported = torch.export.export(nn.Linear(4, 2), (x,))
assert exported.module()(x).shape == (3, 2)

# Modes and subclasses see the call once, and count it once.
from device_tidy.verification import patches

recorder = patches.recorders()[0]


def copies_at(function):
    before = sum(each.count for each in recorder.traffic.values())
    function()
    return sum(each.count for each in recorder.traffic.values()) - before


assert copies_at(lambda: x.cuda()) == 1
with torch.device("cuda:1"):
    assert torch.ones(2).device.index == 1 and copies_at(lambda: x.to("cuda:1")) == 1


class Tagged(torch.Tensor):
    pass


tagged = torch.ones(2).as_subclass(Tagged)
assert type(tagged.to("cuda")) is Tagged and type(tagged.cuda().cpu()) is Tagged

from torch._subclasses.fake_tensor import FakeTensorMode

with FakeTensorMode():
    assert torch.ones(2).to("cuda").is_cuda

# Transforms of functions.
assert torch.vmap(lambda v: v.to("cuda") * 2)(x).is_cuda
assert torch.func.grad(lambda v: (v.cuda() ** 2).sum().cpu())(torch.ones(3)).tolist() == [2, 2, 2]

# Gradients, mixed precision, inference.
leaf = torch.ones(3, requires_grad=True)
leaf.to("cuda").sum().backward()
assert leaf.grad.tolist() == [1, 1, 1]
optimizer = torch.optim.Adam(model.parameters())
scaler = torch.amp.GradScaler("cuda")
with torch.autocast("cuda"):
    loss = model(x.cuda()).float().sum()
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
with torch.inference_mode():
    for _ in range(3):
        assert torch.ones(2).to("cuda").cpu().tolist() == [1, 1]
with torch.no_grad():
    assert model.to("cuda:1")[0].weight.device.index == 1

# Swapped and copied modules.
torch.__future__.set_swap_module_params_on_conversion(True)
swapped = nn.Linear(2, 2)
kept = swapped.weight
swapped.to("cuda")
assert swapped.weight is kept and kept.is_cuda
torch.__future__.set_swap_module_params_on_conversion(False)
assert copy.deepcopy(model)[0].weight.device.index == 1
file = io.BytesIO()
torch.save(model.state_dict(), file)
assert pickle.loads(pickle.dumps(x.cuda())).is_cuda
assert pickle.loads(pickle.dumps(torch.Tensor.to)) is torch.Tensor.to
model.share_memory()

# Values.
there = torch.tensor(2.5, device="cuda")
assert bool(there) and int(there) == 2 and float(there) == 2.5 and there.item() == there.tolist() == 2.5
assert [10, 20, 30][torch.tensor(1, device="cuda")] == 20 and f"{there:.1f}" == "2.5" and "cuda:0" in repr(there)
assert torch.ones(2).to(torch.float64).dtype == torch.float64 and x.to(there).is_cuda
assert torch.Tensor.to.__name__ == "to" and "non_blocking" in torch.Tensor.to.__doc__
nothing = nn.Identity().to("cuda")
