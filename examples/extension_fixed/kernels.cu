#include "kernels.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

__global__ void scale_clamp_kernel(const float *in, const float *factor, float *out, int64_t size, int64_t channels,
                                   float limit) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < size)
    out[i] = fminf(in[i] * factor[i % channels], limit);
}

torch::Tensor scale_clamp_cuda(const torch::Tensor &input, const torch::Tensor &scale, double limit) {
  TORCH_CHECK(input.is_cuda(), "input must be a CUDA tensor");
  TORCH_CHECK(scale.is_cuda(), "scale must be a CUDA tensor");
  const c10::cuda::CUDAGuard guard(input.device());
  auto output = torch::empty_like(input);
  const int threads = 256;
  const auto blocks = static_cast<unsigned>((input.numel() + threads - 1) / threads);
  scale_clamp_kernel<<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
      input.data_ptr<float>(), scale.data_ptr<float>(), output.data_ptr<float>(), input.numel(), scale.numel(),
      static_cast<float>(limit));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return output;
}
