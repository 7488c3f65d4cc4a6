//===- Type.cpp - What a front end knows about a value's type -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Type.h"
#include "llvm/Support/ErrorHandling.h"

namespace devtidy::ir {

llvm::StringRef typeKindName(TypeKind K) {
  switch (K) {
  case TypeKind::Unknown:
    return "?";
  case TypeKind::None:
    return "none";
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Number:
    return "number";
  case TypeKind::String:
    return "string";
  case TypeKind::Tensor:
    return "tensor";
  case TypeKind::Device:
    return "device";
  case TypeKind::Options:
    return "options";
  case TypeKind::Object:
    return "object";
  case TypeKind::Function:
    return "function";
  case TypeKind::List:
    return "list";
  case TypeKind::Tuple:
    return "tuple";
  case TypeKind::Dict:
    return "dict";
  }
  llvm_unreachable("covered switch");
}

} // namespace devtidy::ir
