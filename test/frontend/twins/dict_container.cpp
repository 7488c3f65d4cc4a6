// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/dict_container.dir -
#include <map>
#include <string>
#include <torch/torch.h>

torch::Tensor keeps_by_name(torch::Tensor x, torch::Device device) {
  std::map<std::string, torch::Tensor> batch;
  batch["input"] = x.to(device);
  batch["mask"] = torch::ones({2});
  return batch["input"] + batch["mask"];
}
