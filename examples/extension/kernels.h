#pragma once
#include <torch/types.h>

torch::Tensor scale_clamp_cuda(const torch::Tensor &input, const torch::Tensor &scale, double limit);
