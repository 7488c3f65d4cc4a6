# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DataParallel, and processes."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import os
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises
from torch import nn


def in_child(connection):
    try:
        connection.send(torch.ones(2, device="cuda:1").sum().item())
    except RuntimeError as error:
        connection.send(str(error))


def run_child(method):
    context = torch.multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    child = context.Process(target=in_child, args=(theirs,))
    child.start()
    answer = ours.recv()
    child.join()
    return answer


def main():
    # A fork before the devices are used may use them.
    assert run_child("fork") == 2.0

    model = nn.Linear(3, 2)
    expected = model(torch.ones(5, 3)).sum(1)
    parallel = nn.DataParallel(model.cuda())
    seen = []
    handle = model.register_forward_pre_hook(lambda module, inputs: seen.append(inputs[0].device.index))
    out = parallel(torch.ones(5, 3, device="cuda"))
    assert out.device.index == 0 and sorted(seen) == [0, 1]
    assert torch.allclose(out.sum(1).cpu(), expected)
    handle.remove()
    out.sum().backward()
    assert model.weight.grad.tolist() == [[5.0] * 3] * 2
    place = "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu"
    raises(RuntimeError, place, lambda: nn.DataParallel(nn.Linear(3, 2))(torch.ones(5, 3)))

    assert "Cannot re-initialize CUDA in forked subprocess" in run_child("fork")
    assert run_child("spawn") == 2.0
    assert os.system(f"{sys.executable} -c 'import torch; assert torch.cuda.device_count() == 2'") == 0


if __name__ == "__main__":
    main()
