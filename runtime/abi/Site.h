//===- Site.h - What instrumented code tells the runtime ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler pass writes one record per place into the program, and calls the functions below with it. The pass
// builds the records as constants of LLVM in the order of the members here. Includes nothing of ours.
//
// The functions take pointers to the program's own objects of LibTorch. They throw nothing, change nothing that the
// program can see, may be called from any thread, and do nothing where the runtime does not fit the program's LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_SITE_H
#define DEVTIDY_RUNTIME_ABI_SITE_H

#include <cstdint>

namespace devtidy::abi {

/// What happens at a site.
enum class SiteKind : uint32_t {
  Operator, ///< at::_ops::X::call
  Module,   ///< forward of a module of torch::nn, or a method of torch::jit; the first operand is it, or what holds it
  ModuleMove, ///< torch::nn::Module::to; the first operand is the module
  HostRead,   ///< the memory of the first operand is read by host code
  Optimizer,  ///< step of an optimizer of torch::optim, which is the first operand
  Library,    ///< another function of LibTorch that returns a tensor
  ModuleMake, ///< a module of torch::nn or torch::jit comes to be; the first operand is what holds it
  Backward,   ///< at::Tensor::_backward, or backward and grad of torch::autograd, which are given gradients
  Pointer,    ///< the address of the first operand's memory is taken, for whoever it is handed to
};

/// What a slot of the operands holds.
enum class OperandKind : uint32_t {
  Tensor,             ///< at::Tensor *
  OptionalTensor,     ///< std::optional<at::Tensor> *
  TensorList,         ///< at::ArrayRef<at::Tensor>: two slots, the data and their number
  TensorListObject,   ///< at::ArrayRef<at::Tensor> *
  TensorVector,       ///< std::vector<at::Tensor> *
  MaterialTensorList, ///< at::IListRef<at::Tensor> *
  OptionalTensorList, ///< c10::List<std::optional<at::Tensor>> *
  IndexList,          ///< at::ArrayRef<at::indexing::TensorIndex>: two slots, the data and their number
  OptionalPair,       ///< std::optional<std::tuple<at::Tensor, at::Tensor>> *: the state of an LSTM
  ValueVector,        ///< std::vector<c10::IValue> *
  Generator,          ///< std::optional<at::Generator> *
  Module,             ///< torch::nn::Module *; of a ModuleMake site torch::nn::ModuleHolder *
  ScriptModule,       ///< torch::jit::Module *
  ScriptMethod,       ///< torch::jit::Method *
  AnyModule,          ///< torch::nn::AnyModule *
  Optimizer,          ///< torch::optim::Optimizer *
  Device,             ///< std::optional<c10::Device> in a word, of an operator without tensors
};

struct SiteOperand {
  const char *Name; ///< the variable in the source; "" if it is none, or if the program has no debug information
  OperandKind Kind;
  uint32_t Position; ///< in the parameters of the callee, the receiver of a method included
};

struct Site {
  const char *Operation;  ///< "add_Tensor" as in at::_ops, else a qualified name: "torch::nn::LinearImpl::forward"
  const char *Called;     ///< as the source calls it: "+", "matmul", "forward"
  const char *File;       ///< as the compiler was given it; "" without debug information
  const char *Folder;     ///< what File is relative to
  const char *ResultName; ///< the variable that the result initialises; "" if it is none
  const char *Function;   ///< the function around it, as the source qualifies it
  const SiteOperand *Operands;
  uint32_t OperandCount;
  uint32_t Line, Column; ///< 0 if they are not known
  SiteKind Kind;
  uint32_t Id;   ///< the runtime's; 0 until it has seen the site
  uint32_t Seen; ///< the runtime's; what it has last seen there
};

} // namespace devtidy::abi

extern "C" {

/// Two tensors are about to meet.
[[gnu::visibility("default")]] void devtidyPair(devtidy::abi::Site *Site, const void *First, const void *Second);
/// The operands in Slots are about to meet; a module is about to be called; memory is about to be read.
[[gnu::visibility("default")]] void devtidyOperands(devtidy::abi::Site *Site, const void *const *Slots);
/// The call has returned a tensor, or something that holds it. From is its first operand if that is a tensor, the first
/// element of a TensorList, or the module of a Module site; else null.
[[gnu::visibility("default")]] void devtidyResult(devtidy::abi::Site *Site, const void *Tensor, const void *From);
/// A factory, or a move, has returned a tensor. Device is its argument, a std::optional<c10::Device>: type, index and
/// whether there is one, in a byte each.
[[gnu::visibility("default")]] void devtidyPlaced(devtidy::abi::Site *Site, const void *Tensor, const void *From,
                                                  uint32_t Device);
/// The call has returned a std::vector<at::Tensor>, or one of structures of them. From is as above, or, where each
/// result is that of one element, a TensorList's first.
[[gnu::visibility("default")]] void devtidyResults(devtidy::abi::Site *Site, const void *Tensors, const void *From);
/// An operator of a program that was not rebuilt has returned a tensor to Caller; Device as above.
[[gnu::visibility("default")]] void devtidyMade(const devtidy::abi::Site *Site, const void *Tensor, uint32_t Device,
                                                const void *Caller);
/// LibTorch's to() of a torch::nn::Module, or of a torch::jit::Module, that was not rebuilt has returned to Caller.
[[gnu::visibility("default")]] void devtidyModuleMoved(const void *Module, bool IsScript, const void *Caller);
/// The frames of the module that holds Address are not the program's: for a library that calls these functions itself.
[[gnu::visibility("default")]] void devtidyHideFrames(const void *Address);
/// The torch::nn::Module that an object with virtual functions is; null if it is none. Asked before a virtual call that
/// looks like one of Module::to, since another class may end its object in such a call.
[[gnu::visibility("default")]] const void *devtidyAsModule(const void *Object);
/// The same of a torch::optim::Optimizer. An Optimizer site without one is not looked at.
[[gnu::visibility("default")]] const void *devtidyAsOptimizer(const void *Object);
/// The module of a Module site in a function of the program has returned, or that of a ModuleMove site has been moved;
/// null for no module.
[[gnu::visibility("default")]] void devtidyModuleDone(devtidy::abi::Site *Site, const void *Module);
/// The module of a ModuleMake site is there, in Holder.
[[gnu::visibility("default")]] void devtidyModuleMade(devtidy::abi::Site *Site, const void *Holder);
/// The call of a Pointer site has returned the address of the tensor's memory.
[[gnu::visibility("default")]] void devtidyPointer(devtidy::abi::Site *Site, const void *Tensor, const void *Address);
}

#endif // DEVTIDY_RUNTIME_ABI_SITE_H
