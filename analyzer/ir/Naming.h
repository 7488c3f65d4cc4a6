//===- Naming.h - What values and blocks are called in text ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values carry the variable they were first stored in, told apart by a number: %x, %x.1; without a variable they are
// %0, %1. Numbers follow the order of the blocks, so that they do not depend on ids. The verifier's messages use the
// same names as the printer.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_NAMING_H
#define DEVTIDY_IR_NAMING_H

#include "ir/Function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

namespace devtidy::ir {

class Naming {
public:
  /// Works for functions that are not well formed: what is in no block is called '%!' and its id. If Canonical, blocks
  /// are numbered in reverse post-order, only parameters keep their variable's name, and constants get none, since they
  /// are printed where they are used.
  Naming(const Function &F, bool Canonical = false);

  void printValue(ValueId V, llvm::raw_ostream &OS) const;
  void printBlock(BlockId B, llvm::raw_ostream &OS) const;

  /// The blocks in the order in which they are printed.
  llvm::ArrayRef<BlockId> blocks() const { return Order; }
  /// True if V is a constant that is printed at its uses.
  bool isInline(ValueId V) const;

private:
  void name(ValueId V, bool KeepVariable);

  const Function &F;
  bool Canonical;
  std::vector<BlockId> Order;
  std::vector<uint32_t> BlockNumber;
  struct Name {
    llvm::StringRef Variable;
    uint32_t Number = ~0U;
  };
  std::vector<Name> Names;
  llvm::DenseMap<llvm::StringRef, uint32_t> Seen;
};

/// '%x', or '%x.2' if Number is not 0, or '%2' if there is no variable.
void printValueName(llvm::StringRef Variable, uint32_t Number, llvm::raw_ostream &OS);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_NAMING_H
