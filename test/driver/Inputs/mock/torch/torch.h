// A LibTorch of a few lines, for tests in which its real headers would only cost time.
#pragma once
#include <initializer_list>

namespace c10 {
enum class DeviceType : signed char { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
struct Device {
  Device(DeviceType Type, signed char Index = -1) : Type(Type), Index(Index) {}
  DeviceType Type;
  signed char Index;
};
struct TensorOptions {
  TensorOptions() = default;
  TensorOptions(Device) {}
  TensorOptions(DeviceType) {}
};
} // namespace c10

namespace at {
class Tensor {
public:
  Tensor to(c10::Device) const { return *this; }
  Tensor to(c10::DeviceType) const { return *this; }
};
inline Tensor operator+(const Tensor &A, const Tensor &) { return A; }
} // namespace at

namespace torch {
using at::Tensor;
using c10::Device;
using c10::kCPU;
using c10::kCUDA;
inline Tensor ones(std::initializer_list<long>, c10::TensorOptions = {}) { return {}; }
} // namespace torch
