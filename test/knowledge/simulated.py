# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments for operators that only run with values: sparse tensors, sizes that depend on data."""

import torch
from families import call, outs
from samples import b, f, i, rnn


def coo(is_coalesced=True):
    indices = torch.tensor([[0, 1], [1, 0]])
    return torch.sparse_coo_tensor(indices, f(2) + 1, (2, 2), is_coalesced=is_coalesced)


def empty():
    return torch.sparse_coo_tensor(i(2, 0), f(0), (2, 2))


def sparse():
    for name in ("_indices", "_values", "indices", "values", "_nnz", "_dimI", "_dimV", "is_coalesced", "coalesce", "_to_dense"):
        yield call(name, coo())
    yield call("_coalesce", coo(False))
    yield call("_coalesce.out", coo(False), out=empty())
    yield call("_to_dense.out", coo(), out=f(2, 2))
    yield call("_sparse_sum", coo())
    yield call("_sparse_sum.dtype", coo(), dtype=torch.float64)
    yield call("_sparse_sum.dim", coo(), [0])
    yield call("_sparse_sum.dim_dtype", coo(), [0], dtype=torch.float64)
    yield call("_sparse_sum.dim_out", coo(), [0], out=torch.sparse_coo_tensor(i(1, 0), f(0), (2,)))
    yield call("_sparse_sum_backward", torch.sparse_coo_tensor(torch.tensor([[0, 1]]), f(2), (2,), is_coalesced=True), coo(), [0])
    yield call("_sparse_sum_backward", f(2), torch.sparse_coo_tensor(torch.tensor([[0, 1]]), f(2, 2), (2, 2), is_coalesced=True), [0])
    yield call("_sparse_softmax.int", coo(), 0)
    yield call("_sparse_softmax", coo(), 0, False)
    yield call("_sparse_softmax.out", coo(), 0, False, out=empty())
    yield call("_sparse_softmax_backward_data", coo(), coo(), 0, coo())
    yield call("_sparse_softmax_backward_data.out", coo(), coo(), 0, coo(), out=empty())
    yield call("_sparse_log_softmax.int", coo(), 0)
    yield call("_sparse_log_softmax", coo(), 0, False)
    yield call("_sparse_log_softmax.out", coo(), 0, False, out=empty())
    yield call("_sparse_log_softmax_backward_data", coo(), coo(), 0, coo())
    yield call("_sparse_log_softmax_backward_data.out", coo(), coo(), 0, coo(), out=empty())
    yield call("_sparse_broadcast_to", coo(), [2, 2])
    yield call("_sparse_mask_projection", coo(), coo())
    yield call("_sparse_mask_projection.out", coo(), coo(), out=empty())
    yield call("sparse_mask", f(2, 2), coo())
    yield call("sparse_mask.out", f(2, 2), coo(), out=empty())
    yield call("_sparse_sparse_matmul", coo(), coo())
    yield call("_sparse_sparse_matmul.out", coo(), coo(), out=empty())
    yield call("hspmm", coo(), f(2, 2))
    yield call("hspmm.out", coo(), f(2, 2), out=torch.sparse_coo_tensor(i(1, 0), f(0, 2), (2, 2)))
    yield call("smm", coo(), f(2, 2))
    yield call("sspaddmm", coo(), coo(), f(2, 2))
    yield call("sspaddmm.out", coo(), coo(), f(2, 2), out=empty())
    yield call("to_dense_backward", f(2, 2), coo())
    yield call("_gather_sparse_backward", f(2, 2), 0, i(2, 2), f(2, 2))
    made, size = (torch.tensor([[0, 1], [1, 0]]), f(2)), [2, 2]
    yield call("sparse_coo_tensor.indices", *made)
    yield call("_sparse_coo_tensor_with_dims_and_tensors", 2, 0, size, *made, layout=torch.sparse_coo)
    yield call("_sparse_coo_tensor_with_dims_and_tensors.out", 2, 0, size, *made, out=empty())
    yield call("_sparse_coo_tensor_with_dims.out", 2, 0, size, out=empty())
    yield call("_validate_sparse_coo_tensor_args", *made, size)
    yield call("_to_sparse.sparse_dim_out", f(2, 2), 2, out=empty())
    yield call("_to_sparse.out", f(2, 2), out=empty())
    yield call("copy_sparse_to_sparse_", coo(), coo())


