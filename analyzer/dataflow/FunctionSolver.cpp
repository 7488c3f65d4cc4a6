//===- FunctionSolver.cpp - Blocks, joins and the fixed point -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Positions.h"
#include "dataflow/Transfer.h"
#include "domain/Settling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <set>

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

/// A program may write a table: x.append(0), line after line.
constexpr size_t MaxInstructions = 100'000;
/// What is known where blocks meet grows with what comes before: instructions times blocks.
constexpr size_t MaxWork = 1'000'000'000;
/// Of one block. Loops in loops in loops take many.
constexpr unsigned VisitsBeforeJoin = 12, VisitsBeforeLoss = 150, MaxVisits = 400;

void FunctionSolver::makeParameters(State &S) {
  const ir::Block &Entry = F.Blocks[0];
  for (unsigned I = 0; I < Entry.Params.size(); ++I) {
    const ir::Param &P = F.Params[I];
    PathId Path = Prog.Paths.param(F, I);
    ir::Type T = Prog.givenType(F, I);
    if (P.PassMode == ir::Param::Mode::Cell) {
      ObjectId Cell = Objects.symbolic(Path, "cell");
      PathId Held = Prog.Paths.child(Path, CellField);
      writeField(S, Cell, CellField, symbolicValue(Held, T, StepKind::Parameter, P.Range));
      Values[Entry.Params[I].index()] = Value::object(Cell);
      continue;
    }
    if (I == 0 && T.isUnknown() && !F.Class.empty() &&
        (F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor)) {
      T.Kind = ir::TypeKind::Object;
      T.Name = F.Class;
    }
    Value V = symbolicValue(Path, T, StepKind::Parameter, P.Range);
    if (I == 0 && V.is(Value::Kind::Object) && !F.Class.empty()) {
      Self = V.Obj;
      // An object under construction has no registered state yet.
      if (F.Kind == ir::FunctionKind::Constructor)
        S.Mem.set({Self, DeviceField}, Value::tensor(Placement::bottom()));
    }
    Values[Entry.Params[I].index()] = V;
  }
}

/// Constants cost nothing: `const int weights[] = {1, 2, ...}`.
static bool isTooLarge(const ir::Function &F) {
  const size_t Count = F.Insts.size() <= MaxInstructions
                           ? F.Insts.size()
                           : llvm::count_if(F.Insts, [](const ir::Inst &I) { return I.Kind != InstKind::Const; });
  return Count > MaxInstructions || Count * F.Blocks.size() > MaxWork;
}

void FunctionSolver::run() {
  if (!F.hasBody())
    return;
  if (isTooLarge(F)) {
    Out.GaveUp = "is too large";
    return;
  }
  orderBlocks();
  Outs.resize(F.Blocks.size());
  for (BlockId B : Blocks)
    Outs[B.index()].resize(F.terminator(B).Targets.size());
  // What a value of unknown type is used for says what it is, wherever in the function that stands.
  constexpr unsigned MaxRounds = 4;
  auto Goes = [&](BlockId B, unsigned I) { return Order[B.index()] != ~0U && Outs[B.index()][I].Reachable; };
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Rounding.clear();
    Swallowed.clear();
    do {
      if (!solve()) {
        Out.GaveUp = "does not settle";
        return;
      }
    } while (Rounding.findRoundless(Goes) || Swallowed.find(Values, Objects.all(), Goes));
    if (!Used.takeLearned() || Round + 1 == MaxRounds)
      break;
    Values.assign(F.Values.size(), Value());
    for (auto &Edges : Outs)
      for (State &E : Edges)
        E = State();
  }
  finishSummary();
}

bool FunctionSolver::solve() {
  std::set<unsigned> Work;
  std::vector<unsigned> Visits(Blocks.size());
  for (unsigned I = 0; I < Blocks.size(); ++I)
    Work.insert(Work.end(), I);
  // First what is inside of a loop comes to rest, then what is around it. Where that takes long, for a loop may go on
  // from a thousand places, all blocks are visited in turn.
  bool TakesTurns = false;
  unsigned Last = 0;
  while (!Work.empty()) {
    auto It = TakesTurns ? Work.upper_bound(Last) : Work.begin();
    if (It == Work.end())
      It = Work.begin();
    const unsigned I = Last = *It;
    Work.erase(It);
    const unsigned Count = ++Visits[I];
    if (Count > MaxVisits)
      return false;
    const Haste H = Count > VisitsBeforeLoss ? Haste::Loses : Count > VisitsBeforeJoin ? Haste::Joins : Haste::None;
    TakesTurns |= H != Haste::None;
    const BlockChange Changed = visit(Blocks[I], H);
    if (!Changed.Values && !Changed.Edges)
      continue;
    for (const ir::Successor &Succ : F.terminator(Blocks[I]).Targets)
      Work.insert(Order[Succ.Block.index()]);
    // A value that changed in a loop may be used in blocks that no edge leads to directly.
    for (unsigned J = I + 1; Changed.Values && Count > 1 && J < Blocks.size(); ++J)
      Work.insert(J);
  }
  return true;
}

