//===- Containers.h - Lists and dictionaries that a program writes -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_CONTAINERS_H
#define DEVTIDY_DATAFLOW_STATE_CONTAINERS_H

#include "dataflow/domain/ObjectTable.h"
#include "dataflow/state/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// What an object calls that binds arguments of a function, `partial(f, device=d)`; there if it binds more than single
/// keywords. What it binds stands there under its keyword.
inline constexpr llvm::StringLiteral CalledField = "$called", OpenArguments = "$open";

/// Makes containers and their parts where S holds, and replaces what they hold. What stands at which position of a list
/// is for Positions to say, and stores of which nobody knows where they go for LooseStores.
class Containers {
public:
  Containers(FunctionFrame &Solver, State &S) : Solver(Solver), S(S) {}

  /// The dictionary O may hold anything under other names.
  static void openNames(State &S, ObjectId O);
  /// Everything that From holds is put into the dictionary O.
  void mergeDict(ObjectId O, const Value &From);
  /// O, which a callee made as a copy of what it was given, has what that holds here.
  void fillCopied(ObjectId O);

  /// `[x, *xs]`, `{"a": x, **d}`; ElementOf gives the elements of what stands behind a star.
  Value makeContainer(ir::InstId Id, llvm::function_ref<Value(const Value &Starred)> ElementOf);
  /// dict(m, device=d)
  Value fillDict(ObjectId O, ir::InstId Id);
  /// A new list with the elements of Of, if that is one; else Of, of which nobody has the elements.
  Value listOf(ir::InstId Id, const Value &Of);
  /// `[None] * n`: a new list that has the elements again and again; nothing if none of the two is a list.
  std::optional<Value> repeated(ir::InstId Id, llvm::ArrayRef<Value> Actuals);
  /// t[1:]: nobody knows which elements of Of that has, nor where they are in it.
  Value sliceOf(ir::InstId Id, const Value &Of);
  /// Elements of the list O, nobody knows which, give way to what V has.
  void replaceSlice(ObjectId O, const Value &V, const ir::Inst &I);
  /// What a dictionary holds under a name; nothing if any of its elements may stand there.
  std::optional<Value> entryOf(ObjectId Dict, llvm::StringRef Key);
  /// What a loop has put in the place of each element of Of; nothing if none has, or Index is of that loop.
  std::optional<Value> replacedElement(const Value &Of, ir::ValueId Index);
  /// One after the other, all elements of O are replaced: for k, v in d.items(): d[k] = v.cuda(). Modules have moved in
  /// place. In C++ the index is the loop's iterator: for (auto &x : v) x = x.cuda(). False if Index is something else.
  bool replaceEach(const Value &Of, ir::ValueId Index, const Value &V);
  /// m.get_parameter("net.0.weight")
  Value memberAt(const Value &Module, llvm::StringRef Path);

private:
  Value sliceOfModules(ir::InstId Id, ObjectId Of);
  FunctionFrame &Solver;
  State &S;
};

/// True for `[x, y]` where F writes it; `tuple(rows)`, which the analysis takes for a list, makes another object.
bool isWrittenList(const ir::Function &F, const Object &O);
/// What f(**V) gives for the keyword Name: nothing if V is sure not to have it.
std::optional<Value> mergedKeyword(const ObjectTable &Objects, const Memory &Mem, const Value &V, llvm::StringRef Name);
/// What f(**V) gives for any keyword, if nobody knows the keys of V: `{k: x.to(d) for k, x in rows}`.
std::optional<Value> mergedAny(const ObjectTable &Objects, const Memory &Mem, const Value &V);
/// True if F takes entries out of the dictionary Dict, or puts some in under names that it computes: what it is given
/// as
/// `**kwargs` is not what it hands on then.
bool takesOut(const ir::Function &F, ir::ValueId Dict);
/// True for a dictionary that In writes out without an entry of that name.
bool lacksKey(const FunctionFrame &In, const Memory &Mem, ObjectId Dict, llvm::StringRef Name);
/// The same for Name, which In, whose callers give the function's own `**kwargs`, may have stored itself.
std::optional<Value> passedKeyword(const FunctionFrame &In, const Memory &Mem, const Value &V, llvm::StringRef Name);
/// The same for a device; of the function's own `**kwargs`, or of a dictionary that it is given, what its callers give.
std::optional<Value> mergedDevice(const FunctionFrame &In, const Memory &Mem, const Value &V, llvm::StringRef Name);

/// True for the entry of a dictionary that makers and movers read where it is unpacked: `torch.zeros(3, **setup)`.
bool isDeviceEntry(const Path &P);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_CONTAINERS_H
