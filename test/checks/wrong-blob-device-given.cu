// Tensors that functions make of memory which they are given: who gives it is told.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-wrong-blob-device %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cstdint>
#include <cstdlib>
#include <torch/torch.h>
#include <vector>

static torch::Tensor wrap(void *data, int64_t n, torch::Device device) {
  return torch::from_blob(data, {n}, torch::TensorOptions().device(device));
}
torch::Tensor device_bad() {
  static float values[4];
  return wrap(values, 4, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:15: warning: 'from_blob' makes a tensor on cuda of 'values', whose memory is on cpu
  // CHECK: note: 'values' allocated on cpu here
  // CHECK: note: 'from_blob' called here
}
torch::Tensor device_ok() {
  static float values[4];
  return wrap(values, 4, torch::kCPU);
}

static torch::Tensor onHost(float *data) { return torch::from_blob(data, {4}); }
torch::Tensor host_bad() {
  auto t = torch::ones({4}, torch::kCUDA);
  return onHost(t.data_ptr<float>());
  // CHECK: :[[@LINE-1]]:19: warning: 'from_blob' makes a tensor on cpu of 't.data_ptr<float>()', whose memory is on cuda
  // CHECK: :[[@LINE-3]]:12: note: {{.*}} created on cuda here
  // CHECK: note: 'from_blob' called here
}
torch::Tensor host_ok(std::vector<float> &values) { return onHost(values.data()).to(torch::kCUDA); }

// A member says where.
class Reader {
  std::vector<float> Values;
  torch::Device Device = torch::kCUDA;
  torch::Tensor view_bad(float *p) { return torch::from_blob(p, {4}, Device); }
  torch::Tensor view_ok(float *p) { return torch::from_blob(p, {4}).to(Device); }

public:
  torch::Tensor next_bad() { return view_bad(Values.data()); }
  // CHECK: :[[@LINE-1]]:53: warning: 'from_blob' makes a tensor on 'Device' of 'Values.data()', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu here
  // CHECK: note: 'from_blob' called here
  torch::Tensor next_ok() { return view_ok(Values.data()); }
};

// Pieces of a buffer, aligned.
template <typename T> static void obtain(char *&chunk, T *&piece, size_t count, size_t alignment) {
  const size_t offset = (reinterpret_cast<uintptr_t>(chunk) + alignment - 1) & ~(alignment - 1);
  piece = reinterpret_cast<T *>(offset);
  chunk = reinterpret_cast<char *>(piece + count);
}
struct Pieces {
  float *Weights;
  int *Counts;
  static Pieces of(char *&chunk, size_t n) {
    Pieces all;
    obtain(chunk, all.Weights, n, 128);
    obtain(chunk, all.Counts, n, 128);
    return all;
  }
};
torch::Tensor pieces_bad(int64_t n) {
  auto buffer = torch::empty({8 * n + 256}, torch::dtype(torch::kByte).device(torch::kCUDA));
  char *chunk = reinterpret_cast<char *>(buffer.data_ptr());
  Pieces pieces = Pieces::of(chunk, n);
  return torch::from_blob(pieces.Counts, {n}, torch::kInt).clone();
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on cpu of 'pieces.Counts', whose memory is on cuda
  // CHECK: note: {{.*}} created on cuda here
}
torch::Tensor pieces_ok(int64_t n) {
  auto buffer = torch::empty({8 * n + 256}, torch::dtype(torch::kByte).device(torch::kCUDA));
  char *chunk = reinterpret_cast<char *>(buffer.data_ptr());
  Pieces pieces = Pieces::of(chunk, n);
  return torch::from_blob(pieces.Counts, {n}, torch::dtype(torch::kInt).device(torch::kCUDA)).clone();
}

// A function says where, and ends the program where it cannot.
enum class Where { Host, Gpu };
static torch::Device deviceOf(Where where, int index) {
  switch (where) {
  case Where::Host:
    return torch::kCPU;
  case Where::Gpu:
    if (index == -1)
      index = 0;
    if (index >= 0 && index < static_cast<int>(torch::cuda::device_count()))
      return torch::Device(torch::kCUDA, index);
    std::exit(1);
  default:
    std::exit(1);
  }
}
static torch::Tensor wrapOn(void *data, Where where, int index = -1) {
  return torch::from_blob(data, {4}, torch::device(deviceOf(where, index)));
}
torch::Tensor told_bad() {
  static float values[4];
  return wrapOn(values, Where::Gpu);
  // CHECK: :[[@LINE-1]]:17: warning: 'from_blob' makes a tensor on cuda of 'values', whose memory is on cpu
  // CHECK: note: 'values' allocated on cpu here
  // CHECK: note: 'from_blob' called here
}
torch::Tensor told_ok() {
  static float values[4];
  return wrapOn(values, Where::Host);
}
