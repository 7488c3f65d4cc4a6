// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/static_method.dir -
#include <torch/torch.h>

struct Devices {
  static torch::Device first() { return torch::Device(torch::kCUDA, 0); }
};

torch::Tensor uses_static(torch::Tensor x) { return x.to(Devices::first()); }
