//===- Text.h - The text form of the IR: what dumps, tests and caches hold ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One form for people and for machines: print(parse(print(M))) == print(M) for every module that the verifier accepts.
// docs/IR.md has the grammar. It is also what a front end process hands to the command line and what the cache stores.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_TEXT_H
#define DEVTIDY_IR_TEXT_H

#include "ir/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace devtidy::ir {

struct PrintOptions {
  bool Locations = true;  ///< source ranges of instructions, arguments and declarations
  bool Canonical = false; ///< what C++ and Python twins share, in one spelling (docs/IR.md, "Twins")
};

void print(const Module &M, llvm::raw_ostream &OS, const PrintOptions &O = {});
void print(const Module &M, const Function &F, llvm::raw_ostream &OS, const PrintOptions &O = {});
void print(const Module &M, const Function &F, const Inst &I, llvm::raw_ostream &OS, const PrintOptions &O = {});

/// Parses a whole module. The error's text is one line, "line:column: what was expected". Never crashes, whatever the
/// bytes; does not verify.
llvm::Expected<std::unique_ptr<Module>> parse(llvm::StringRef Text);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_TEXT_H