/// True if on one way a module may have moved, nobody knows for sure, and P, where it is on all ways, has forgotten
/// that there was a condition: `for n, c in m.named_modules(): if n: c.to(d)`.
static bool hidesLoosened(const Memory::Key &Key, llvm::ArrayRef<Value> Parts, const Placement &P) {
  auto IsSure = [](const GuardedTerm &T) { return !T.Imprecise; };
  return Key.second == DeviceField &&
         llvm::any_of(P.terms(), [&](const GuardedTerm &T) { return IsSure(T) && T.Guard.isAlways(); }) &&
         llvm::any_of(Parts,
                      [&](const Value &V) { return V.P.terms().size() > 1 && llvm::none_of(V.P.terms(), IsSure); });
}

Memory FunctionSolver::joinMemory(llvm::ArrayRef<std::pair<const State *, Cube>> Incoming, BlockId B,
                                  llvm::ArrayRef<BlockId> From) {
  llvm::SmallVector<const Memory *, 4> Memories;
  for (const auto &[S, Delta] : Incoming)
    Memories.push_back(&S->Mem);
  return Memory::merged(Memories, [&](const Memory::Key &Key, llvm::ArrayRef<const Value *> Held) {
    // Not written on this path: a symbolic object holds what it held at entry, an own one does not exist. A member of
    // an object under construction that is read later was written.
    const bool IsBuilt = Key.first == Self && F.Kind == ir::FunctionKind::Constructor && Key.second != DeviceField;
    const bool HasEntry = Objects[Key.first].K == Object::Kind::Symbolic && !IsBuilt;
    if (Key.second == PositionsField)
      return Positions::joined(Held);
    llvm::SmallVector<Value, 4> Parts;
    for (unsigned I = 0; I < Held.size(); ++I) {
      if (Held[I]) {
        Parts.push_back(*Held[I]);
      } else if (Key.second == PartsField || Key.second == WholeField || Key.second == DataField) {
        Parts.push_back(Value::bottom());
      } else if (Key.second == EachField) {
        Parts.push_back(Value::symbolic(Prog.Paths.child(Objects[Key.first].Path, ElementField)));
      } else if (HasEntry) {
        State Copy = *Incoming[I].first;
        if (Key.second == DeviceField)
          residence(Copy).findHolder(Key.first);
        Parts.push_back(readField(Copy, Key.first, Key.second));
      } else {
        Parts.push_back(Value::bottom());
      }
    }
    const bool AllEqual = llvm::all_of(Parts, [&](const Value &V) { return V == Parts[0]; });
    if (AllEqual)
      return Parts[0];
    // What only the rounds of a loop put into a container is there if there was a round, whatever it needed. Where
    // rounds end in several places, the path to each says what it put in.
    auto IsAround = [&](BlockId P) { return isBackEdge(P, B); };
    bool OnlyAround = Prog.isContainer(Objects[Key.first].Class) && Key.second != DeviceField && !From.empty() &&
                      llvm::count_if(llvm::make_first_range(Preds[B.index()]), IsAround) == 1;
    for (unsigned I = 0; I < Parts.size() && OnlyAround; ++I)
      OnlyAround = IsAround(From[I]) || Parts[I].is(Value::Kind::Bottom);
    Value Joined;
    std::vector<std::pair<Value, Cube>> Guarded;
    for (unsigned I = 0; I < Parts.size(); ++I) {
      Joined.joinIn(OnlyAround ? Parts[I] : Parts[I].guardedBy(Incoming[I].second));
      Guarded.emplace_back(Parts[I], Incoming[I].second);
    }
    // On one way the parts were not moved.
    const bool MissesOne = llvm::is_contained(Held, nullptr);
    if ((MissesOne && (Key.second == PartsField || Key.second == DataField)) || hidesLoosened(Key, Parts, Joined.P))
      Joined.P = Joined.P.imprecise();
    const bool Loops = llvm::any_of(From, [&](BlockId P) { return isBackEdge(P, B); });
    const bool IsAppended = HasEntry && (Key.second == ElementField || Key.second == EachField);
    if (Joined.is(Value::Kind::Unknown) && (!Loops || IsAppended))
      Joined = oneOfSeveral(Guarded, /*OfSummary=*/IsAppended);
    keepFlag(Joined, Guarded, Key, B);
    return Joined;
  });
}