def compressed():
    rows, columns, values = torch.tensor([0, 1, 2]), torch.tensor([1, 0]), f(2)
    blocks, size = f(2, 1, 1), [2, 2]
    yield call("sparse_csr_tensor.crow_col_value", rows, columns, values)
    yield call("sparse_csr_tensor.crow_col_value_size", rows, columns, values, size)
    yield call("sparse_csc_tensor.ccol_row_value", rows, columns, values)
    yield call("sparse_csc_tensor.ccol_row_value_size", rows, columns, values, size)
    yield call("sparse_bsr_tensor.crow_col_value", rows, columns, blocks)
    yield call("sparse_bsr_tensor.crow_col_value_size", rows, columns, blocks, size)
    yield call("sparse_bsc_tensor.ccol_row_value", rows, columns, blocks)
    yield call("sparse_bsc_tensor.ccol_row_value_size", rows, columns, blocks, size)
    csr = {"layout": torch.sparse_csr}
    yield call("sparse_compressed_tensor.comp_plain_value", rows, columns, values, **csr)
    yield call("sparse_compressed_tensor.comp_plain_value_size", rows, columns, values, size, **csr)
    yield call("_sparse_compressed_tensor_unsafe", rows, columns, values, size, **csr)
    for name in ("csr", "csc"):
        yield call(f"_sparse_{name}_tensor_unsafe", rows, columns, values, size)
        yield call(f"_validate_sparse_{name}_tensor_args", rows, columns, values, size)
    for name in ("bsr", "bsc"):
        yield call(f"_sparse_{name}_tensor_unsafe", rows, columns, blocks, size)
        yield call(f"_validate_sparse_{name}_tensor_args", rows, columns, blocks, size)
    yield call("_validate_sparse_compressed_tensor_args", rows, columns, values, size, torch.sparse_csr)
    yield call("_validate_compressed_sparse_indices", True, rows, columns, 2, 2, 2)
    yield call("_rowwise_prune", f(2, 2), b(2), torch.int64)
    yield call("_spdiags", f(2, 2), torch.arange(2), [2, 2])
    yield call("_spdiags.out", f(2, 2), torch.arange(2), [2, 2], out=empty())


def values():
    for name in ("_ctc_loss", "_ctc_loss.Tensor"):
        sizes = ([5, 5], [2, 2]) if name == "_ctc_loss" else (i(2) + 5, i(2) + 2)
        logs, targets = f(5, 2, 4), i(2, 2) + 1
        nll, alpha = torch.ops.aten._ctc_loss(logs, targets, [5, 5], [2, 2])
        yield call(name, logs, targets, *sizes)
        yield call(name.partition(".")[0] + (".Tensor_out" if "." in name else ".out"), logs, targets, *sizes, out0=f(0), out1=f(0))
    yield call("_ctc_loss_backward", f(2), logs, targets, [5, 5], [2, 2], nll, alpha, 0)
    yield call("_ctc_loss_backward.out", f(2), logs, targets, [5, 5], [2, 2], nll, alpha, 0, out=f(0))
    yield call("ctc_loss.IntList", logs, targets, [5, 5], [2, 2])
    for name, gates in (("gru", 3), ("rnn_relu", 1), ("rnn_tanh", 1)):
        _, _, params, *options = rnn(gates)
        yield call(f"{name}.data", f(3, 3), torch.tensor([2, 1]), f(1, 2, 4), params, *options, False)
    yield call("lstm.data", f(3, 3), torch.tensor([2, 1]), [f(1, 2, 4), f(1, 2, 4)], [f(16, 3), f(16, 4)], False, 1, 0.0, False, False)
    yield call("_pack_padded_sequence.out", f(2, 2, 3), torch.tensor([2, 1]), False, out0=f(0), out1=i(0))
    yield call("linalg_lstsq.out", f(3, 2), f(3, 2), driver="gelsy", solution=f(0), residuals=f(0), rank=i(0), singular_values=f(0))
    yield call("masked_select.out", f(2), b(2), out=f(0))
    yield call("nonzero.out", f(2), out=i(0))
    yield call("nonzero_numpy", f(2))
    yield call("narrow.Tensor", f(4), 0, i(), 2)
    yield call("tensor_split.tensor_indices_or_sections", f(4), i(2), 0)
    yield call("unique_dim_consecutive", f(2, 2), 0)
    yield call("where", b(2))
    yield call("is_nonzero", f(1))
    yield call("_test_check_tensor", b(1))
    yield call("_reshape_from_tensor", f(4), torch.tensor([2, 2]))
    sobol = i(2, 30) + 1
    yield call("_sobol_engine_draw", i(2), 2, sobol, 2, 0, torch.float32)
    yield call("_sobol_engine_ff_", i(2), 2, sobol, 2, 0)
    yield call("_sobol_engine_initialize_state_", sobol, 2)
    yield call("_sobol_engine_scramble_", sobol, i(2, 30, 30), 2)
    yield call("slice_inverse", f(4), f(2), 0, 0, 4, 2)
    yield call("_choose_qparams_per_tensor", f(2, 2))
    yield call("choose_qparams_optimized", f(4), 4, 8, 0.5, 8)
    yield call("_saturate_weight_to_fp16", f(2, 2))
    byte = torch.zeros(2, 2, dtype=torch.int8)
    yield call("fbgemm_linear_quantize_weight", f(2, 2))
    yield call("fbgemm_pack_gemm_matrix_fp16", f(2, 2))
    yield call("fbgemm_pack_quantized_matrix", byte)
    yield call("fbgemm_pack_quantized_matrix.KN", byte, 2, 2)
    for name in ("_use_cudnn_ctc_loss", "_use_miopen_ctc_loss"):
        yield call(name, logs, targets, [5, 5], [2, 2], 0)
        yield call(f"{name}.Tensor", logs, targets, i(2) + 5, i(2) + 2, 0)
    gates, bias = f(2, 12), f(12)
    yield call("_thnn_fused_gru_cell", gates, gates, f(2, 4), bias, bias)
    yield call("_thnn_fused_gru_cell.out", gates, gates, f(2, 4), bias, bias, **outs(2))
    yield call("_thnn_fused_gru_cell_backward", f(2, 4), f(2, 20), True)
    yield call("_thnn_fused_gru_cell_backward.out", f(2, 4), f(2, 20), True, **outs(5))
    yield call("_nested_tensor_from_tensor_list", [f(2), f(2)])
    for name in ("_foreach_addcdiv", "_foreach_addcmul"):
        yield call(f"{name}.Tensor", [f(2)], [f(2)], [f(2)], f(1))
        yield call(f"{name}_.Tensor", [f(2)], [f(2)], [f(2)], f(1))
        yield call(f"{name}.Tensor_out", [f(2)], [f(2)], [f(2)], f(1), out=[f(2)])
    yield call("_grid_sampler_2d_cpu_fallback", f(1, 1, 2, 2), f(1, 2, 2, 2), 0, 0, False)
    yield call("_grid_sampler_2d_cpu_fallback.out", f(1, 1, 2, 2), f(1, 2, 2, 2), 0, 0, False, out=f(0))
    yield call("_grid_sampler_2d_cpu_fallback_backward", f(1, 1, 2, 2), f(1, 1, 2, 2), f(1, 2, 2, 2), 0, 0, False)
    yield call("pin_memory", f(2))
    yield call("_pin_memory", f(2))
    yield call("conv_tbc_backward", f(2, 2, 2), f(3, 2, 2), f(2, 2, 2), f(2), 0)
    yield call("cumprod_backward", f(3) + 1, f(3) + 1, 0, f(3) + 1)
    yield call("masked_select_backward", f(2), f(2), b(2))
    yield call("gather_backward", f(2, 2), f(2, 2), 0, i(2, 2), False)
    yield call("matrix_exp_backward", f(2, 2), f(2, 2))
    yield call("set_data", f(2), f(2))


