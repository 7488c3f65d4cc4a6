//===- Names.h - What the names of functions say ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibTorch's functions are told from the user's by their mangled names (Itanium C++ ABI), since a module of LLVM has
// nothing else on functions that it only declares.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_NAMES_H
#define DEVTIDY_RUNTIME_PASS_NAMES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::pass {

/// True for functions of LibTorch and of the C++ library, lambdas and templates of theirs included: code between the
/// user's and the operators.
bool isLibraryName(llvm::StringRef Mangled);

/// "add_Tensor" for at::_ops::add_Tensor::call; nothing for any other function.
std::optional<llvm::StringRef> operatorName(llvm::StringRef Mangled);

/// A function's name in parts.
struct FunctionName {
  std::string Qualified; ///< "torch::nn::LinearImpl::forward", without template arguments of the last part
  std::string Context;   ///< "torch::nn::LinearImpl"
  std::string Base;      ///< "forward"
  std::vector<std::string> Parameters; ///< "at::Tensor const&"
};

/// The parts of a mangled name. A name that is not mangled is all of Qualified and Base.
FunctionName splitName(llvm::StringRef Mangled);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_NAMES_H
