//===- Kernels.cpp - What is registered with LibTorch for CUDA -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One fallback for everything, kernels for what it cannot do: the factories that everything else is made of, operators
// that the CPU has no kernel for, and operators whose composite kernel asks for a CUDA library.
//
//===----------------------------------------------------------------------===//

#include "runtime/rules/Plan.h"
#include "runtime/sim/Devices.h"
#include "runtime/sim/Fallback.h"
#include "runtime/sim/Memory.h"
#include <ATen/Context.h>
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/op_registration/adaption.h>
#include <ATen/native/TensorFactories.h>
#include <torch/library.h>

using at::IntArrayRef;
using at::Tensor;
using c10::DispatchKeySet;
using c10::ScalarType;

namespace devtidy::sim {
namespace {

/// Makes a device current, as the guard of a factory's kernel does.
class WithDevice {
public:
  explicit WithDevice(std::optional<c10::Device> D)
      : Before(exchangeDevice(D.value_or(c10::Device(c10::kCUDA)).index())) {}
  ~WithDevice() { setDeviceUnchecked(Before); }

private:
  c10::DeviceIndex Before;
};

const DispatchKeySet Cuda(c10::DispatchKey::CUDA);

/// What torch.use_deterministic_algorithms asks of memory that nothing has written to.
Tensor filled(Tensor T) {
  if (at::globalContext().deterministicAlgorithms() && at::globalContext().deterministicFillUninitializedMemory())
    at::native::fill_empty_deterministic_(T);
  return T;
}

Tensor emptyMemoryFormat(IntArrayRef Size, std::optional<ScalarType> Dtype, std::optional<c10::Layout> Layout,
                         std::optional<c10::Device> D, std::optional<bool> Pin,
                         std::optional<c10::MemoryFormat> Format) {
  TORCH_CHECK(!Pin.value_or(false), "Only dense CPU tensors can be pinned");
  WithDevice Guard(D);
  return filled(at::detail::empty_generic(Size, deviceAllocator(), Cuda, c10::dtype_or_default(Dtype), Format));
}

Tensor emptyStrided(IntArrayRef Size, IntArrayRef Stride, std::optional<ScalarType> Dtype,
                    std::optional<c10::Layout> Layout, std::optional<c10::Device> D, std::optional<bool> Pin) {
  TORCH_CHECK(!Pin.value_or(false), "Only dense CPU tensors can be pinned");
  WithDevice Guard(D);
  return filled(at::detail::empty_strided_generic(Size, Stride, deviceAllocator(), Cuda, c10::dtype_or_default(Dtype)));
}

/// Nothing is freed while a stream still needs it.
void recordStream(Tensor &, c10::Stream) {}

/// There is no cuDNN or MIOpen to use.
bool useNoLibraryForCtc(const Tensor &, const Tensor &, IntArrayRef, IntArrayRef, int64_t) { return false; }
bool useNoLibraryForCtcTensor(const Tensor &, const Tensor &, const Tensor &, const Tensor &, int64_t) { return false; }

/// What LibTorch compares before it calls cuDNN: types of input, weight and bias (Convolution.cpp,
/// check_input_same_type_as_parameters), then the devices of input and weight (the kernel's wrapper), then the bias,
/// which an iterator adds.
void checkConvolution(const Tensor &Input, const Tensor &Weight, const Tensor &Bias, bool Transposed) {
  TORCH_CHECK(Input.options().type_equal(Weight.options()), "Input type (", Input.toString(), ") and weight type (",
              Weight.toString(), ") should be the same");
  TORCH_CHECK(!Bias.defined() || Input.options().type_equal(Bias.options()), "Input type (", Input.toString(),
              ") and bias type (", Bias.toString(), ") should be the same");
  if (Input.device() != Weight.device())
    c10::impl::common_device_check_failure(
        Input.device(), Weight,
        Transposed ? "wrapper_CUDA__cudnn_convolution_transpose" : "wrapper_CUDA__cudnn_convolution", "weight");
  TORCH_CHECK(!Bias.defined() || Bias.device() == Input.device(),
              "Expected all tensors to be on the same device, but found at least two devices, ", Input.device(),
              " and ", Bias.device(), "!");
}

void convolve(const c10::OperatorHandle &Op, DispatchKeySet Keys, torch::jit::Stack *Stack) {
  size_t First = Stack->size() - Op.schema().arguments().size();
  constexpr size_t TransposedAt = 6;
  const Tensor &Input = (*Stack)[First].toTensor(), &Weight = (*Stack)[First + 1].toTensor();
  const c10::IValue &Bias = (*Stack)[First + 2];
  if (Input.is_cuda()) {
    checkConvolution(Input, Weight, Bias.isNone() ? Tensor() : Bias.toTensor(),
                     (*Stack)[First + TransposedAt].toBool());
    return runOnHost(Op, Keys, Stack);
  }
  // An input on the CPU takes the CPU's way, on which LibTorch's own checks stand. Of _convolution's arguments these
  // follow: benchmark, deterministic, cudnn_enabled, allow_tf32.
  for (bool Flag : {false, false, false, false})
    Stack->push_back(Flag);
  static const c10::OperatorHandle Checked = c10::Dispatcher::singleton().findSchemaOrThrow("aten::_convolution", "");
  Checked.callBoxed(Stack);
}

/// "add.Tensor"
std::string nameOf(const knowledge::OperatorOverload &Row) {
  std::string Name(Row.Base);
  if (!Row.Overload.empty())
    Name.append(".").append(Row.Overload);
  return Name;
}

} // namespace

TORCH_LIBRARY_IMPL(_, CUDA, Library) { Library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnHost>()); }

