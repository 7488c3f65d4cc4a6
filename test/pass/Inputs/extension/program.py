"""Calls an operator of the extension."""

import sys

import torch

torch.ops.load_library(sys.argv[1])
x = torch.arange(4.0, device="cuda:1")
y = torch.arange(4.0).pin_memory()
for name in sys.argv[2:]:
    try:
        result = getattr(torch.ops.example, name)(x, 2.0)
        print(name, result.device, result.tolist())
    except RuntimeError as error:
        print(name, "raises", str(error).split("\n")[0])
print(x.tolist(), torch.cuda.current_device())
