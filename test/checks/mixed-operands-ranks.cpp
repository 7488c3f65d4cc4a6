// A 0-dim tensor on the CPU may meet a CUDA tensor: how many dimensions are left decides.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor row_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x + table[0];
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'table[0]' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor number_of_row_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3});
  return x + table[0];
}

torch::Tensor mean_of_rows_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x * table.mean(0);
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'table.mean(0)' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor mean_of_all_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x * table.mean() + table.mean({0, 1}) + table[0].mean(0) + table.norm(2);
}

torch::Tensor lost_dimension_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto row = torch::ones({3});
  return x * row.sum(0, /*keepdim=*/false) + row.dot(row) + torch::trace(torch::ones({2, 2}));
}

// A bias without dimensions is added by an iterator above two dimensions, and by addmm, which compares exactly, there.
torch::Tensor bias_of_matrix_bad() {
  auto x = torch::randn({2, 3}, torch::kCUDA);
  auto weight = torch::randn({4, 3}, torch::kCUDA);
  auto bias = torch::tensor(1.0);
  return torch::linear(x, weight, bias);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'linear' are on different devices: 'x' on cuda, 'bias' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor bias_of_batch_ok() {
  auto x = torch::randn({5, 2, 3}, torch::kCUDA);
  auto weight = torch::randn({4, 3}, torch::kCUDA);
  auto bias = torch::tensor(1.0);
  return torch::linear(x, weight, bias);
}

// The factor without dimensions gets as many as the other one has.
torch::Tensor factor_bad() {
  auto x = torch::randn({2, 3}, torch::kCUDA);
  auto factor = torch::tensor(2.0);
  return torch::kron(x, factor);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'kron' are on different devices: 'x' on cuda, 'factor' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor factor_ok() {
  auto x = torch::tensor(1.0, torch::kCUDA);
  auto factor = torch::tensor(2.0);
  return torch::kron(x, factor);
}

// Other elements in the place of a number are a number.
torch::Tensor viewed_as_type_ok(torch::Tensor x) {
  auto g = x.to(torch::kCUDA);
  auto s = torch::tensor(1.0f).view(torch::kInt);
  auto t = s.view(torch::kFloat32), u = s.view(at::ScalarType::Int);
  auto v = s.view(x.scalar_type()), w = s.view(x.dtype().toScalarType());
  return g + s + t + u + v + w;
}
struct Typed {
  torch::Dtype type = torch::kInt;
  torch::Tensor viewed_as_said_ok(torch::Tensor x, torch::Dtype other, bool flag) {
    auto g = x.to(torch::kCUDA);
    auto s = torch::tensor(1.0f);
    auto local = torch::kInt;
    return g + s.view(other) + s.view(type) + s.view(local) + s.view(flag ? torch::kInt : torch::kFloat) +
           s.view(c10::CppTypeToScalarType<int>::value);
  }
};
torch::Tensor viewed_as_row_bad(torch::Tensor x) {
  auto g = x.to(torch::kCUDA);
  return g + torch::tensor(1.0f).view(-1);
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'g' on cuda, {{.*}} on cpu
  // CHECK-COUNT-2: note:
}
torch::Tensor viewed_as_type_bad(torch::Tensor x) {
  auto g = x.to(torch::kCUDA);
  auto s = torch::ones({4}).view(torch::kInt);
  return g + s;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'g' on cuda, 's' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:14: note: 'g' moved to cuda here
  // CHECK: :[[@LINE-4]]:12: note: {{.*}} created on cpu here, the default device
}
