// Operators whose operands are on different devices: how the devices are spelled, and which operators mind.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor adds_cpu_to_cuda_bad() {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto bias = torch::ones({2});
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:17: note: 'weight' created on cuda here
  // CHECK: :[[@LINE-4]]:15: note: 'bias' created on cpu here, the default device
}

torch::Tensor adds_cpu_to_cuda_ok() {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto bias = torch::ones({2}, torch::kCUDA);
  return weight + bias;
}

torch::Tensor multiplies_two_gpus_bad() {
  auto a = torch::randn({2, 2}, torch::Device(torch::kCUDA, 0));
  auto b = torch::randn({2, 2}, torch::Device("cuda:1"));
  return torch::matmul(a, b);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'matmul' may be on different devices: 'a' on cuda:0, 'b' on cuda:1 [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'a' created on cuda:0 here
  // CHECK: :[[@LINE-4]]:12: note: 'b' created on cuda:1 here; it fails with two or more GPUs
}

torch::Tensor multiplies_two_gpus_ok() {
  auto a = torch::randn({2, 2}, torch::Device(torch::kCUDA, 0));
  auto b = torch::randn({2, 2}, torch::Device("cuda:0"));
  return torch::matmul(a, b);
}

torch::Tensor chained_options_bad() {
  auto a = torch::zeros({2}, torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA));
  auto b = torch::zeros({2}, torch::dtype(torch::kFloat));
  return a.add(b);
  // CHECK: :[[@LINE-1]]:12: warning: operands of 'add' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'a' created on cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'b' created on cpu here, the default device
}

torch::Tensor chained_options_ok() {
  auto a = torch::zeros({2}, torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA));
  auto b = torch::zeros({2}, torch::dtype(torch::kFloat).device(torch::kCUDA));
  return a.add(b);
}

torch::Tensor options_variable_bad() {
  auto options = torch::TensorOptions().device(torch::kCUDA, 1);
  auto on_cpu = options.device(torch::kCPU);
  auto a = torch::rand({2}, options);
  auto b = torch::rand({2}, on_cpu);
  return torch::add(a, b);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'add' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'a' created on cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'b' created on cpu here
}

torch::Tensor options_variable_ok() {
  auto options = torch::TensorOptions().device(torch::kCUDA, 1);
  auto as_half = options.dtype(torch::kHalf);
  auto a = torch::rand({2}, options);
  auto b = torch::rand({2}, as_half);
  return torch::add(a, b);
}

torch::Tensor options_of_tensor_bad() {
  auto x = torch::rand({2}, torch::kCUDA);
  auto y = torch::zeros({2}, x.options().device(torch::kCPU));
  return x * y;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'y' created on cpu here
}

torch::Tensor options_of_tensor_ok() {
  auto x = torch::rand({2}, torch::kCUDA);
  auto y = torch::zeros({2}, x.options().dtype(torch::kLong));
  return x * y;
}

// A tensor that was moved to the CPU may be a number, which is fine there.
torch::Tensor FN_moved_elsewhere(torch::Tensor x) {
  auto a = x.to(torch::kCUDA);
  auto b = x.to(torch::kCPU, torch::kFloat);
  return a - b;
}

torch::Tensor moved_elsewhere_ok(torch::Tensor x) {
  auto a = x.to(torch::kCUDA);
  auto b = x.to(torch::kCUDA, torch::kFloat);
  return a - b;
}

// A tensor that was moved to the CPU may be a number, which is fine there.
torch::Tensor FN_moved_by_options(torch::Tensor x) {
  auto a = x.to(torch::TensorOptions().device("cuda:1"), /*non_blocking=*/true);
  auto b = x.cpu();
  return a / b;
}

torch::Tensor moved_by_options_ok(torch::Tensor x) {
  auto a = x.to(torch::TensorOptions().device("cuda:1"), /*non_blocking=*/true);
  auto b = x.cpu().to(a);
  return a / b;
}

torch::Tensor dtype_is_no_move_bad() {
  auto a = torch::ones({2}, torch::kCUDA);
  auto b = torch::ones({2}).to(torch::kDouble);
  return a.mul(b);
  // CHECK: :[[@LINE-1]]:12: warning: operands of 'mul' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'a' created on cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'b' created on cpu here, the default device
}

torch::Tensor dtype_is_no_move_ok() {
  auto a = torch::ones({2}, torch::kCUDA);
  auto b = torch::ones({2}).to(torch::kCUDA, torch::kDouble);
  return a.mul(b);
}

torch::Tensor into_host_in_place_bad() {
  auto total = torch::zeros({2});
  auto part = torch::ones({2}, torch::kCUDA);
  total += part;
  // CHECK: :[[@LINE-1]]:9: warning: operands of '+=' are on different devices: 'total' on cpu, 'part' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:16: note: 'total' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:15: note: 'part' created on cuda here
  return total;
}

torch::Tensor into_host_in_place_ok() {
  auto total = torch::zeros({2});
  auto part = torch::ones({2}, torch::kCUDA);
  total += part.cpu();
  return total;
}

torch::Tensor into_host_method_bad() {
  auto total = torch::zeros({2});
  total.add_(torch::ones({2}, torch::kCUDA));
  // CHECK: :[[@LINE-1]]:9: warning: operands of 'add_' are on different devices: 'total' on cpu, 'torch::ones({2}, torch::kCUDA)' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:16: note: 'total' created on cpu here, the default device
  // CHECK: :[[@LINE-3]]:14: note: 'torch::ones({2}, torch::kCUDA)' created on cuda here
  return total;
}

