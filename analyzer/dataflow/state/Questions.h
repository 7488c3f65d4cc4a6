//===- Questions.h - Comparisons, type tests, and what they answer -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `args.gpu >= 0` asks what stands in one place. Whoever asks again, in the same function or in one that is called with
// it, gets the same answer, as with a flag: the answer is a path below that place. An operator and its opposite are one
// question, so that `gpu < 0` is the answer No to `gpu >= 0`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_QUESTIONS_H
#define DEVTIDY_DATAFLOW_STATE_QUESTIONS_H

#include "dataflow/domain/ObjectTable.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// True for an operator that compares tensors element by element, and for one that gives a truth.
bool isElementwiseComparison(llvm::StringRef Op);
bool isComparison(llvm::StringRef Op);
/// True for << and >> between a stream and what it prints or reads: where types are declared, nobody shifts tensors.
bool isOfStream(const ir::Module &M, const ir::Inst &I);

/// True for a type of Python's own: int, str, list. What is known of a value says whether it is one of these. Of a
/// class of somebody's it says little: others derive from it, and a tensor may be of a class that derives from
/// torch.Tensor, which nobody sees.
bool isBuiltinType(llvm::StringRef Type);
/// True if L asks what the function was given, `if mask is None`, `if cuda`: whoever calls it knows the answer.
bool isOfGiven(const Program &Prog, Literal L);
/// True if that chooses for an accelerator, or against it: `if cuda`, `if not cpu`, `if device == "cuda"`.
bool isChoiceOfGiven(const Program &Prog, Literal L);
/// True if L asks whether a `for` of F has another round.
bool asksForRound(const Program &Prog, const ir::Function &F, Literal L);

/// Looks at values as they are at one point of a function. An answer is a bool, known or under a literal; or open.
class Questions {
public:
  Questions(Program &Prog, const ir::Function &F, llvm::ArrayRef<Value> Values, const ObjectTable &Objects,
            const Memory &Mem)
      : Prog(Prog), F(F), Values(Values), Objects(Objects), Mem(Mem) {}

  /// The literal that V's truth is; an opaque one if nothing better is known.
  Literal literalOf(ir::ValueId V) const;
  /// The answer to a question of PathTable, asked of V.
  Value ask(llvm::StringRef Words, const Value &V) const;
  /// Comparisons and `not`: of None, devices, counts of accelerators, constants.
  Value compare(const ir::Inst &I) const;

  /// What I asks of the name of a device, `name.startswith("cuda")`; nothing if it asks for something else.
  std::optional<Value> askName(const ir::Inst &I) const;

  // Nothing if nobody knows.
  /// isinstance(V, Type), which I is.
  std::optional<Value> isInstance(const ir::Inst &I, const Value &V, const Value &Type) const;
  /// What somebody gave may be anything, whatever its annotation says.
  std::optional<Value> isTensor(const Value &V) const;

private:
  std::optional<Value> compareWithConstant(const ir::Inst &I, const Value &A, const Value &B) const;
  Value compareWithNone(const Value &A, bool Negated) const;
  bool isGivenAway(ir::ValueId V) const;
  std::optional<Value> askIndex(const ir::Inst &I) const;
  std::optional<Value> askNumbered(const ir::Inst &I) const;
  std::optional<bool> isSameObject(const ir::Inst &I) const;
  Value compareDevices(const ir::Inst &I, Value A, Value B, bool Negated) const;
  std::optional<Value> isOfType(Value V, ir::ValueId Id, const Value &Type) const;
  std::optional<bool> isBuiltin(const Value &V, llvm::ArrayRef<llvm::StringRef> Asked) const;
  bool isPlainObject(ObjectId O) const;
  Value askClass(llvm::StringRef Words, const Value &V) const;

  Program &Prog;
  const ir::Function &F;
  llvm::ArrayRef<Value> Values; ///< by ValueId
  const ObjectTable &Objects;
  const Memory &Mem;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_QUESTIONS_H
