//===- CalleeRounds.cpp - Lists that a callee fills in a loop -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeRounds.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Positions.h"
#include "ir/Loops.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool CalleeRounds::isWrittenOut(ObjectId O) {
  const auto It = Known.find(O.index());
  return It != Known.end() ? It->second : Known[O.index()] = writeOut(O);
}

const Value *CalleeRounds::eachOf(ObjectId O) const {
  const Object &Of = Call.Sum.Objects[O.index()];
  if (Of.K != Object::Kind::Allocated || Of.Class != "list" || Of.Inner != 0 || !Of.Site)
    return nullptr;
  const Value *Each = nullptr;
  for (const auto &[Key, Held] : Call.Sum.Final.of(O)) {
    const bool IsElement = Key.second == ElementField || isIndexField(Key.second);
    if ((!IsElement && Key.second != PositionsField) || (IsElement && Each))
      return nullptr;
    Each = IsElement ? &Held : Each;
  }
  return Each;
}

namespace {
enum class Filled { Otherwise, InSomeRounds, InEachRound };
} // namespace

/// How F fills the list that Site makes: by one append in one loop, which leaves out nothing but what is None or of
/// another kind.
static Filled howFilled(const ir::Function &F, ir::InstId Site) {
  const ir::Inst *Append = nullptr;
  for (const ir::Inst &I : F.Insts) {
    const bool IsMade = llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == F.inst(Site).Result; });
    if (IsMade && I.Kind == InstKind::Invoke && I.Name == "append" && !Append)
      Append = &I;
    else if (IsMade && I.Kind == InstKind::Invoke)
      return Filled::Otherwise;
  }
  if (!Append)
    return Filled::Otherwise;
  const ir::Loops Loops(F);
  const ir::Loop *Around = Loops.around(Append->Parent);
  const auto HoldsIt = [&](const ir::Loop &L) { return L.contains(Append->Parent); };
  if (!Around || llvm::count_if(Loops.all(), HoldsIt) != 1)
    return Filled::Otherwise;
  for (unsigned B : Around->Blocks.set_bits()) {
    const ir::Inst &Last = F.terminator(ir::BlockId(B));
    if (Last.Kind != InstKind::Branch || ir::BlockId(B) == Around->Header)
      continue;
    const ir::Inst *Asks = F.definition(Last.Args[0].Value);
    const bool AsksForNone = Asks && Asks->Kind == InstKind::Op && Asks->Name.starts_with("is");
    if (!AsksForNone &&
        !(Asks && Asks->Kind == InstKind::Call && knowledge::asksForKind({Asks->Name.data(), Asks->Name.size()})))
      return Filled::Otherwise;
  }
  return Loops.isInEachIteration(*Around, Append->Parent) ? Filled::InEachRound : Filled::InSomeRounds;
}

/// Adds what stands, on the way to P, for any element of something that the callee was given.
void CalleeRounds::elementsIn(PathId P, llvm::SmallVectorImpl<PathId> &Out) const {
  const PathTable &All = Call.Solver.Prog.Paths;
  for (; P && All[P].Kind == Path::Root::Child; P = All[P].Parent)
    if (All[P].Name == ElementField && !llvm::is_contained(Out, P))
      Out.push_back(P);
}

void CalleeRounds::elementsIn(const Value &V, llvm::SmallVectorImpl<PathId> &Out) const {
  if (V.is(Value::Kind::Symbolic))
    elementsIn(V.Path, Out);
  if (V.is(Value::Kind::Object))
    elementsIn(Call.Sum.Objects[V.Obj.index()].Path, Out);
  if (V.isTensor() && !V.P.isUnknown())
    for (const GuardedTerm &T : V.P.terms())
      if (T.T.isSymbol())
        elementsIn(T.T.path(), Out);
}

/// The elements of the callee's Container in the caller, in order; none if they are not known.
std::vector<Value> CalleeRounds::given(PathId Container) const {
  const Value V = Paths.eval(Container);
  if (V.is(Value::Kind::Tuple))
    return *V.Elements;
  std::vector<Value> Elements;
  const FunctionFrame &In = Call.Solver;
  const bool IsList = V.is(Value::Kind::Object) && In.object(V.Obj).K == Object::Kind::Allocated &&
                      (In.object(V.Obj).Class == "list" || In.Prog.Types.isContainer(In.object(V.Obj).Class)) &&
                      !Call.Before.Mem.has({V.Obj, ElementField}) && !Call.Before.Mem.has({V.Obj, PositionsField});
  while (const Value *Held =
             IsList ? Call.Before.Mem.find({V.Obj, indexField(static_cast<int64_t>(Elements.size()))}) : nullptr)
    Elements.push_back(*Held);
  return Elements;
}

bool CalleeRounds::writeOut(ObjectId O) {
  const Value *Each = eachOf(O);
  llvm::SmallVector<PathId, 2> Elements;
  if (Each)
    elementsIn(*Each, Elements);
  if (Elements.empty())
    return false;
  size_t Count = MaxIndexField;
  Parts Given;
  for (PathId P : Elements) {
    Given.emplace_back(P, given(Call.Solver.Prog.Paths[P].Parent));
    Count = std::min(Count, Given.back().second.size());
  }
  const bool AreMany = llvm::any_of(Given, [](const auto &Part) { return Part.second.size() > MaxIndexField; });
  const Filled How =
      Count < 2 || AreMany ? Filled::Otherwise : howFilled(Call.Callee, Call.Sum.Objects[O.index()].Site);
  if (How == Filled::Otherwise)
    return false;
  const ObjectId Mine = Values.object(O);
  State &S = Call.S;
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Mine)))
    S.Mem.erase(Key);
  int64_t Next = 0;
  for (size_t K = 0; K < Count; ++K) {
    llvm::SmallVector<std::pair<PathId, Value>, 2> InRound;
    for (const auto &[P, Parts] : Given)
      InRound.emplace_back(P, Parts[K]);
    const bool HasNone = llvm::any_of(InRound, [](const auto &Part) { return Part.second.isNone(); });
    if (!HasNone || How == Filled::InEachRound)
      Paths.where(InRound, [&] { S.Mem.set({Mine, indexField(Next++)}, Values.value(*Each)); });
  }
  if (How == Filled::InSomeRounds)
    Positions(Call.Solver, S, Mine).forget();
  return true;
}

} // namespace devtidy::dataflow