def plain():
    for name in ("item", "_local_scalar_dense"):
        yield call(name, f(1))
    yield call("allclose", f(2), f(2))
    yield call("equal", f(2), f(2))
    yield call("cov", f(2, 3), fweights=i(3) + 1, aweights=f(3))
    yield call("corrcoef", f(2, 3))
    yield call("one_hot", i(2), 3)
    yield call("istft", torch.rand(5, 9, dtype=torch.complex64), 8, None, None, torch.ones(8))
    yield call("linalg_lstsq", f(3, 2), f(3, 2))
    yield call("float_power_.Scalar", f(2).double(), 2.0)
    yield call("bernoulli.p", f(2), 0.5)
    yield call("bernoulli.float_out", f(2), 0.5, out=f(2))
    yield call("normal.out", f(2), 0.0, 1.0, out=f(2))
    yield call("randint_like.Tensor_generator", f(2), i() + 3, generator=None)
    yield call("randint_like.Tensor_generator_out", f(2), i() + 3, generator=None, out=f(2))
    yield call("unique_dim_consecutive.out", f(2, 2), 0, out0=f(0), out1=i(0), out2=i(0))
    yield call("_convolution.out", f(1, 2, 5, 5), f(3, 2, 3, 3), f(3), *CONVOLUTION, out=f(0))
    packed = (f(3, 3), torch.tensor([2, 1]))
    yield call("_pad_packed_sequence", *packed, False, 0.0, 2)
    yield call("_pack_padded_sequence_backward", f(3, 3), [2, 2, 3], packed[1], False)
    yield call("ctc_loss.Tensor", f(5, 2, 4), i(2, 2) + 1, i(2) + 5, i(2) + 2)
    yield call("_thnn_fused_lstm_cell_backward", f(2, 4), f(2, 4), f(2, 4), f(2, 4), f(2, 16), True)
    yield call("_wrapped_linear_prepack", f(4, 3), f(1), i(1), f(4))


CONVOLUTION = ([1, 1], [0, 0], [1, 1], False, [0, 0], 1, False, False, True, True)


def simulated():
    for family in (sparse, compressed, values, plain):
        yield from family()
