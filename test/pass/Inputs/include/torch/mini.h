// As much of LibTorch as shows how its headers are built: names, parameter types and wrappers are the same, so that the
// pass sees the same functions, in milliseconds.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace c10 {
struct Device {
  signed char Type, Index;
};
template <class T> struct ArrayRef {
  const T *Data;
  uint64_t Length;
};
class Scalar {
public:
  Scalar(double);
  ~Scalar();
};
struct IValue {
  ~IValue();
  void *Payload;
};
} // namespace c10

namespace at {
class Tensor;
class TensorBase {
public:
  TensorBase();
  TensorBase(const TensorBase &);
  ~TensorBase();
  template <class T> T *data_ptr() const;
  bool is_cuda() const;
  template <class T> struct Accessor {
    T *Data;
    T operator[](int I) const { return Data[I]; }
  };
  template <class T> Accessor<T> accessor() const { return {data_ptr<T>()}; }

private:
  void *Impl;
};
class Generator {
public:
  ~Generator();
};

namespace indexing {
struct TensorIndex {
  TensorIndex(const Tensor &);
  ~TensorIndex();
};
} // namespace indexing

class Tensor : public TensorBase {
public:
  Tensor matmul(const Tensor &Other) const;
  Tensor to(c10::Device Device) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> Indices) const;
};

namespace _ops {
struct add_Tensor {
  static Tensor call(const Tensor &, const Tensor &, const c10::Scalar &);
};
struct matmul {
  static Tensor call(const Tensor &, const Tensor &);
};
struct ones {
  static Tensor call(c10::ArrayRef<int64_t>, std::optional<c10::Device>);
};
struct to_device {
  static Tensor call(const Tensor &, c10::Device, std::optional<c10::Device>);
};
struct cat {
  static Tensor call(c10::ArrayRef<Tensor>, int64_t);
};
struct unbind_int {
  static std::vector<Tensor> call(const Tensor &, int64_t);
};
struct relu {
  static Tensor call(const Tensor &);
};
// So many parameters that the list is passed in memory.
struct stacked {
  static Tensor call(int64_t, c10::ArrayRef<int64_t>, int64_t, c10::ArrayRef<Tensor>, const std::optional<Tensor> &);
};
} // namespace _ops

inline Tensor add(const Tensor &Self, const Tensor &Other) { return _ops::add_Tensor::call(Self, Other, 1); }
inline Tensor operator+(const Tensor &X, const Tensor &Y) { return add(X, Y); }
inline Tensor Tensor::matmul(const Tensor &Other) const { return _ops::matmul::call(*this, Other); }
inline Tensor Tensor::to(c10::Device D) const { return _ops::to_device::call(*this, D, D); }
inline Tensor cat(c10::ArrayRef<Tensor> Parts) { return _ops::cat::call(Parts, 0); }
inline std::vector<Tensor> unbind(const Tensor &Self) { return _ops::unbind_int::call(Self, 0); }
inline Tensor relu(const Tensor &Self) { return _ops::relu::call(Self); }
inline Tensor from_blob(void *Data);
} // namespace at

namespace torch {
using at::Tensor;
inline Tensor ones(int64_t N, std::optional<c10::Device> D = {}) { return at::_ops::ones::call({&N, 1}, D); }

namespace nn {
// The order of the virtual functions is that of torch/nn/module.h.
class Module {
public:
  virtual ~Module();
  virtual void clone();
  virtual void train(bool);
  virtual bool is_training() const noexcept;
  virtual void to(c10::Device, signed char Dtype, bool NonBlocking = false);
  virtual void to(signed char Dtype, bool NonBlocking = false);
  virtual void to(c10::Device, bool NonBlocking = false);
  virtual void zero_grad(bool);
};
class LinearImpl : public Module {
public:
  Tensor forward(const Tensor &Input);
};
template <class Contained> class ModuleHolder {
public:
  Contained *operator->() { return Impl; }
  template <class... Args> Tensor operator()(Args &&...All) { return Impl->forward(static_cast<Args &&>(All)...); }

private:
  Contained *Impl = nullptr;
};
using Linear = ModuleHolder<LinearImpl>;
} // namespace nn
} // namespace torch
