// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/global_device.dir -
#include <torch/torch.h>

const torch::Device DEVICE(torch::kCUDA);

torch::Tensor moves_to_global(torch::Tensor x) { return x.to(DEVICE); }
