// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/raise_on_cpu.dir -
#include <stdexcept>
#include <torch/torch.h>

torch::Tensor demands_cuda(torch::Tensor x) {
  if (!x.is_cuda())
    throw std::runtime_error("expected a CUDA tensor");
  return x * 2;
}
