// What user functions, lambdas, classes and containers do to devices.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

static torch::Tensor make(torch::Device device) { return torch::ones({2}, device); }
static torch::Tensor make_default(int64_t n, torch::TensorOptions options = {}) { return torch::zeros({n}, options); }
static torch::Tensor moved(const torch::Tensor &x, torch::Device device) { return x.to(device); }
static torch::Tensor scaled(const torch::Tensor &x) { return x * 2; }
static torch::Device pick() { return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU; }
static std::pair<torch::Tensor, torch::Tensor> pair_of(torch::Device device) {
  return {torch::ones({2}, device), torch::ones({2})};
}
static void move_in_place(torch::Tensor &x) { x = x.to(torch::kCUDA); }
static torch::Tensor sum(torch::Tensor a, torch::Tensor b) { return a + b; }

torch::Tensor takes_device_bad() { return make(torch::kCUDA) + make(torch::kCPU); }
// CHECK: :[[@LINE-1]]:62: warning: operands of '+' are on different devices: 'make(torch::kCUDA)' on cuda, 'make(torch::kCPU)' on cpu [device-mixed-operands]
// CHECK: :[[@LINE-13]]:58: note: 'make(torch::kCUDA)' created on cuda here
// CHECK: :[[@LINE-14]]:58: note: 'make(torch::kCPU)' created on cpu here

torch::Tensor takes_device_ok() { return make(torch::kCUDA) + make(torch::kCUDA); }

torch::Tensor default_argument_bad() {
  auto a = make_default(2, torch::kCUDA), b = make_default(2);
  return a + b;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-21]]:90: note: 'a' created on cuda here
  // CHECK: :[[@LINE-22]]:90: note: 'b' created on cpu here
}

torch::Tensor default_argument_ok() {
  auto a = make_default(2, torch::kCUDA), b = make_default(2, torch::kCUDA);
  return a + b;
}

// What a helper returns has as many dimensions as its argument.
torch::Tensor moves_one() {
  auto x = torch::ones({2});
  return moved(x, torch::kCUDA) + scaled(x);
  // CHECK: :[[@LINE-1]]:33: warning: operands of '+' are on different devices: 'moved(x, torch::kCUDA)' on cuda, 'scaled(x)' on cpu [device-mixed-operands]
  // CHECK: note: 'x' moved to cuda here
  // CHECK: note: 'x' created on cpu here, the default device
}

torch::Tensor moves_one_ok() {
  auto x = torch::ones({2});
  return moved(x, torch::kCUDA) + scaled(moved(x, torch::kCUDA));
}

torch::Tensor picks_bad() {
  auto device = pick();
  auto x = torch::ones({2}, device);
  return x + torch::ones({2});
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' may be on different devices: 'x' on cuda, 'torch::ones({2})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-3]]:14: note: 'torch::ones({2})' created on cpu here, the default device; it fails on a machine with a GPU
}

torch::Tensor picks_ok() {
  auto device = pick();
  auto x = torch::ones({2}, device);
  return x + torch::ones({2}, pick());
}

torch::Tensor structured_binding_bad() {
  auto [a, b] = pair_of(torch::kCUDA);
  return a + b;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-58]]:11: note: 'a' created on cuda here
  // CHECK: :[[@LINE-59]]:37: note: 'b' created on cpu here, the default device
}

torch::Tensor structured_binding_ok() {
  auto [a, b] = pair_of(torch::kCUDA);
  return a + b.to(a.device());
}

torch::Tensor tie_bad() {
  torch::Tensor values, indices;
  std::tie(values, indices) = torch::ones({4}, torch::kCUDA).topk(2);
  return values + torch::ones({2});
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'values' on cuda, 'torch::ones({2})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:31: note: 'values' created on cuda here
  // CHECK: :[[@LINE-3]]:19: note: 'torch::ones({2})' created on cpu here, the default device
}

torch::Tensor tie_ok() {
  torch::Tensor values, indices;
  std::tie(values, indices) = torch::ones({4}, torch::kCUDA).topk(2);
  return values + indices;
}

torch::Tensor by_reference_bad() {
  auto x = torch::ones({2});
  auto y = torch::ones({2});
  move_in_place(x);
  return x + y;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-86]]:53: note: 'x' moved to cuda here
  // CHECK: :[[@LINE-5]]:12: note: 'y' created on cpu here, the default device
}

torch::Tensor by_reference_ok() {
  auto x = torch::ones({2});
  auto y = torch::ones({2});
  move_in_place(x);
  move_in_place(y);
  return x + y;
}

torch::Tensor operation_in_helper_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto y = torch::ones({2});
  return sum(x, y);
  // CHECK: :[[@LINE-1]]:10: warning: operands of '+' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-102]]:71: note: operands of '+' meet here
  // CHECK: :[[@LINE-5]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-5]]:12: note: 'y' created on cpu here, the default device
}

torch::Tensor operation_in_helper_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto y = torch::ones({2}, torch::kCUDA);
  return sum(x, y);
}

