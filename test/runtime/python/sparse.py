# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sparse tensors of layout COO, and the kinds of tensors that are refused."""

# REQUIRES: torch
# RUN: %device_tidy run --devices 2 -- %python %s
import sys

sys.path.insert(0, __file__.rpartition("/")[0] + "/Inputs")
import torch
from expect import raises

dense = torch.tensor([[0.0, 1.0], [2.0, 0.0]], device="cuda:1")
sparse = dense.to_sparse()
assert sparse.device == dense.device == sparse.indices().device == sparse.values().device
assert sparse.is_coalesced() and torch.equal(sparse.to_dense(), dense)
assert torch.equal(torch.sparse.mm(sparse, dense), dense @ dense)
assert torch.equal((sparse + sparse).to_dense(), dense + dense)
assert torch.equal((sparse * 2).cpu().to_dense(), dense.cpu() * 2)
assert torch.sparse.sum(sparse).item() == 3

made = torch.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], (2, 2), device="cuda:1")
assert made.device.index == 1 and not made.is_coalesced()
assert made.coalesce().values().tolist() == [3.0]
made.add_(sparse)
assert made.to_dense().tolist() == [[0, 4], [2, 0]]
assert made.to("cuda:0").to_dense().device.index == 0
assert made.cpu().to(made.device).to_dense().tolist() == [[0, 4], [2, 0]]
old = torch.cuda.sparse.FloatTensor(torch.tensor([[0], [1]]).cuda(), torch.ones(1).cuda(), torch.Size([2, 2]))
assert old.is_sparse and old.is_cuda and isinstance(old, torch.cuda.sparse.FloatTensor)

mixed = "Expected all tensors to be on the same device"
raises(RuntimeError, mixed, lambda: torch.sparse.mm(sparse, dense.cpu()))
raises(RuntimeError, mixed, lambda: sparse + sparse.cpu())

embedding = torch.nn.Embedding(5, 2, sparse=True).cuda()
optimizer = torch.optim.SparseAdam(embedding.parameters())
before = embedding.weight.detach().clone()
embedding(torch.tensor([1, 3], device="cuda")).sum().backward()
assert embedding.weight.grad.is_sparse and embedding.weight.grad.is_cuda
optimizer.step()
assert (embedding.weight != before).any(1).tolist() == [False, True, False, True, False]

refused = "device-tidy: simulated devices have no "
raises(NotImplementedError, refused + "tensors of layout SparseCsr", lambda: dense.to_sparse_csr())
rows = torch.sparse_csr_tensor([0, 1], [0], [1.0], (1, 1), device="cuda")
raises(NotImplementedError, refused + "tensors of SparseCsrCUDA", lambda: rows.to_dense())
quantize = torch.quantize_per_tensor
raises(NotImplementedError, refused + "quantized tensors", lambda: quantize(dense, 0.1, 0, torch.qint8))
