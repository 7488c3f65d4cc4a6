//===- Canonical.h - One spelling for both languages ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What PrintOptions::Canonical changes, so that a C++ program and its Python twin compare equal. For comparing only:
// the analysis never sees any of it. docs/IR.md lists the rules.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_CANONICAL_H
#define DEVTIDY_IR_CANONICAL_H

#include "ir/Module.h"
#include <map>
#include <string>

namespace devtidy::ir {

class CanonicalNames {
public:
  explicit CanonicalNames(const Module &M);

  /// The common spelling of the name of a class, global or called function.
  std::string symbol(llvm::StringRef Name) const;
  std::string function(const Function &F) const;

private:
  const Module &M;
  std::map<std::string, std::string> Lambdas; ///< by symbol()
};

/// The common spelling of a method: `push_back` is `append`.
llvm::StringRef canonicalMethod(llvm::StringRef Name);

/// True for methods of C++ that are attributes in Python: `x.device()`.
bool isPropertyName(llvm::StringRef Method);

/// F without the blocks that only one front end makes.
Function canonicalFunction(const Function &F);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_CANONICAL_H
