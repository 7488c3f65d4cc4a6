# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments for operators that PyTorch's own samples call in another way, or not at all."""

from pathlib import Path

import torch


def f(*size):
    return torch.rand(size)


def i(*size):
    return torch.zeros(size, dtype=torch.int64)


def b(*size):
    return torch.ones(size, dtype=torch.bool)


def c(*size):
    return torch.zeros(size, dtype=torch.complex64)


def s():
    return torch.ones(())


def rnn(gates):
    return (f(2, 1, 3), f(1, 1, 4), [f(4 * gates, 3), f(4 * gates, 4), f(4 * gates), f(4 * gates)], True, 1, 0.0, False)


def cell(gates):
    return (f(1, 3), f(1, 4), f(4 * gates, 3), f(4 * gates, 4), f(4 * gates), f(4 * gates))


# Some operators appear twice: with and without their optional operands.
SAMPLES = [
    ("batch_norm", f(4, 3), f(3), f(3), f(3), f(3), False, 0.1, 1e-5, False),
    ("bernoulli_", f(3), f(3)),
    ("block_diag", [f(2, 2), f(2, 2)]),
    ("broadcast_tensors", [f(2), f(2)]),
    ("cartesian_prod", [f(2), f(2)]),
    ("cat", [f(2), f(2)]),
    ("cdist", f(2, 2), f(2, 2)),
    ("chain_matmul", [f(2, 2), f(2, 2)]),
    ("conv1d", f(1, 2, 5), f(3, 2, 3), f(3)),
    ("conv2d", f(1, 2, 5, 5), f(3, 2, 3, 3)),
    ("conv2d", f(1, 2, 5, 5), f(3, 2, 3, 3), f(3)),
    ("conv3d", f(1, 2, 5, 5, 5), f(3, 2, 3, 3, 3), f(3)),
    ("conv_tbc", f(3, 2, 2), f(2, 2, 2), f(2)),
    ("conv_transpose1d", f(1, 2, 5), f(2, 3, 3), f(3)),
    ("conv_transpose2d", f(1, 2, 5, 5), f(2, 3, 3, 3), f(3)),
    ("conv_transpose3d", f(1, 2, 5, 5, 5), f(2, 3, 3, 3, 3), f(3)),
    ("convolution", f(1, 2, 5, 5), f(3, 2, 3, 3), f(3), [1, 1], [0, 0], [1, 1], False, [0, 0], 1),
    ("copy", f(2), f(2)),
    ("copy_", f(2), f(2)),
    ("cosine_embedding_loss", f(2, 2), f(2, 2), f(2)),
    ("cross_entropy_loss", f(2, 3), i(2)),
    ("cross_entropy_loss", f(2, 3), i(2), f(3)),
    ("cross_entropy_loss", f(2, 3), f(2, 3), f(3)),
    ("ctc_loss", f(5, 2, 4), i(2, 2), i(2), i(2)),
    ("diff", f(3), 1, -1, f(1), f(1)),
    ("einsum", "ij,jk->ik", [f(2, 2), f(2, 2)]),
    ("einsum", "ij,ij->ij", [f(2, 2), f(2, 2)]),
    ("embedding", f(5, 3), i(2)),
    ("embedding_bag", f(5, 3), i(2), i(1)),
    ("fill", f(2), s()),
    ("fill_", f(2), s()),
    ("flatten_dense_tensors", [f(2), f(2)]),
    ("float_power_", f(2).double(), f(2)),
    ("fractional_max_pool2d", f(1, 1, 4, 4), [2, 2], [2, 2], f(1, 1, 2)),
    ("gradient", f(4), [f(4)]),
    ("grid_sampler", f(1, 1, 2, 2), f(1, 2, 2, 2), 0, 0, False),
    ("gru", *rnn(3), False, False),
    ("gru_cell", *cell(3)),
    ("hinge_embedding_loss", f(2), f(2)),
    ("huber_loss", f(2), f(2)),
    ("index", f(3, 3), [i(2)]),
    ("index", f(3, 3), [i(2), i(2)]),
    ("index_put", f(3), [i(2)], f(2)),
    ("index_put_", f(3), [i(2)], f(2)),
    ("instance_norm", f(2, 3, 4), f(3), f(3), f(3), f(3), False, 0.1, 1e-5, False),
    ("is_same_size", f(2), f(2)),
    ("istft", torch.rand(5, 9, dtype=torch.complex64), 8, None, None, torch.ones(8)),
    ("kl_div", f(2), f(2)),
    ("linear", f(2, 3), f(4, 3), f(4)),
    ("linear", f(2, 2, 3), f(4, 3), f(4)),
    ("lstm", f(2, 1, 3), [f(1, 1, 4), f(1, 1, 4)], [f(16, 3), f(16, 4)], False, 1, 0.0, False, False, False),
    ("lstm_cell", f(1, 3), [f(1, 4), f(1, 4)], f(16, 3), f(16, 4)),
    ("margin_ranking_loss", f(2), f(2), f(2)),
    ("masked_fill", f(2), b(2), s()),
    ("max_unpool2d", f(1, 1, 2, 2), i(1, 1, 2, 2), [4, 4]),
    ("meshgrid", [f(2), f(2)]),
    ("narrow", f(4), 0, i(), 2),
    ("nll_loss", f(2, 3), i(2), f(3)),
    ("nll_loss_nd", f(2, 3), i(2), f(3)),
    ("nll_loss2d", f(2, 3, 2, 2), i(2, 2, 2), f(3)),
    ("normal", f(2), f(2)),
    ("pad_sequence", [f(2), f(3)]),
    ("poisson_nll_loss", f(2), f(2), True, False, 1e-8, 1),
    ("resize_as_", f(2), f(3)),
    ("result_type", f(2), f(2)),
    ("rnn_relu", *rnn(1), False, False),
    ("rnn_relu_cell", *cell(1)),
    ("rnn_tanh", *rnn(1), False, False),
    ("rnn_tanh_cell", *cell(1)),
    ("scatter", f(3), 0, i(2), 1.0),
    ("special_gammainc", f(2), f(2)),
    ("special_gammaincc", f(2), f(2)),
    ("stack", [f(2), f(2)]),
    ("stft", f(32), 8, None, None, torch.ones(8), False, True, True),
    ("tensor_split", f(4), i(2), 0),
    ("tensordot", f(2, 2), f(2, 2), [1], [0]),
    ("to", f(2), f(2)),
    ("type_as", f(2), f(2)),
    ("where", b(2), f(2), f(2)),
    ("where", b(2), 1.0, f(2)),
    ("where", b(2), f(2), 1.0),
]


def guessed():
    """(operator, args, kwargs) of guessed.tsv."""
    names = {"f": f, "i": i, "b": b, "c": c, "torch": torch, "call": lambda *args, **kwargs: (args, kwargs)}
    for line in Path(__file__).with_name("guessed.tsv").read_text().splitlines():
        name, _, arguments = line.partition("\t")
        if not name.startswith("#"):
            yield name, *eval(f"call({arguments})", names)