torch::Tensor lambda_bad() {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto apply = [&](torch::Tensor x) { return x * weight; };
  return apply(torch::ones({2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of '*' are on different devices: 'x' on cpu, 'weight' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:48: note: operands of '*' meet here
  // CHECK: :[[@LINE-3]]:16: note: 'x' created on cpu here, the default device
  // CHECK: :[[@LINE-6]]:17: note: 'weight' created on cuda here
}

torch::Tensor lambda_ok() {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto apply = [&](torch::Tensor x) { return x * weight; };
  return apply(torch::ones({2}, torch::kCUDA));
}

torch::Tensor lambda_moves_bad() {
  torch::Device device(torch::kCUDA);
  auto move = [device](torch::Tensor x) { return x.to(device); };
  auto x = torch::ones({2});
  return move(x) + x;
  // CHECK: :[[@LINE-1]]:18: warning: operands of '+' are on different devices: 'move(x)' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:52: note: 'x' moved to cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cpu here, the default device
}

torch::Tensor lambda_moves_ok() {
  torch::Device device(torch::kCUDA);
  auto move = [device](torch::Tensor x) { return x.to(device); };
  auto x = torch::ones({2});
  return move(x) + move(x);
}

torch::Tensor vector_bad() {
  std::vector<torch::Tensor> parts;
  parts.push_back(torch::ones({2}, torch::kCUDA));
  parts.push_back(torch::ones({2}));
  return torch::stack(parts);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'stack' are on different devices: an element of 'parts' on cuda, another on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:19: note: an element of 'parts' created on cuda here
  // CHECK: :[[@LINE-4]]:19: note: an element of 'parts' created on cpu here, the default device
}

torch::Tensor vector_ok() {
  std::vector<torch::Tensor> parts;
  parts.push_back(torch::ones({2}, torch::kCUDA));
  parts.push_back(torch::ones({2}, torch::kCUDA));
  return torch::stack(parts);
}

torch::Tensor initializer_list_bad() {
  std::vector<torch::Tensor> parts = {torch::ones({2}, torch::kCUDA), torch::ones({2})};
  return torch::cat(parts);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'cat' are on different devices: 'torch::ones({2}, torch::kCUDA)' on cuda, 'torch::ones({2})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:39: note: 'torch::ones({2}, torch::kCUDA)' created on cuda here
  // CHECK: :[[@LINE-4]]:71: note: 'torch::ones({2})' created on cpu here, the default device
}

torch::Tensor initializer_list_ok() {
  std::vector<torch::Tensor> parts = {torch::ones({2}, torch::kCUDA), torch::ones({2}).cuda()};
  return torch::cat(parts);
}

torch::Tensor map_bad() {
  std::map<std::string, torch::Tensor> state;
  state["a"] = torch::ones({2}, torch::kCUDA);
  state["b"] = torch::ones({2});
  return state["a"] + state["b"];
  // CHECK: :[[@LINE-1]]:21: warning: operands of '+' are on different devices: 'state["a"]' on cuda, 'state["b"]' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:16: note: 'state["a"]' created on cuda here
  // CHECK: :[[@LINE-4]]:16: note: 'state["b"]' created on cpu here, the default device
}

torch::Tensor map_ok() {
  std::map<std::string, torch::Tensor> state;
  state["a"] = torch::ones({2}, torch::kCUDA);
  state["b"] = torch::ones({2}, torch::kCUDA);
  return state["a"] + state["b"];
}

struct Batch {
  torch::Tensor data, target;
  Batch to(torch::Device device) const { return {data.to(device), target.to(device)}; }
};

torch::Tensor structure_bad() {
  Batch batch{torch::ones({2}, torch::kCUDA), torch::ones({2})};
  return batch.data - batch.target;
  // CHECK: :[[@LINE-1]]:21: warning: operands of '-' are on different devices: 'batch.data' on cuda, 'batch.target' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:15: note: 'batch.data' created on cuda here
  // CHECK: :[[@LINE-4]]:47: note: 'batch.target' created on cpu here, the default device
}

torch::Tensor structure_ok() {
  Batch batch{torch::ones({2}, torch::kCUDA), torch::ones({2})};
  batch = batch.to(torch::kCUDA);
  return batch.data - batch.target;
}

class Statistics {
public:
  explicit Statistics(torch::Device device) : device_(device), mean_(torch::zeros({2}, device)), count_(torch::zeros({2})) {}
  torch::Tensor shifted_ok(torch::Tensor x) const { return x.to(device_) - mean_; }
  torch::Tensor divided_bad() const { return mean_ / count_; }
  // CHECK: :[[@LINE-1]]:52: warning: operands of '/' may be on different devices: 'mean_' on 'device_', 'count_' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:70: note: 'mean_' created on 'device_' here
  // CHECK: :[[@LINE-5]]:105: note: 'count_' created on cpu here, the default device; on a machine with a GPU 'mean_' can be on cuda

private:
  torch::Device device_;
  torch::Tensor mean_, count_;
};

template <typename T> static torch::Tensor filled(T value, torch::Device device) { return torch::full({2}, value, device); }

torch::Tensor template_bad() { return filled(1.0, torch::kCUDA) + filled(1, torch::kCPU); }
// CHECK: :[[@LINE-1]]:65: warning: operands of '+' are on different devices: 'filled(1.0, torch::kCUDA)' on cuda, 'filled(1, torch::kCPU)' on cpu [device-mixed-operands]
// CHECK: :[[@LINE-4]]:91: note: 'filled(1.0, torch::kCUDA)' created on cuda here
// CHECK: :[[@LINE-5]]:91: note: 'filled(1, torch::kCPU)' created on cpu here

torch::Tensor template_ok() { return filled(1.0, torch::kCUDA) + filled(1, torch::kCUDA); }

static torch::Device global_device(torch::kCPU);

torch::Tensor global_device_ok(torch::Tensor x) { return x.to(global_device) + torch::ones({2}, global_device); }
