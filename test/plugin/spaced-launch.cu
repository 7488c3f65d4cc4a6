// REQUIRES: torch, cuda-toolkit
// DEFINE: %{toolkit} = -idirafter %cuda/include/cccl -idirafter %cuda/include -idirafter %src_root/analyzer/driver/cuda-stubs
// DEFINE: %{cuda} = -x cuda --cuda-host-only --cuda-path=%cuda --cuda-gpu-arch=sm_90 -nocudalib -Wno-unknown-cuda-version %{toolkit}
// DEFINE: %{tidy} = --config='{}' -checks='-*,device-discarded-move' --fix %t/launch.cu -- %torch_flags %{cuda}
// RUN: rm -rf %t && mkdir %t && touch %t/pyproject.toml
// RUN: cp %s %t/launch.cu && %clang_tidy -load %plugin %{tidy} | FileCheck %s --check-prefix=FOUND
// RUN: FileCheck %s --input-file=%t/launch.cu

// The hosts read launches as nvcc does, too, and a repair changes what it repairs.

#include <torch/types.h>

__global__ void scale(float *values) { values[threadIdx.x] *= 2; }

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({4});
  scale << <1, 256 >> > (x.data_ptr<float>()); x.to(device);
  return x;
}
// FOUND:      launch.cu:17:50: warning: result of 'to' is discarded
// FOUND-NEXT: scale << <1, 256 >> > (x.data_ptr<float>()); x.to(device);
// FOUND:      note: FIX-IT applied suggested code changes
// CHECK: {{^}}  scale << <1, 256 >> > (x.data_ptr<float>()); x = x.to(device);{{$}}
