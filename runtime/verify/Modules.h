//===- Modules.h - Where modules are ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file of the hooks that sees torch::nn and torch::jit, whose headers take long to compile.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_MODULES_H
#define DEVTIDY_RUNTIME_VERIFY_MODULES_H

#include "runtime/abi/Site.h"
#include <ATen/core/Tensor.h>
#include <vector>

namespace devtidy::verify {

/// The first parameter that a torch::nn::Module has itself; null if it has none.
const c10::TensorImpl *firstParameter(const void *Module);
/// The same; where it has none, its first buffer, the weights of a loss; where it has neither, the first parameter of
/// its parts, if all of them are on one device.
const c10::TensorImpl *firstState(const void *Module);
/// The first parameter of a torch::jit::Module and its parts, or of the one that has a torch::jit::Method; of one that
/// is frozen, the first constant that was a parameter. Null if they are on several devices, or if the code asks for
/// devices or moves tensors.
const c10::TensorImpl *firstScriptParameter(abi::OperandKind Kind, const void *Of);
/// The name of a torch::jit::Method.
std::string nameOfMethod(const void *Method);
/// The Wanted, a class with virtual functions, that an object with virtual functions is; null if it is none.
const void *upcast(const void *Object, const std::type_info &Wanted);
/// The torch::nn::Module that an object with virtual functions is; null if it is none.
const void *asModule(const void *Object);
/// The parameters and buffers of a module, or of the one that has a method, and its parts.
std::vector<at::Tensor> stateOf(abi::OperandKind Kind, const void *Module);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_MODULES_H
