//===- Variables.h - What the source calls an operand ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_VARIABLES_H
#define DEVTIDY_RUNTIME_PASS_VARIABLES_H

#include "runtime/pass/Locations.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <string>
#include <tuple>

namespace llvm {
class Argument;
class DILocalVariable;
class GetElementPtrInst;
class Value;
} // namespace llvm

namespace devtidy::pass {

/// The variables of a module as they stand when it is made.
class Variables {
public:
  Variables(const llvm::Module &M, const Locations &Lines);

  /// The user's variable or member that an address is of: "x", "weight", "batch.data"; "" for a temporary, or without
  /// -g, since line tables name no variables.
  std::string nameOf(const llvm::Value *Address) const;

private:
  /// "weight" of 'this', "batch.data" of another variable; "" for what is no member.
  std::string memberName(const llvm::GetElementPtrInst &Element) const;
  const llvm::DILocalVariable *passedByAddress(const llvm::Argument &A) const;

  llvm::DenseMap<const llvm::Value *, const llvm::DILocalVariable *> Declared; ///< by the address, the user's only
};

/// The variables that calls of LibTorch initialise: 'w' in 'auto w = torch::ones({2})'. Made before wrappers are
/// inlined, since they return through variables of their own.
class ResultNames {
public:
  ResultNames(const llvm::Module &M, const Locations &Lines);

  /// "" if there is none.
  std::string at(const llvm::DILocation *Call) const;

private:
  using Key = std::tuple<const llvm::DISubprogram *, unsigned, unsigned>; ///< with line and column
  static Key keyOf(const llvm::DILocation &At);
  std::map<Key, std::string> Names;
};

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_VARIABLES_H
