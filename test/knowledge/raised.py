# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch prints when devices are wrong, on a machine without a GPU.

    raised.py <library of simulated devices>     the errors of tensors on simulated GPUs, one a line

As a module it raises what needs no simulation: with the CPU and meta, whose tensors have shapes alone.
"""

import io
import sys
import warnings
from unittest import mock

warnings.simplefilter("ignore")


def torch_folder():
    import torch

    return torch.__path__[0]


def message_of(function):
    try:
        function()
    except Exception as error:
        return str(error)
    return None


def saved(location):
    """The bytes of a file that was saved on another device."""
    import torch

    file = io.BytesIO()
    with mock.patch("torch.serialization.location_tag", lambda storage: location):
        torch.save(torch.ones(2), file)
    file.seek(0)
    return file


def saved_object():
    import torch

    file = io.BytesIO()
    torch.save(torch.nn.Linear(2, 2), file)
    file.seek(0)
    return file


def without_check(function):
    """Runs function as if torch had found a CUDA device, so that the C++ part answers."""
    with mock.patch("torch.cuda._lazy_init", lambda: None):
        return function()


def parallel(module):
    import torch

    if not torch.distributed.is_initialized():
        store = torch.distributed.HashStore()
        torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    return torch.nn.parallel.DistributedDataParallel(module, device_ids=[0])


def real():
    """The errors without simulated devices; a line of None is a call that did not fail."""
    import torch
    from torch.nn import functional

    def cpu(*size):
        return torch.ones(*size)

    def meta(*size):
        return torch.ones(*size, device="meta")

    class Moved(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x + 1

        @staticmethod
        def backward(ctx, gradient):
            return meta(2)

    bits = torch.zeros(8, dtype=torch.uint8, device="meta")
    one = torch.ones(1, dtype=torch.long, device="meta")
    calls = [
        lambda: torch._weight_norm(cpu(2, 2), meta(2, 1)),
        lambda: torch.stft(cpu(8), 4, window=meta(4), return_complex=True),
        lambda: torch.block_diag(cpu(2), meta(2)),
        lambda: functional.scaled_dot_product_attention(cpu(1, 1, 2, 2), meta(1, 1, 2, 2), cpu(1, 1, 2, 2)),
        lambda: cpu(2) + meta(2),
        lambda: torch.take_along_dim(cpu(2, 2), torch.zeros(2, 2, dtype=torch.long, device="meta"), 0),
        lambda: torch.nn.LSTM(2, 2)(cpu(1, 1, 2), (meta(1, 1, 2), meta(1, 1, 2))),
        lambda: torch.sparse_coo_tensor(torch.zeros(1, 2, dtype=torch.long), meta(2)),
        lambda: setattr(cpu(2).requires_grad_(), "grad", meta(2)),
        lambda: Moved.apply(cpu(2).requires_grad_()).sum().backward(),
        lambda: setattr(cpu(2), "data", meta(2)),
        lambda: cpu(2).set_(meta(2)),
        lambda: torch.nn.Linear(2, 2, device="meta").to("cpu"),
        lambda: meta(2).cpu(),
        lambda: meta(2).numpy(),
        lambda: torch.nn.utils.rnn.pack_padded_sequence(cpu(2, 1, 2), one + one),
        lambda: torch.tensor_split(cpu(4), one),
        lambda: meta(2).pin_memory(),
        lambda: torch.set_rng_state(bits),
        lambda: torch.load(saved("cuda:3")),
        lambda: torch.load(saved("foo:3")),
        lambda: torch.load(saved_object()),
        lambda: cpu(2).cuda(),
        torch.accelerator.synchronize,
        lambda: torch.cuda.device(0).__enter__(),
        lambda: torch.cuda.Stream(),
        lambda: torch.Generator("cuda"),
        lambda: torch.cuda.FloatTensor(2),
        lambda: without_check(lambda: torch.empty(2, device="cuda")),
        lambda: without_check(lambda: cpu(2).to("cuda")),
        lambda: without_check(lambda: torch.cuda.get_device_properties(9)),
        lambda: torch.device("gpu"),
        lambda: torch.device("cuda:-1"),
        lambda: torch.device("cuda", -2),
        lambda: torch.cuda.set_device("cpu"),
        lambda: parallel(torch.nn.Linear(2, 2)),
        lambda: torch.Tensor(2, device="cuda"),
        lambda: cpu(1).is_cuda(),
        lambda: "cuda" in cpu(1).device,
        lambda: functional.conv2d(cpu(1, 1, 3, 3).double(), cpu(1, 1, 2, 2), cpu(1)),
        lambda: functional.conv2d(cpu(1, 1, 3, 3).double(), cpu(1, 1, 2, 2)),
        lambda: cpu(2, 2) @ cpu(2, 2).half(),
        lambda: torch.nn.Linear(2, 2)(cpu(2, 2).half()),
        lambda: torch.meshgrid(cpu(2), meta(2)),
    ]
    said = [message_of(call) for call in calls]
    with mock.patch("torch.cuda.is_available", lambda: True), mock.patch("torch.cuda.device_count", lambda: 2):
        said.append(message_of(lambda: torch.load(saved("cuda:3"))))
    return [str(text) for text in said]


def simulated(library):
    """The errors of tensors on two GPUs that are not there."""
    from oracle import load

    load(library)
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        x, y = torch.ones(2, device="cuda"), torch.ones(2)
        lengths = torch.ones(2, dtype=torch.long, device="cuda")
        return [message_of(call) for call in (
            lambda: x + y,
            lambda: torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 2, 2), lengths),
        )]


if __name__ == "__main__":
    sys.path.append(f"{__file__.rpartition('/')[0]}/../differential")
    print("\n".join(map(str, simulated(sys.argv[1]))))