torch::Tensor into_host_method_ok() {
  auto total = torch::zeros({2});
  total.copy_(torch::ones({2}, torch::kCUDA)); // copies from any device
  return total;
}

// A CPU tensor without dimensions may meet a CUDA tensor, as a number; one with a dimension may not, and a CUDA number
// may not meet a CPU tensor.
torch::Tensor scalar_with_dimension_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto half = torch::tensor({0.5F});
  return x * half;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'half' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-4]]:15: note: 'half' created on cpu here, the default device
}

torch::Tensor scalar_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto half = torch::tensor(0.5F);
  return x * half + torch::scalar_tensor(1) - 2 * x;
}

torch::Tensor cuda_scalar_bad() {
  auto x = torch::ones({2});
  auto half = torch::tensor(0.5F, torch::kCUDA);
  return x * half;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cpu, 'half' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:15: note: 'half' created on cuda here
}

torch::Tensor cuda_scalar_ok() {
  auto x = torch::ones({2});
  auto half = torch::tensor(0.5F, torch::kCUDA);
  return x * half.item<float>();
}

torch::Tensor scalar_accumulator_bad(torch::Tensor x) {
  auto sum = torch::tensor(0.0F);
  sum += x.to(torch::kCUDA).sum();
  // CHECK: :[[@LINE-1]]:7: warning: operands of '+=' are on different devices: 'sum' on cpu, 'x.to(torch::kCUDA).sum()' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:14: note: 'sum' created on cpu here, the default device
  // CHECK: :[[@LINE-3]]:12: note: 'x' moved to cuda here
  return sum;
}

torch::Tensor scalar_accumulator_ok(torch::Tensor x) {
  auto sum = torch::tensor(0.0F);
  sum = sum + x.to(torch::kCUDA).sum();
  return sum;
}

torch::Tensor follows_its_source_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto a = torch::zeros_like(x) + x.new_ones({2}) + torch::empty({2}, x.device());
  return a + torch::full_like(x, 3).view({2}).detach().clone();
}

torch::Tensor like_another_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto y = torch::zeros_like(torch::ones({2}));
  return x + y;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-4]]:30: note: 'torch::ones({2})' created on cpu here, the default device
  // CHECK: :[[@LINE-5]]:12: note: 'y' comes from 'torch::zeros_like(torch::ones({2}))' here
}

torch::Tensor weighted_loss_bad(torch::Tensor target) {
  auto scores = torch::randn({4, 3}, torch::kCUDA);
  auto weight = torch::tensor({1.0, 2.0, 3.0});
  return torch::nn::functional::cross_entropy(
      // CHECK: :[[@LINE-1]]:10: warning: operands of 'cross_entropy' are on different devices: 'scores' on cuda, the weight on cpu [device-mixed-operands]
      // CHECK: :[[@LINE-4]]:17: note: 'scores' created on cuda here
      // CHECK: :[[@LINE-4]]:17: note: {{.*}}weight{{.*}} created on cpu here, the default device
      scores, target.to(torch::kCUDA), torch::nn::functional::CrossEntropyFuncOptions().weight(weight));
}

torch::Tensor weighted_loss_ok(torch::Tensor target) {
  auto scores = torch::randn({4, 3}, torch::kCUDA);
  auto weight = torch::tensor({1.0, 2.0, 3.0}, torch::kCUDA);
  return torch::nn::functional::cross_entropy(
      scores, target.to(torch::kCUDA), torch::nn::functional::CrossEntropyFuncOptions().weight(weight));
}

torch::Tensor target_of_loss_bad() {
  auto scores = torch::randn({4, 3}, torch::kCUDA);
  auto target = torch::zeros({4}, torch::kLong);
  return torch::nll_loss(scores, target);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'nll_loss' are on different devices: 'scores' on cuda, 'target' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:17: note: 'scores' created on cuda here
  // CHECK: :[[@LINE-4]]:17: note: 'target' created on cpu here, the default device
}

torch::Tensor target_of_loss_ok() {
  auto scores = torch::randn({4, 3}, torch::kCUDA);
  auto target = torch::zeros({4}, torch::dtype(torch::kLong).device(torch::kCUDA));
  return torch::nll_loss(scores, target);
}

torch::Tensor concatenation_bad() {
  auto a = torch::ones({2}, torch::kCUDA);
  auto b = torch::ones({2});
  return torch::cat({a, b});
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'cat' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'a' created on cuda here
  // CHECK: :[[@LINE-4]]:12: note: 'b' created on cpu here, the default device
}

torch::Tensor concatenation_ok() {
  auto a = torch::ones({2}, torch::kCUDA);
  auto b = torch::ones({2});
  return torch::cat({a, b.cuda()});
}

torch::Tensor where_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto mask = torch::ones({2}, torch::kBool);
  return torch::where(mask, x, x);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'where' are on different devices: 'mask' on cpu, 'x' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:15: note: 'mask' created on cpu here, the default device
  // CHECK: :[[@LINE-5]]:12: note: 'x' created on cuda here
}

torch::Tensor where_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  return torch::where(x > 0, x, torch::tensor(0.0F));
}

torch::Tensor masked_fill_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto mask = torch::ones({2}, torch::kBool);
  return x.masked_fill(mask, 0);
  // CHECK: :[[@LINE-1]]:12: warning: operands of 'masked_fill' are on different devices: 'x' on cuda, 'mask' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-4]]:15: note: 'mask' created on cpu here, the default device
}

torch::Tensor masked_fill_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  return x.masked_fill(x < 0, 0);
}
