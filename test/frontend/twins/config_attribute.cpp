// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/config_attribute.cpp.dir -
#include <torch/torch.h>

struct Config {
  torch::Device device;
  int64_t width;
};

torch::Tensor reads_config(const Config &config) { return torch::ones({4}, config.device) * config.width; }

Config makes_config(torch::Device device) {
  Config config{device, 4};
  return config;
}
