// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/jit_load.dir -
#include <string>
#include <torch/script.h>

void serves(const std::string &path, torch::Device device) {
  auto as_saved = torch::jit::load(path);
  auto module = torch::jit::load(path, device);
  module.to(device);
  as_saved.eval();
}
