//===- Builder.h - SSA construction, shared by all front ends -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front end walks its tree or CFG, appends instructions, and reads and writes source variables by name; block
// parameters appear where definitions meet (Braun et al., "Simple and Efficient Construction of Static Single
// Assignment Form", CC 2013). Blocks may be filled in any order; a block is sealed when all its predecessors are known,
// and finish() seals the rest, removes trivial block parameters and unreachable blocks, and ends unfinished blocks in
// `unreachable`.
//
//   Builder B(M, F);
//   BlockId Then = B.createBlock(), Join = B.createBlock();
//   B.branch(Cond, Then, Join, Range);
//   B.setBlock(Then); B.writeVariable("x", B.call("torch::zeros", {N}, Range)); B.jump(Join, Range);
//   B.setBlock(Join); ValueId X = B.readVariable("x");
//   B.finish();
//
// Variables are StringRefs interned in the module, so a front end that has shadowing gives distinct names ("x", "x#2").
// A name that starts with '$' is a temporary of the front end, such as the value of `a ? b : c`: it behaves as any
// other but leaves no mark in ValueInfo::Variable.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_BUILDER_H
#define DEVTIDY_IR_BUILDER_H

#include "ir/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace devtidy::ir {

class Builder {
public:
  /// Makes the entry block with one parameter per F.Params, writes each to the variable of its name, and stands there.
  Builder(Module &M, Function &F);

  Module &module() { return M; }
  Function &function() { return F; }
  BlockId entry() const { return BlockId(0); }

  /// A new, empty block without predecessors.
  BlockId createBlock();
  /// Instructions go to the end of B from now on.
  void setBlock(BlockId B);
  BlockId block() const { return Current; }
  /// True if the current block already ends in a terminator: what follows is dead code.
  bool isTerminated() const;

  /// Appends an instruction with its result, if its kind has one. Returns the result or an invalid id. In a terminated
  /// block it opens a new, unreachable block first, so front ends need not check. StaticType may be unknown.
  ValueId append(Inst I, Type StaticType = {});

  // Shorthands for append.
  ValueId constant(Constant C, SourceRange R);
  ValueId constantNone(SourceRange R);
  ValueId constantBool(bool V, SourceRange R);
  ValueId constantInt(int64_t V, SourceRange R);
  ValueId constantString(llvm::StringRef S, SourceRange R);
  ValueId opaque(llvm::ArrayRef<Arg> Args, SourceRange R, Type T = {});
  /// `a:b` in brackets.
  ValueId slice(llvm::ArrayRef<Arg> Bounds, SourceRange R);
  ValueId call(llvm::StringRef Name, llvm::ArrayRef<Arg> Args, SourceRange R, Type T = {});
  ValueId invoke(llvm::StringRef Method, llvm::ArrayRef<Arg> ReceiverAndArgs, SourceRange R, Type T = {});
  ValueId op(llvm::StringRef Operator, llvm::ArrayRef<Arg> Args, SourceRange R, Type T = {});
  void jump(BlockId Target, SourceRange R);
  void branch(Arg Cond, BlockId Then, BlockId Else, SourceRange R);
  /// Caught: what the handler Normal is of, in a chain of handlers.
  void fork(BlockId Normal, BlockId Handler, SourceRange R, llvm::StringRef Caught = {});
  void ret(std::optional<Arg> Value, SourceRange R);

  /// Variables of the source program.
  void writeVariable(llvm::StringRef Var, ValueId V);
  /// The value that reaches here; an `opaque` made in the entry block if the variable was never written on some path.
  ValueId readVariable(llvm::StringRef Var);
  /// True if some write to Var was seen so far in the function.
  bool isVariable(llvm::StringRef Var) const;

  /// All predecessors of B are known. Optional: finish() seals what is left.
  void seal(BlockId B);
  /// Completes the function. Call it once, last: blocks, instructions and values are renumbered, so no id that was
  /// handed out before means anything afterwards.
  void finish();

private:
  struct BlockState {
    llvm::SmallVector<BlockId, 2> Preds;
    llvm::DenseMap<llvm::StringRef, ValueId> Definitions;
    llvm::SmallVector<llvm::StringRef, 2> ParamVars; ///< the variable of each block parameter
    bool Sealed = false;
  };
  struct PendingParameter {
    BlockId Block;
    unsigned Position;
  };

  ValueId newValue(BlockId B, InstId Def, Type T, llvm::StringRef Var);
  ValueId readIn(llvm::StringRef Var, BlockId B);
  ValueId addParameter(llvm::StringRef Var, BlockId B);
  ValueId undefined(llvm::StringRef Var);
  void fillPending();
  void dropUnusedUndefined();
  void addEdges(BlockId From, const Inst &Terminator);

  Module &M;
  Function &F;
  BlockId Current;
  std::vector<BlockState> States;
  /// Block parameters of sealed blocks whose incoming values are still to be found. A list instead of recursion: source
  /// code may nest a thousand branches deep.
  llvm::SmallVector<PendingParameter, 8> Pending;
  llvm::StringMap<ValueId> Undefined;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_BUILDER_H
