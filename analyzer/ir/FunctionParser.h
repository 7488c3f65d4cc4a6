//===- FunctionParser.h - Reads one function of the text form -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_FUNCTIONPARSER_H
#define DEVTIDY_IR_FUNCTIONPARSER_H

#include "ir/Cursor.h"
#include "llvm/ADT/DenseMap.h"

namespace devtidy::ir {

/// A closure whose function may stand further down.
struct PendingCallee {
  FunctionId Function;
  InstId Closure;
  llvm::StringRef Name;
  size_t Position;
};

class FunctionParser {
public:
  FunctionParser(Module &M, Cursor &C, std::vector<PendingCallee> &Callees) : M(M), C(C), Callees(Callees) {}

  /// Everything after the word `func`.
  bool parse();

private:
  bool header();
  bool parameter();
  bool attributes();
  bool body();
  bool blockHeader();
  bool instruction();
  bool payload(Inst &I);
  bool arguments(Inst &I);
  bool argument(Arg &A);
  bool successor(Successor &S);
  bool operand(ValueId &V, Arg *A);
  bool finish();

  bool define(const Cursor::ValueToken &T, Type StaticType, InstId Definition, size_t Position, ValueId &V);
  ValueId mention(const Cursor::ValueToken &T, size_t Position);
  ValueId inlineConstant(const Constant &K, SourceRange R);
  /// The number of the label, which stands for its block until finish().
  BlockId mentionLabel(llvm::StringRef Label, size_t Position);

  Module &M;
  Cursor &C;
  std::vector<PendingCallee> &Callees;
  FunctionId Id;
  Function *F = nullptr;

  struct Mention {
    size_t Position; ///< of the first one
    bool Defined = false;
  };
  llvm::DenseMap<llvm::StringRef, ValueId> Values;
  std::vector<Mention> ValueMentions; ///< by ValueId
  llvm::DenseMap<llvm::StringRef, BlockId> Labels;
  std::vector<Mention> LabelMentions;
  std::vector<BlockId> LabelBlocks;
  std::vector<Cursor::ValueToken> HeaderValues;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_FUNCTIONPARSER_H
