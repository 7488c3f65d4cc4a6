// Python bindings of a fused "scale and clamp" operator: on the GPU through a kernel, on the CPU in a loop.
#include "kernels.h"

#include <torch/extension.h>

static torch::Tensor scale_clamp_cpu(const torch::Tensor &input, const torch::Tensor &scale, double limit) {
  auto output = torch::empty_like(input);
  const float *in = input.data_ptr<float>();
  const float *factor = scale.data_ptr<float>();
  float *out = output.data_ptr<float>();
  const int64_t channels = scale.numel();
  for (int64_t i = 0; i < input.numel(); ++i)
    out[i] = std::min(in[i] * factor[i % channels], static_cast<float>(limit));
  return output;
}

torch::Tensor scale_clamp(torch::Tensor input, torch::Tensor scale, double limit) {
  TORCH_CHECK(input.is_contiguous() && scale.is_contiguous(), "scale_clamp takes contiguous tensors");
  TORCH_CHECK(input.scalar_type() == torch::kFloat, "scale_clamp takes float tensors");
  if (input.is_cuda())
    return scale_clamp_cuda(input, scale, limit);
  return scale_clamp_cpu(input, scale, limit);
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale_clamp", &scale_clamp, "input * scale, at most limit"); }
