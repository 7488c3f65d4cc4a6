// Operands whose device depends on a branch: availability, tests of a device, early returns, exceptions.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor device_variable_bad() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto weight = torch::ones({2}, device);
  auto bias = torch::ones({2});
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' may be on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:17: note: 'weight' created on cuda here
  // CHECK: :[[@LINE-4]]:15: note: 'bias' created on cpu here, the default device; it fails on a machine with a GPU
}

torch::Tensor device_variable_ok() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto weight = torch::ones({2}, device);
  auto bias = torch::ones({2}, device);
  return weight + bias;
}

torch::Tensor device_assigned_bad() {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA, 0);
  auto weight = torch::ones({2}).to(device);
  auto bias = torch::ones({2});
  return weight * bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '*' may be on different devices: 'weight' on cuda:0, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:34: note: 'weight' moved to cuda:0 here
  // CHECK: :[[@LINE-4]]:15: note: 'bias' created on cpu here, the default device; it fails on a machine with a GPU
}

torch::Tensor device_assigned_ok() {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA, 0);
  auto weight = torch::ones({2}).to(device);
  auto bias = torch::ones({2}).to(device);
  return weight * bias;
}

torch::Tensor guarded_move_bad(torch::Tensor x) {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (torch::cuda::is_available())
    weight = weight.cuda();
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' may be on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:21: note: 'weight' moved to cuda here
  // CHECK: :[[@LINE-6]]:15: note: 'bias' created on cpu here, the default device; it fails on a machine with a GPU
}

torch::Tensor guarded_move_ok(torch::Tensor x) {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (torch::cuda::is_available()) {
    weight = weight.cuda();
    bias = bias.cuda();
  }
  return weight + bias;
}

torch::Tensor same_condition_ok(bool use_cuda) {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (use_cuda)
    weight = weight.cuda();
  if (use_cuda)
    bias = bias.cuda();
  return weight + bias;
}

torch::Tensor other_condition_bad(bool use_cuda, bool use_bias) {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (use_cuda)
    weight = weight.cuda();
  if (use_bias)
    bias = bias.cuda();
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' may be on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-5]]:21: note: 'weight' moved to cuda here when 'use_cuda' is true
  // CHECK: :[[@LINE-8]]:15: note: 'bias' created on cpu here, the default device; 'use_bias' is false on this path; it fails on a machine with a GPU
}

torch::Tensor early_return_bad() {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (!torch::cuda::is_available())
    return weight + bias;
  weight = weight.to(torch::kCUDA);
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:19: note: 'weight' moved to cuda here
  // CHECK: :[[@LINE-7]]:15: note: 'bias' created on cpu here, the default device
}

torch::Tensor early_return_ok() {
  auto weight = torch::ones({2});
  auto bias = torch::ones({2});
  if (!torch::cuda::is_available())
    return weight + bias;
  weight = weight.to(torch::kCUDA);
  bias = bias.to(torch::kCUDA);
  return weight + bias;
}

torch::Tensor counts_devices_bad() {
  auto a = torch::ones({2});
  auto b = torch::ones({2});
  if (torch::cuda::device_count() > 1) {
    a = a.to(torch::Device(torch::kCUDA, 0));
    b = b.to(torch::Device(torch::kCUDA, 1));
  }
  return a + b;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' may be on different devices: 'a' on cuda:0, 'b' on cuda:1 [device-mixed-operands]
  // CHECK: :[[@LINE-5]]:11: note: 'a' moved to cuda:0 here
  // CHECK: :[[@LINE-5]]:11: note: 'b' moved to cuda:1 here; it fails with two or more GPUs
}

torch::Tensor counts_devices_ok() {
  auto a = torch::ones({2});
  auto b = torch::ones({2});
  if (torch::cuda::device_count() > 1) {
    a = a.to(torch::Device(torch::kCUDA, 1));
    b = b.to(torch::Device(torch::kCUDA, 1));
  }
  return a + b;
}

torch::Tensor follows_parameter_ok(torch::Tensor x) {
  auto mask = torch::ones({2});
  if (x.is_cuda())
    mask = mask.cuda();
  if (x.is_cuda() && mask.device() == x.device())
    return x + mask;
  return x;
}

torch::Tensor tested_device_bad(torch::Tensor x) {
  auto mask = torch::ones({2, 2});
  if (x.device().is_cuda())
    return torch::matmul(x, mask);
    // CHECK: :[[@LINE-1]]:12: warning: operands of 'matmul' are on different devices: 'x' on its caller's device, 'mask' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-5]]:47: note: 'x' is a parameter of 'tested_device_bad' and is on its caller's device
    // CHECK: :[[@LINE-5]]:15: note: 'mask' created on cpu here, the default device
  return x;
}

torch::Tensor tested_device_ok(torch::Tensor x) {
  auto mask = torch::ones({2, 2});
  if (!x.device().is_cuda())
    return torch::matmul(x, mask);
  return x;
}

torch::Tensor tested_type_bad(torch::Tensor x) {
  auto mask = torch::ones({2, 2});
  if (x.device().type() == torch::kCUDA)
    return x * mask;
    // CHECK: :[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'x' on its caller's device, 'mask' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-5]]:45: note: 'x' is a parameter of 'tested_type_bad' and is on its caller's device
    // CHECK: :[[@LINE-5]]:15: note: 'mask' created on cpu here, the default device
  return x;
}

torch::Tensor tested_type_ok(torch::Tensor x) {
  auto mask = torch::ones({2, 2});
  if (x.device() == torch::kCPU)
    return x * mask;
  return x;
}

torch::Tensor checked_bad(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "expects a CUDA tensor");
  return x + torch::ones({2});
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on its caller's device, 'torch::ones({2})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:41: note: 'x' is a parameter of 'checked_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:14: note: 'torch::ones({2})' created on cpu here, the default device
}