TORCH_LIBRARY_IMPL(_, SparseCUDA, Library) {
  Library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
}

TORCH_LIBRARY_IMPL(_, SparseCsrCUDA, Library) {
  Library.fallback(torch::CppFunction::makeFromBoxedFunction<&refuse>());
}
TORCH_LIBRARY_IMPL(_, QuantizedCUDA, Library) {
  Library.fallback(torch::CppFunction::makeFromBoxedFunction<&refuse>());
}
TORCH_LIBRARY_IMPL(_, NestedTensorCUDA, Library) {
  Library.fallback(torch::CppFunction::makeFromBoxedFunction<&refuse>());
}

TORCH_LIBRARY_IMPL(aten, SparseCUDA, Library) {
  // A fallback does not stand before composite kernels, which LibTorch has for dense tensors.
  for (const knowledge::OperatorOverload &Row : knowledge::allOperators())
    if (auto Op = rules::findOperator(Row); Op && Op->hasKernelForDispatchKey(c10::DispatchKey::SparseCPU))
      Library.impl(nameOf(Row).c_str(), torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
}

TORCH_LIBRARY_IMPL(aten, SparseCsrCUDA, Library) {
  // The same of what is refused: composite kernels say something else.
  for (const knowledge::OperatorOverload &Row : knowledge::allOperators())
    if (auto Op = rules::findOperator(Row); Op && Op->hasKernelForDispatchKey(c10::DispatchKey::SparseCsrCPU))
      Library.impl(nameOf(Row).c_str(), torch::CppFunction::makeFromBoxedFunction<&refuse>());
  // The key is that of the device which a copy asks for.
  Library.impl("_to_copy", torch::CppFunction::makeFromBoxedFunction<&refuse>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, Library) {
  Library.impl("empty.memory_format", &emptyMemoryFormat);
  Library.impl("empty_strided", &emptyStrided);
  Library.impl("record_stream", &recordStream);
  for (const char *Name : {"_use_cudnn_ctc_loss", "_use_miopen_ctc_loss"})
    Library.impl(Name, &useNoLibraryForCtc);
  for (const char *Name : {"_use_cudnn_ctc_loss.Tensor", "_use_miopen_ctc_loss.Tensor"})
    Library.impl(Name, &useNoLibraryForCtcTensor);
  Library.impl("convolution", torch::CppFunction::makeFromBoxedFunction<&convolve>());
  // Composite kernels that end in a table of kernels without an entry for CUDA, and one that stands in for a kernel of
  // CUDA that compares devices.
  // These losses give their result a shape for the first step and another one for the second, of which out= would warn.
  for (const char *Name :
       {"copy_", "convolution_backward", "convolution_overrideable", "addr", "addr.out", "mse_loss", "smooth_l1_loss"})
    Library.impl(Name, torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
  // The wrapper of a structured kernel compares devices before it looks at shapes. The kernel that torchgen makes for
  // devices without one does not compare.
  for (const knowledge::OperatorOverload &Row : knowledge::allOperators())
    if (Row.Rule == knowledge::DeviceRule::Same && rules::isStructured(Row))
      Library.impl(nameOf(Row).c_str(), torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
}

} // namespace devtidy::sim
