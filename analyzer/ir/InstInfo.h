//===- InstInfo.h - What Insts.def says about each instruction kind -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Insts.def as data, for the code that treats all kinds alike: printer, parser, verifier, generator.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_INSTINFO_H
#define DEVTIDY_IR_INSTINFO_H

#include "ir/Function.h"
#include <optional>

namespace devtidy::ir {

/// Which member of an Inst means something besides its arguments.
enum class Payload : uint8_t { None, Name, Word, Const, Func, Index };

struct InstInfo {
  llvm::StringLiteral Text;
  Payload Data;
  bool HasResult;
  bool IsTerminator;
  bool IsResolved;
  uint8_t Successors;
};

const InstInfo &instInfo(InstKind K);
unsigned instKindCount();
/// Reads the word of the text form: "get.field".
std::optional<InstKind> parseInstKind(llvm::StringRef Text);

/// The number of arguments that a kind takes, both ends included.
struct ArgumentBounds {
  uint32_t Min = 0, Max = ~0U;
};
ArgumentBounds argumentBounds(InstKind K);

/// True if the name is written with '@', as functions, classes and globals are; other names are quoted.
bool isSymbolName(InstKind K);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_INSTINFO_H
