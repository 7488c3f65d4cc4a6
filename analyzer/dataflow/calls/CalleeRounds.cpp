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
#include "knowledge/MethodNames.h"
#include "knowledge/Names.h"
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

/// Where the list is made of which Site makes a tuple, `tuple(f(x) for x in xs)`; Site if that makes one itself.
static ir::InstId originalOf(const ir::Function &F, ir::InstId Site) {
  const ir::Inst &I = F.inst(Site);
  const bool Copies = I.Kind == InstKind::Call && I.Name == "tuple" && I.Args.size() == 1;
  return Copies && F.definition(I.Args[0].Value) ? F.value(I.Args[0].Value).Definition : Site;
}

/// How F fills the list that Site makes, or makes a tuple of: by one append in one loop, Around, which leaves out
/// nothing but what is None or of another kind, and goes over all.
static Filled howFilled(const ir::Function &F, const ir::Loops &Loops, ir::InstId Site, const ir::Loop *&Around) {
  Site = originalOf(F, Site);
  const ir::Inst *Append = nullptr;
  for (const ir::Inst &I : F.Insts) {
    const bool IsMade = llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == F.inst(Site).Result; });
    if (IsMade && I.Kind == InstKind::Invoke && I.Name == "append" && !Append)
      Append = &I;
    else if (IsMade && (I.Kind == InstKind::Invoke || I.Kind == InstKind::SetItem))
      return Filled::Otherwise;
  }
  if (!Append)
    return Filled::Otherwise;
  Around = Loops.around(Append->Parent);
  // A loop around makes another list in each round.
  const auto HoldsIt = [&](const ir::Loop &L) {
    return L.contains(Append->Parent) && !L.contains(F.inst(Site).Parent);
  };
  if (!Around || llvm::count_if(Loops.all(), HoldsIt) != 1)
    return Filled::Otherwise;
  for (unsigned B : Around->Blocks.set_bits()) {
    const ir::Inst &Last = F.terminator(ir::BlockId(B));
    if (Last.Kind != InstKind::Branch || ir::BlockId(B) == Around->Header)
      continue;
    if (!llvm::all_of(Last.Targets, [&](const ir::Successor &Next) { return Around->contains(Next.Block); }))
      return Filled::Otherwise; // the rounds end early
    const ir::Inst *Asks = F.definition(Last.Args[0].Value);
    const bool AsksForNone = Asks && Asks->Kind == InstKind::Op && Asks->Name.starts_with("is");
    if (!AsksForNone &&
        !(Asks && Asks->Kind == InstKind::Call && knowledge::asksForKind({Asks->Name.data(), Asks->Name.size()})))
      return Filled::Otherwise;
  }
  return Loops.isInEachIteration(*Around, Append->Parent) ? Filled::InEachRound : Filled::InSomeRounds;
}

/// What the loop L goes over together, `zip(parts, devices)`, and what reads it for L; nothing if L is another loop.
static llvm::SmallVector<ir::ValueId, 2> goneOver(const ir::Function &F, const ir::Loop &L,
                                                  llvm::SmallVectorImpl<const ir::Inst *> &Readers) {
  llvm::SmallVector<ir::ValueId, 2> Over;
  const ir::Inst &Last = F.terminator(L.Header);
  const ir::Inst *Asks = Last.Kind == InstKind::Branch ? F.definition(Last.Args[0].Value) : nullptr;
  const ir::Inst *Reader = Asks && Asks->Kind == InstKind::HasNext ? F.definition(Asks->Args[0].Value) : nullptr;
  if (!Reader || Reader->Kind != InstKind::Iterate || L.contains(Reader->Parent))
    return Over;
  llvm::SmallVector<const ir::Inst *, 4> Open = {Reader};
  while (!Open.empty()) {
    Readers.push_back(Open.pop_back_val());
    for (const ir::Arg &A : Readers.back()->Args) {
      const ir::Inst *D = F.definition(A.Value);
      const knowledge::Callable *C =
          D && D->Kind == InstKind::Call ? knowledge::findFunction({D->Name.data(), D->Name.size()}) : nullptr;
      if (C && (C->Kind == knowledge::Action::Zip || (C->Kind == knowledge::Action::Enumerate && D->Args.size() == 1)))
        Open.push_back(D);
      else
        Over.push_back(A.Value);
    }
  }
  return Over;
}

