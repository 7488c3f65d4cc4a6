//===- Operands.h - The tensors among the arguments of a call --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_OPERANDS_H
#define DEVTIDY_RUNTIME_PASS_OPERANDS_H

#include "runtime/pass/Callee.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace devtidy::pass {

struct Operand {
  abi::OperandKind Kind;
  unsigned Position = 0;         ///< in the parameters of the source, the receiver included
  llvm::Value *Slot = nullptr;   ///< the pointer
  llvm::Value *Length = nullptr; ///< TensorList: the number of elements
};

/// The operands of a call of C, in order; none if the arguments are not laid out as expected.
llvm::SmallVector<Operand, 4> operandsOf(const llvm::CallBase &Call, const Callee &C);
/// The argument of type std::optional<c10::Device>, an integer of three bytes; null if there is none.
llvm::Value *deviceArgument(const llvm::CallBase &Call, const Callee &C);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_OPERANDS_H