/// Nobody writes a loop that goes over nothing: after `for net in (a, b): net.to(d)` both are there. A state in which
/// no round ran would say that they may be where they were before.
void FunctionSolver::leaveLoop(BlockId Header, State &S) {
  if (!Rounding.isHeadOfFor(Header))
    return;
  bool HasRounds = false;
  std::vector<std::pair<const State *, Cube>> Rounds;
  for (auto [P, Index] : Preds[Header.index()]) {
    if (Order[P.index()] == ~0U || !isBackEdge(P, Header))
      continue;
    HasRounds = true;
    if (Outs[P.index()][Index].Reachable)
      Rounds.push_back({&Outs[P.index()][Index], Cube()});
  }
  // None has ended yet; or none does, and what is behind the loop would never be looked at.
  if (Rounds.empty()) {
    S.Reachable = !HasRounds || Rounding.isRoundless(Header);
    return;
  }
  Cube Common = Rounds[0].first->Path;
  for (const auto &[S, Delta] : Rounds)
    Common = Common.common(S->Path);
  for (auto &[S, Delta] : Rounds) {
    Delta = S->Path.minus(Common);
    Delta.removeIf([&](Literal L) { return Rounding.isOfLoop(L, Header); });
  }
  S.Mem = joinMemory(Rounds, Header);
  S.Mem.map([&](const Value &V) { return Rounding.dropLiterals(V, Header); });
}

/// Computes the state at the start of B and the values of its parameters. False if no edge is taken.
bool FunctionSolver::enterBlock(BlockId B, State &S) {
  if (B.index() == 0) {
    S.Reachable = true;
    makeParameters(S);
    return true;
  }
  std::vector<std::pair<const State *, const ir::Successor *>> Edges;
  std::vector<BlockId> From;
  for (auto [P, Index] : Preds[B.index()]) {
    if (Order[P.index()] == ~0U || !Outs[P.index()][Index].Reachable)
      continue;
    Edges.push_back({&Outs[P.index()][Index], &F.terminator(P).Targets[Index]});
    From.push_back(P);
  }
  if (Edges.empty())
    return false;
  S.Reachable = true;
  S.Path = Edges[0].first->Path;
  for (auto &[Edge, Target] : Edges)
    S.Path = S.Path.common(Edge->Path);
  std::vector<std::pair<const State *, Cube>> Incoming;
  for (unsigned I = 0; I < Edges.size(); ++I) {
    Cube Delta = Edges[I].first->Path.minus(S.Path);
    // That another iteration ran says nothing about this one.
    if (isBackEdge(From[I], B))
      Delta.removeIf([&](Literal L) { return Rounding.isOfLoop(L, B); });
    Incoming.push_back({Edges[I].first, Delta});
  }
  const bool Loops = llvm::any_of(From, [&](BlockId P) { return isBackEdge(P, B); });
  if (!Loops) {
    noteWays(B, Incoming, S);
    noteFlag(B, llvm::to_vector(llvm::make_second_range(Edges)), Incoming);
  }
  S.Mem = joinMemory(Incoming, B, From);
  S.Tested = joinTested(Incoming, Prog.Conditions);
  for (unsigned I = 0; I < From.size(); ++I)
    if (isBackEdge(From[I], B))
      S.Mem.map([&](const Value &V) { return Rounding.dropLiterals(V, B); });

  const ir::Block &Block = F.block(B);
  for (unsigned I = 0; I < Block.Params.size(); ++I) {
    Value Joined;
    const Value &FirstValue = Values[Edges[0].second->Args[I].index()];
    bool AllEqual = llvm::all_of(Edges, [&](const auto &E) { return Values[E.second->Args[I].index()] == FirstValue; });
    // `a and b` as a value: true on one edge, a condition on the other.
    bool Literals = true;
    std::vector<std::pair<Value, Cube>> Parts;
    for (unsigned J = 0; J < Edges.size(); ++J) {
      Value V = Values[Edges[J].second->Args[I].index()];
      // Whoever comes from `if x is None: x = torch.ones(3)` past the branch has a tensor in x.
      if (V.isTensor() && V.Partial && V.Path && Edges[J].first->Path.contains(~Prog.Conditions.isNone(V.Path)))
        V.Partial = false;
      Literals = Literals && (V.Cond || V.truth() || V.isPlainPath());
      // What was so in the iteration before says nothing about this one.
      if (V.is(Value::Kind::Unknown) && isBackEdge(From[J], B))
        V.Guards.reset();
      Parts.push_back({V, AllEqual ? Cube() : Incoming[J].second});
      if (!AllEqual)
        V = V.guardedBy(Incoming[J].second);
      if (isBackEdge(From[J], B))
        V = Rounding.dropLiterals(V, B);
      Joined.joinIn(V);
    }
    if (Joined.is(Value::Kind::Unknown)) {
      std::optional<Value> Chosen = choices().choiceOf(Parts);
      Chosen = Chosen ? Chosen : containerOf(Block.Insts.front(), I, Parts, S);
      Chosen = Chosen || Loops ? Chosen : sequenceOf(Block.Insts.front(), I, Parts, S);
      Joined = Chosen ? *Chosen : oneOfSeveral(Parts);
    }
    Used.noteOptional(Parts);
    if (!AllEqual && Literals && !Joined.Cond && !Joined.is(Value::Kind::Symbolic)) {
      Joined.Path = PathId();
      if (!Loops)
        flags().choose(Joined, Parts, Block.Params[I]);
    }
    Joined.Cond = Loops ? Joined.Cond : Flags::whenMade(Joined, Parts);
    Values[Block.Params[I].index()] = Joined;
  }
  return true;
}