torch::Tensor checked_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu(), "expects a CPU tensor");
  return x + torch::ones({2});
}

torch::Tensor compared_ok(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(x.device() == y.device(), "on different devices");
  TORCH_CHECK(x.is_cuda());
  return x + y;
}

torch::Tensor asks_parameter_bad(torch::Tensor x) {
  auto scale = torch::ones({2}, x.device());
  auto shift = torch::ones({2});
  return x * scale + shift;
  // CHECK: :[[@LINE-1]]:20: warning: operands of '+' may be on different devices: 'x * scale' on its caller's device, 'shift' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-5]]:48: note: 'x' is a parameter of 'asks_parameter_bad' and is on its caller's device
  // CHECK: :[[@LINE-4]]:16: note: 'shift' created on cpu here, the default device; on a machine with a GPU 'x * scale' can be on cuda
}

torch::Tensor asks_parameter_ok(torch::Tensor x) {
  auto scale = torch::ones({2}, x.device());
  auto shift = torch::ones({2}, x.options());
  return x * scale + shift;
}

torch::Tensor optional_mask_bad(torch::Tensor x, std::optional<torch::Tensor> mask) {
  auto scaled = x.to(torch::kCUDA);
  auto used = mask.has_value() ? mask->to(torch::kCUDA) : torch::ones({2});
  return scaled * used;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '*' may be on different devices: 'scaled' on cuda, 'used' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:19: note: 'scaled' moved to cuda here
  // CHECK: :[[@LINE-4]]:59: note: 'used' created on cpu here, the default device
}

torch::Tensor optional_mask_ok(torch::Tensor x, std::optional<torch::Tensor> mask) {
  auto scaled = x.to(torch::kCUDA);
  auto used = mask.has_value() ? mask->to(torch::kCUDA) : torch::ones({2}, scaled.device());
  return scaled * used;
}

torch::Tensor undefined_default_ok(torch::Tensor x, torch::Tensor mask = {}) {
  if (!mask.defined())
    mask = torch::ones_like(x);
  return x.to(torch::kCUDA) * mask.to(torch::kCUDA);
}

torch::Tensor switch_bad(int kind) {
  auto x = torch::ones({2}, torch::kCUDA);
  torch::Tensor mask;
  switch (kind) {
  case 0:
    mask = torch::ones({2}, torch::kCUDA);
    break;
  default:
    mask = torch::zeros({2});
  }
  return x * mask;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' may be on different devices: 'x' on cuda, 'mask' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-11]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-5]]:12: note: 'mask' created on cpu here when 'kind == 0' is false, the default device
}

torch::Tensor switch_ok(int kind) {
  auto x = torch::ones({2}, torch::kCUDA);
  torch::Tensor mask;
  switch (kind) {
  case 0:
    mask = torch::ones({2}, torch::kCUDA);
    break;
  default:
    mask = torch::zeros({2}, torch::kCUDA);
  }
  return x * mask;
}

torch::Tensor try_bad(torch::Tensor x) {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto input = torch::ones({2});
  try {
    input = input.to(torch::kCUDA);
  } catch (const c10::Error &) {
  }
  return weight + input;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' may be on different devices: 'weight' on cuda, 'input' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-8]]:17: note: 'weight' created on cuda here
  // CHECK: :[[@LINE-8]]:16: note: 'input' created on cpu here, the default device
}

torch::Tensor try_ok(torch::Tensor x) {
  auto input = torch::ones({2});
  try {
    input = input.to(torch::kCUDA);
  } catch (const c10::Error &) {
    return input;
  }
  return torch::ones({2}, torch::kCUDA) + input;
}

torch::Tensor throws_ok(torch::Tensor x) {
  if (!x.is_cuda())
    throw std::runtime_error("expects a CUDA tensor");
  return x + torch::ones({2}, torch::kCUDA);
}

torch::Tensor throws_bad(torch::Tensor x) {
  if (!x.is_cuda())
    throw std::runtime_error("expects a CUDA tensor");
  return x + torch::ones({2});
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on its caller's device, 'torch::ones({2})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-5]]:40: note: 'x' is a parameter of 'throws_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:14: note: 'torch::ones({2})' created on cpu here, the default device
}

torch::Tensor current_device_guard_ok(torch::Tensor x) {
  c10::DeviceGuard guard(x.device());
  return x.to(torch::kCUDA) + torch::ones({2}, torch::kCUDA);
}

torch::Tensor guard_is_no_default_bad(torch::Tensor x) {
  c10::DeviceGuard guard(torch::Device(torch::kCUDA, 0));
  auto mask = torch::ones({2});
  return x.to(torch::kCUDA) * mask;
  // CHECK: :[[@LINE-1]]:29: warning: operands of '*' are on different devices: 'x.to(torch::kCUDA)' on cuda:0, 'mask' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-2]]:12: note: 'x' moved to cuda:0 here
  // CHECK: :[[@LINE-4]]:15: note: 'mask' created on cpu here, the default device
}

// A test says where one argument is, and nothing of the other one: callers give both.
torch::Tensor one_tested_ok(torch::Tensor x, torch::Tensor h) {
  if (x.is_cuda())
    return x;
  return torch::cat({h, x}, 1);
}

torch::Tensor one_moved_bad(torch::Tensor x, torch::Tensor h) {
  if (!x.is_cuda())
    return x;
  return torch::cat({h, x.cpu()}, 1);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'cat' may be on different devices
  // CHECK: :[[@LINE-5]]:{{[0-9]+}}: note: 'h' is a parameter of 'one_moved_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: 'x' moved to cpu here
}