/// How the callee says what its value V is: a parameter, or a member of one. Invalid if it is something else.
PathId CalleeRounds::pathOf(ir::ValueId V) const {
  const ir::Function &F = Call.Callee;
  PathTable &All = Call.Solver.Prog.Paths;
  const llvm::ArrayRef<ir::ValueId> Params = F.block(ir::BlockId(0)).Params;
  if (const auto *It = llvm::find(Params, V); It != Params.end())
    return All.param(F, static_cast<unsigned>(It - Params.begin()));
  const ir::Inst *D = F.definition(V);
  const PathId Of = D && D->Kind == InstKind::GetField ? pathOf(D->Args[0].Value) : PathId();
  return Of ? All.child(Of, D->Name) : PathId();
}

/// True if F only asks how large V is: `len(arrays[0])`, `arrays[0].shape`.
static bool isOnlyMeasured(const ir::Function &F, ir::ValueId V) {
  return llvm::all_of(F.Insts, [&](const ir::Inst &I) {
    const bool Measures = (I.Kind == InstKind::Call && I.Name == "len") ||
                          ((I.Kind == InstKind::GetField || I.Kind == InstKind::Invoke) &&
                           knowledge::givesShape(std::string_view(I.Name)));
    const auto HandsOn = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
    return llvm::none_of(I.Targets, HandsOn) &&
           (Measures || llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; }));
  });
}

/// True if F does nothing else with what the loop L goes over, or with whose member it is, so that its elements are
/// those of the rounds.
bool CalleeRounds::areOfRounds(const ir::Loop &L, llvm::SmallVectorImpl<PathId> &Over) const {
  const ir::Function &F = Call.Callee;
  llvm::SmallVector<const ir::Inst *, 4> Readers;
  for (ir::ValueId V : goneOver(F, L, Readers)) {
    Over.push_back(pathOf(V));
    if (!Over.back())
      return false;
  }
  const auto HoldsIt = [&](ir::ValueId V) {
    const PathId Whole = pathOf(V);
    return Whole && llvm::any_of(Over, [&](PathId P) { return Call.Solver.Prog.Paths.isWithin(P, Whole); });
  };
  return llvm::all_of(F.Insts, [&](const ir::Inst &I) {
    const bool Asks = I.Kind == InstKind::Branch || (I.Kind == InstKind::Call && I.Name == "len") ||
                      (I.Kind == InstKind::Op && (I.Name.starts_with("is") || I.Name == "not")) ||
                      (I.Kind == InstKind::GetItem && isOnlyMeasured(F, I.Result));
    const bool IsHandedOn =
        llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::any_of(Next.Args, HoldsIt); });
    return !IsHandedOn && (Asks || I.Kind == InstKind::GetField || llvm::is_contained(Readers, &I) ||
                           llvm::none_of(I.Args, [&](const ir::Arg &A) { return HoldsIt(A.Value); }));
  });
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
  const ir::Loops Loops(Call.Callee);
  const ir::Loop *Around = nullptr;
  const Filled How = howFilled(Call.Callee, Loops, Call.Sum.Objects[O.index()].Site, Around);
  llvm::SmallVector<PathId, 2> Over;
  if (How == Filled::Otherwise || !areOfRounds(*Around, Over))
    return false;
  // What the elements hold in turn, `x[:2] for x in arrays`, goes with them.
  const PathTable &All = Call.Solver.Prog.Paths;
  const auto IsOfRound = [&](PathId P) { return llvm::is_contained(Over, All[P].Parent); };
  if (!llvm::all_of(Elements, [&](PathId P) {
        return llvm::any_of(Elements, [&](PathId Of) { return IsOfRound(Of) && All.isWithin(P, Of); });
      }))
    return false;
  size_t Count = MaxIndexField;
  Parts Given;
  for (PathId Container : Over) {
    const std::vector<Value> Held = given(Container);
    if (Held.size() > MaxIndexField)
      return false;
    Count = std::min(Count, Held.size());
    Given.emplace_back(Call.Solver.Prog.Paths.child(Container, ElementField), Held);
  }
  if (Count < 2)
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