static bool isSame(const State &A, const State &B) {
  return A.Reachable == B.Reachable && A.Path == B.Path && A.Mem == B.Mem && A.Tested == B.Tested;
}

FunctionSolver::BlockChange FunctionSolver::visit(BlockId B, Haste H) {
  State S;
  Record.enter(B);
  const auto OldParams = llvm::map_to_vector(F.block(B).Params, [&](ir::ValueId P) { return Values[P.index()]; });
  bool Reachable = enterBlock(B, S);
  BlockChange Changed;
  for (unsigned I = 0; I < OldParams.size(); ++I)
    Changed.Values |= !(OldParams[I] == Values[F.block(B).Params[I].index()]);
  auto &Edges = Outs[B.index()];
  if (!Reachable) {
    Changed.Edges = llvm::any_of(Edges, [](const State &E) { return E.Reachable; });
    llvm::fill(Edges, State());
    return Changed;
  }
  const ir::Block &Block = F.block(B);
  for (ir::InstId Id : Block.Insts) {
    const ir::Inst &I = inst(Id);
    if (ir::isTerminator(I.Kind))
      break;
    Value V = Transfer(*this, Id, S).run();
    if (H != Haste::None && I.Result && V.isTensor() && Values[I.Result.index()].isTensor())
      V.joinIn(Values[I.Result.index()]);
    if (H == Haste::Loses && I.Result && !Values[I.Result.index()].is(Value::Kind::Bottom))
      V = settled(Values[I.Result.index()], V);
    if (I.Result && !(Values[I.Result.index()] == V)) {
      Values[I.Result.index()] = std::move(V);
      Changed.Values = true;
    }
    if (!S.Reachable)
      break;
  }
  const ir::Inst &T = F.terminator(B);
  if (S.Reachable && (T.Kind == InstKind::Return || T.Kind == InstKind::Branch)) {
    Event E{.Id = Block.Insts.back(), .I = &T, .Kind = T.Kind, .Path = S.Path};
    if (!T.Args.empty())
      E.Operands.push_back({&T.Args[0], operand(T.Args[0], S)});
    if (T.Kind == InstKind::Return) {
      Record.now().Returned = T.Args.empty() ? Value::none() : E.Operands[0].V;
      Record.now().Return = S;
    }
    Record.event(std::move(E));
  }
  for (unsigned I = 0; I < T.Targets.size(); ++I) {
    State E = S;
    if (E.Reachable && T.Kind == InstKind::Branch && !Swallowed.contains(B))
      E.Reachable = assume(E, T.Args[0].Value, I == 0);
    if (I == 1 && E.Reachable)
      leaveLoop(B, E);
    if (H == Haste::Loses)
      settle(E, Edges[I]);
    if (!isSame(E, Edges[I])) {
      Edges[I] = std::move(E);
      Changed.Edges = true;
    }
  }
  return Changed;
}

} // namespace devtidy::dataflow
