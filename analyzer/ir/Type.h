//===- Type.h - What a front end knows about a value's type ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ knows the static type of every value; Python knows annotations, at best. Both say it in these few words, which
// are all that device analysis asks for. Unknown is always right.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_TYPE_H
#define DEVTIDY_IR_TYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace devtidy::ir {

enum class TypeKind : uint8_t {
  Unknown,
  None,     ///< nothing: void, None, nullptr, nullopt
  Bool,     ///<
  Number,   ///< int, float, c10::Scalar: never a tensor
  String,   ///<
  Tensor,   ///< torch::Tensor, torch.Tensor, nn.Parameter
  Device,   ///< torch::Device, torch::DeviceType
  Options,  ///< c10::TensorOptions
  Object,   ///< an object of class Name, held by value, pointer, smart pointer or module holder
  Function, ///< a callable
  List,     ///< list, std::vector, ArrayRef, initializer_list, array: elements of one kind, Element
  Tuple,    ///< tuple, pair
  Dict,     ///< dict, map: Element is the mapped type
};

/// One type. Name is the canonical qualified class name of an Object ("Net", "torch::nn::LinearImpl",
/// "torch.nn.Linear"), or of the elements if those are Objects; it lives as long as the Module.
struct Type {
  TypeKind Kind = TypeKind::Unknown;
  TypeKind Element =
      TypeKind::Unknown; ///< of List and Dict; of Tuple, if all have one kind; of Unknown, see mayBeNumber
  bool Optional = false; ///< may also be None (std::optional, T | None, a pointer)
  llvm::StringRef Name;

  bool isUnknown() const { return Kind == TypeKind::Unknown; }
  bool isTensor() const { return Kind == TypeKind::Tensor; }
  /// `float | Tensor`: not known, and who gives a number is right.
  bool mayBeNumber() const { return isUnknown() && Element == TypeKind::Number; }
  bool operator==(const Type &) const = default;
};

/// "tensor", "object<Net>", "list<tensor>", "list<object<Net>>", "tensor?" (optional), "?" (unknown).
/// typeKindName gives the bare word.
llvm::StringRef typeKindName(TypeKind K);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_TYPE_H
