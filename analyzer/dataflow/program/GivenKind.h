//===- GivenKind.h - What callers may give to a parameter ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lattice of four levels, for values of Python whose type nobody declares: bottom is "nothing yet", top is
// "anything". ParameterTypes.cpp finds its elements and joins them, because it knows which classes are modules.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_GIVENKIND_H
#define DEVTIDY_DATAFLOW_PROGRAM_GIVENKIND_H

#include "ir/Function.h"
#include "llvm/ADT/StringRef.h"

namespace devtidy::dataflow {

/// What a value may be, as far as is known: nothing yet, an object of one class, a number, or anything.
struct GivenKind {
  enum { None, One, Number, Any } K = None;
  llvm::StringRef Class;
  bool MayBeNone = false;

  static GivenKind any() { return {Any, {}}; }
  static GivenKind none() { return {None, {}, true}; }
  static GivenKind number() { return {Number, {}}; }
  static GivenKind of(llvm::StringRef Class) { return {One, Class}; }
};

inline GivenKind kindOf(const ir::Constant &C) {
  switch (C.K) {
  case ir::Constant::Kind::None:
    return GivenKind::none();
  case ir::Constant::Kind::Int:
  case ir::Constant::Kind::Float:
    return GivenKind::number();
  default:
    return GivenKind::any();
  }
}

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_GIVENKIND_H
