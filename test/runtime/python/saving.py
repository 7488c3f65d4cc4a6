# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.save and torch.load: where a file's tensors come back to."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import copy
import io
import pickle
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    return file


def loaded(file, **where):
    file.seek(0)
    return torch.load(file, **where)


model = torch.nn.Linear(2, 2).to("cuda:1")
file = saved(model.state_dict())
assert loaded(file)["weight"].device == torch.device("cuda:1")
assert loaded(file, map_location="cpu")["weight"].device.type == "cpu"
assert loaded(file, map_location={"cuda:1": "cuda:0"})["weight"].device.index == 0
assert loaded(file, map_location=torch.device("cuda:0"))["weight"].device.index == 0
assert loaded(file, map_location=lambda storage, place: storage)["weight"].device.type == "cpu"
assert torch.equal(loaded(file)["weight"], model.weight)

shared = torch.arange(6.0, device="cuda:1")
a, b = loaded(saved([shared, shared[2:]]))
a[2] = 9
assert b[0].item() == 9, "views share storage, still"

torch.nn.Linear(2, 2).load_state_dict(loaded(file))
assert copy.deepcopy(model).weight.device.index == 1
assert pickle.loads(pickle.dumps(shared)).device.index == 1
raw = bytes(file.getvalue())
assert b"cuda:1" in raw
elsewhere = io.BytesIO(raw.replace(b"cuda:1", b"cuda:5"))
message = "Attempting to deserialize object on CUDA device 5 but torch.cuda.device_count() is 2"
raises(RuntimeError, message, lambda: torch.load(elsewhere, weights_only=False))

storage = torch.UntypedStorage(8, device="cuda:1")
assert storage.device == torch.device("cuda:1") and storage.cpu().device.type == "cpu"
