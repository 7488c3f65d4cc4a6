# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments for operators that PyTorch calls from inside others: (operator, arguments, keyword arguments).

Those of simulated.py need values, and so run on simulated devices only.
"""

import torch
from samples import b, f, i


def call(name, *args, **kwargs):
    return name, args, kwargs


def i32(*size):
    return torch.zeros(size, dtype=torch.int32)


def u8(*size):
    return torch.zeros(size, dtype=torch.uint8)


def half(*size):
    return torch.ones(size, dtype=torch.bfloat16)


def outs(count):
    return {f"out{n}": f(0) for n in range(count)}


def optimizers():
    one = f
    adam = {"beta1": 0.9, "beta2": 0.9, "weight_decay": 0.0, "eps": 1e-8, "amsgrad": True, "maximize": False}
    adagrad = {"lr_decay": 0.0, "weight_decay": 0.0, "eps": 1e-8, "maximize": False}
    sgd = {"weight_decay": 0.0, "momentum": 0.5, "dampening": 0.0, "nesterov": False, "maximize": False}
    for name, lists, options in (
        ("adam", [[f(2)] for _ in range(5)] + [[one()]], adam),
        ("adamw", [[f(2)] for _ in range(5)] + [[one()]], adam),
        ("adagrad", [[f(2)] for _ in range(3)] + [[one()]], adagrad),
        ("sgd", [[f(2)] for _ in range(3)], {**sgd, "is_first_step": False}),
    ):
        for scale in ({}, {"grad_scale": f(1), "found_inf": f(1)}):
            yield call(f"_fused_{name}_", *lists, lr=0.1, **options, **scale)
        yield call(f"_fused_{name}", *lists, lr=0.1, **options)
        yield call(f"_fused_{name}.out", *lists, lr=0.1, **options, out=[f(2)])
        yield call(f"_fused_{name}_.tensor_lr", *lists, lr=one(), **options)
        yield call(f"_fused_{name}.tensor_lr", *lists, lr=one(), **options)
        yield call(f"_fused_{name}.tensor_lr_out", *lists, lr=one(), **options, out=[f(2)])


def normalization():
    stats = (f(3), f(3))
    running = {"out": f(0), "save_mean": f(0), "save_invstd": f(0), "reserve": u8(0)}
    yield call("_batch_norm_impl_index", f(4, 3), *stats, *stats, False, 0.1, 1e-5, False)
    yield call("_batch_norm_no_update.out", f(4, 3), *stats, *stats, 0.1, 1e-5, **outs(3), out3=u8(0))
    yield call("_batch_norm_with_update.out", f(4, 3), *stats, *stats, 0.1, 1e-5, **running)
    yield call("native_batch_norm_backward.out", f(4, 3), f(4, 3), f(3), *stats, *stats, True, 1e-5, [True] * 3, **outs(3))
    yield call("native_layer_norm_backward.out", f(4, 3), f(4, 3), [3], f(4, 1), f(4, 1), *stats, [True] * 3, **outs(3))
    yield call("cudnn_batch_norm.out", f(4, 3), *stats, *stats, True, 0.1, 1e-5, **outs(4))
    yield call("cudnn_batch_norm_backward.out", f(4, 3), f(4, 3), f(3), *stats, *stats, 1e-5, u8(1), **outs(3))
    yield call("miopen_batch_norm_backward.out", f(4, 3), f(4, 3), f(3), *stats, *stats, 1e-5, **outs(3))


def convolutions():
    x, w, z = f(1, 2, 5, 5), f(3, 2, 3, 3), f(1, 3, 3, 3)
    gradients = {"grad_input": f(0), "grad_weight": f(0), "grad_bias": f(0)}
    yield call("_convolution_mode", x, w, f(3), [1, 1], "valid", [1, 1], 1)
    yield call("_slow_conv2d_backward.grad_input", z, x, w, [3, 3], [1, 1], [0, 0], **gradients)
    yield call("_slow_conv2d_backward.output_mask_out", z, x, w, [3, 3], [1, 1], [0, 0], [True] * 3, **outs(3))


def images():
    yield call("_upsample_nearest_exact1d", f(1, 2, 4), [8])
    yield call("_upsample_nearest_exact1d.out", f(1, 2, 4), [8], out=f(0))
    yield call("_upsample_nearest_exact1d_backward", f(1, 2, 8), [8], [1, 2, 4])
    yield call("_upsample_nearest_exact1d_backward.grad_input", f(1, 2, 8), [8], [1, 2, 4], grad_input=f(0))
    for dims in (1, 2, 3):
        yield call(f"_upsample_nearest_exact{dims}d.vec", f(1, 2, *[4] * dims), [8] * dims, None)
    for name in ("bicubic2d", "lanczos2d"):
        yield call(f"_upsample_{name}_aa.vec", f(1, 2, 4, 4), [8, 8], False, None)
        yield call(f"_upsample_{name}_aa_backward", f(1, 2, 8, 8), [8, 8], [1, 2, 4, 4], False)
        yield call(f"_upsample_{name}_aa_backward.grad_input", f(1, 2, 8, 8), [8, 8], [1, 2, 4, 4], False, grad_input=f(0))
    yield call("affine_grid_generator_backward", f(1, 2, 2, 2), [1, 1, 2, 2], False)
    yield call("_pad_enum", f(1, 2, 4), [1, 1], 1)


def recurrent():
    weights = [f(16, 3), f(16, 4), f(16), f(16)]
    modes = (2, 4, 0, 1, False, 0.0, True, False, [], None)
    yield call("_cudnn_rnn.out", f(2, 1, 3), weights, 4, f(300), f(1, 1, 4), f(1, 1, 4), *modes, **outs(5))
    yield call("miopen_rnn.out", f(2, 1, 3), weights, 4, f(1, 1, 4), f(1, 1, 4), 2, 4, *modes[3:], **outs(5))
    gates, bias = f(2, 12), f(12)
    yield call("_thnn_differentiable_gru_cell_backward", f(2, 4), gates, gates, f(2, 4), bias, bias)
    gates, bias = f(2, 16), f(16)
    yield call("_thnn_fused_lstm_cell", gates, gates, f(2, 4), bias, bias)
    yield call("_thnn_fused_lstm_cell.out", gates, gates, f(2, 4), bias, bias, **outs(3))
    yield call("_thnn_differentiable_lstm_cell_backward", f(2, 4), f(2, 4), gates, gates, bias, bias, f(2, 4), f(2, 4))


def losses():
    yield call("glu_jvp", f(1, 2), f(1, 4), f(1, 4), 1)
    yield call("glu_jvp.out", f(1, 2), f(1, 4), f(1, 4), 1, out=f(0))
    yield call("glu_backward_jvp", f(1, 4), f(1, 2), f(1, 4), f(1, 2), f(1, 4), 1)
    yield call("glu_backward_jvp.out", f(1, 4), f(1, 2), f(1, 4), f(1, 2), f(1, 4), 1, out=f(0))
    yield call("embedding_sparse_backward", f(2, 3), i(2), 5, -1, False)
    yield call("_embedding_bag_sparse_backward", f(1, 3), i(2), i(1), i(2), i(1), 5, False, 0, None)
    yield call("_embedding_bag_sparse_backward", f(1, 3), i(2), i(1), i(2), i(1), 5, False, 0, f(2))


def linear():
    yield call("_int_mm", i(32, 32).char(), i(32, 32).char())
    yield call("_int_mm.out", i(32, 32).char(), i(32, 32).char(), out=i32(32, 32))
    yield call("_grouped_mm", half(16, 16), half(2, 16, 16), i32(2))
    yield call("_weight_int8pack_mm", half(2, 16), i(16, 16).char(), half(16))
    yield call("_weight_int4pack_mm", half(2, 64), i32(4, 4, 32, 4), 32, half(2, 32, 2))
    yield call("_weight_int4pack_mm_for_cpu", half(2, 64), u8(32, 32), 32, half(2, 32, 2))
    yield call("_convert_weight_to_int4pack", u8(32, 64), 2)
    yield call("_convert_weight_to_int4pack_for_cpu", i32(32, 64), 2)
    yield call("linalg_cond.p_str", f(2, 2), "fro")
    yield call("linalg_cond.p_str_out", f(2, 2), "fro", out=f())
    yield call("gradient.tensorarrayint", f(4), spacing=[f(4)], dim=0)
    yield call("unflatten_dense_tensors", f(4), [f(2), f(2)])


def attention():
    q, sums, seed = f(1, 1, 2, 2), f(1, 1, 2), i()
    flash = (i32(2), i32(2), 2, 2, 0.0, False, seed, seed)
    yield call("_flash_attention_backward", q, q, q, q, q, sums, *flash)
    yield call("_scaled_dot_product_flash_attention_backward", q, q, q, q, q, sums, *flash)
    yield call("_scaled_dot_product_efficient_attention_backward", q, q, q, q, q, q, sums, seed, seed, 0.0, [True] * 4)
    yield call("_efficient_attention_backward", q, q, q, q, q, q, None, None, 2, 2, sums, 0.0, seed, seed, 0, False)
    cudnn = (sums, seed, seed, q, i32(2), i32(2), 2, 2, 0.0, False)
    yield call("_scaled_dot_product_cudnn_attention_backward", q, q, q, q, q, *cudnn)
    overridden = ([True] * 4, q, sums, *flash)
    yield call("_scaled_dot_product_fused_attention_overrideable_backward", q, q, q, q, q, *overridden)
    yield call("_flash_attention_forward_no_dropout_inplace", q, q, q, q, None, None, 2, 2, 0.0, False, False)
    heads = (f(1, 2, 4), f(1, 2, 4), f(1, 2, 4), 4, 2, f(12, 4), f(12), f(4, 4), f(4))
    yield call("_native_multi_head_attention.out", *heads, **outs(2))
    layer = (f(1, 2, 4), 4, 2, f(12, 4), f(12), f(4, 4), f(4), False, False, 1e-5)
    layer += (f(4), f(4), f(4), f(4), f(4, 4), f(4), f(4, 4), f(4))
    yield call("_transformer_encoder_layer_fwd", *layer)
    yield call("_transformer_encoder_layer_fwd.out", *layer, out=f(0))
    yield call("_transform_bias_rescale_qkv", f(1, 2, 12), f(12), 2)
    yield call("_transform_bias_rescale_qkv.out", f(1, 2, 12), f(12), 2, **outs(3))


def quantization():
    x, scale, limits = f(2, 2), f(2), (0, 0, 255)
    for name in ("", "_backward"):
        gradient = [x] if name else []
        yield call(f"_fake_quantize_learnable_per_channel_affine{name}", *gradient, x, scale, f(2), *limits)
        yield call(f"_fake_quantize_learnable_per_tensor_affine{name}", *gradient, x, f(1), f(1), 0, 255)
    yield call("_fake_quantize_learnable_per_channel_affine.out", x, scale, f(2), *limits, out=f(0))
    yield call("fake_quantize_per_channel_affine", x, scale, i32(2), *limits)
    yield call("fake_quantize_per_channel_affine_cachemask", x, scale, i32(2), *limits)
    yield call("fake_quantize_per_channel_affine_cachemask.out", x, scale, i32(2), *limits, out0=f(0), out1=b(0))
    observed = (f(2, 2), i(1), i(1), f(1), f(1), f(1), i32(1), 0.1, 0, 255, 0)
    yield call("_fused_moving_avg_obs_fq_helper.out", *observed, out0=f(0), out1=b(0))
    yield call("_dyn_quant_pack_4bit_weight", u8(32, 32), f(32, 1), f(32), 32, 64, 32)


def others():
    yield call("_histogramdd_bin_edges", f(4, 2), [2, 2], weight=f(4))
    yield call("_histogramdd_bin_edges.out", f(4, 2), [2, 2], weight=f(4), out=[f(3), f(3)])
    yield call("_histogramdd_from_bin_cts", f(4, 2), [2, 2], weight=f(4))
    yield call("_histogramdd_from_bin_cts.out", f(4, 2), [2, 2], weight=f(4), out=f(0))
    yield call("_jagged_to_padded_dense_forward", f(4, 2), [torch.tensor([0, 2, 4])], [2])
    yield call("_padded_dense_to_jagged_forward", f(2, 2, 2), [torch.tensor([0, 2, 4])], 4)
    yield call("_nested_tensor_from_mask_left_aligned", f(2, 2, 2), b(2, 2))
    key = torch.zeros(2, dtype=torch.uint64)
    for name in ("normal", "uniform"):
        yield call(f"_philox_{name}", f(2), key)
        yield call(f"_philox_{name}_", f(2), key)
        yield call(f"_philox_{name}.out", f(2), key, out=f(2))
    yield call("_philox_key_fold_in", key, 1)
    yield call("_philox_key_split", key, 2)
    yield call("empty_permuted.out", [2, 2], [0, 1], out=f(0))
    yield call("randint.low_out", 0, 3, [2], out=f(2))
    yield call("sparse_coo_tensor.indices_size", i(1, 2), f(2), [2])
    yield call("_sparse_coo_tensor_unsafe", i(1, 2), f(2), [2])


def families():
    for family in (optimizers, normalization, convolutions, images, recurrent, losses, linear, attention, quantization, others):
        yield from family()
