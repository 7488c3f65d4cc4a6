//===- Printer.h - From the IR to its text form ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_PRINTER_H
#define DEVTIDY_IR_PRINTER_H

#include "ir/Canonical.h"
#include "ir/Naming.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include <optional>

namespace devtidy::ir {

class Printer {
public:
  Printer(const Module &M, llvm::raw_ostream &OS, const PrintOptions &O) : M(M), OS(OS), O(O) {
    if (O.Canonical) {
      Canonical.emplace(M);
      IsSound = verify(M).empty();
    }
  }

  void module();
  void function(const Function &F);
  /// The function whose instructions are printed next.
  void of(const Function &F) { Current = &F; }
  void instruction(const Naming &N, const Inst &I);

private:
  void classDefinition(const Class &C);
  void parameter(const Naming &N, const Function &F, unsigned I, bool EntryTakesHeader);
  void attributes(const Function &F);
  void block(const Function &F, const Naming &N, BlockId B, bool EntryTakesHeader);
  void payload(const Inst &I);
  void arguments(const Naming &N, llvm::ArrayRef<Arg> Args);
  void value(const Naming &N, ValueId V);
  void successor(const Naming &N, const Successor &S);
  void constant(const Constant &C);
  void type(const Type &T);
  void typed(const Type &T);
  void symbol(llvm::StringRef Name);
  void functionName(const Function &F);
  void separate();
  void bareRange(const SourceRange &R);
  void range(const SourceRange &R);

  const Module &M;
  llvm::raw_ostream &OS;
  const PrintOptions &O;
  std::optional<CanonicalNames> Canonical;
  /// Dumps show malformed programs too, but only a well-formed one can be simplified.
  bool IsSound = false;
  bool IsFirst = true;
  const Function *Current = nullptr;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_PRINTER_H
