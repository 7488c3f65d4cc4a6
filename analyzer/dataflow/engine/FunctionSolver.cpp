//===- FunctionSolver.cpp - Blocks, joins and the fixed point -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/domain/Settling.h"
#include "dataflow/engine/BlockEntry.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/Transfer.h"
#include "dataflow/state/StructureMaps.h"
#include "knowledge/ClassNames.h"
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

/// True for what PyTorch calls for gradients, in a thread that has made the device of what it hands over current
/// (torch/csrc/autograd/engine.cpp, thread_init).
static bool isCalledWithDevice(const Program &Prog, const ir::Function &F) {
  const llvm::StringRef Method = ir::lastName(F.Name);
  return Method == "backward" && !F.Class.empty() &&
         Prog.Types.derivesFrom(F.Class, knowledge::AutogradFunctionClasses);
}

void FunctionSolver::makeParameters(State &S) {
  S.Reachable = true;
  if (isCalledWithDevice(Prog, F))
    S.Mem.set({ObjectId(EnvironmentIndex), CurrentDevice},
              Value::device(Placement::of(Term::device({knowledge::DeviceType::Cuda, -1}))));
  const ir::Block &Entry = F.Blocks[0];
  for (unsigned I = 0; I < Entry.Params.size(); ++I) {
    const ir::Param &P = F.Params[I];
    PathId Path = Prog.Paths.param(F, I);
    ir::Type T = Prog.Types.givenType(F, I);
    if (P.PassMode == ir::Param::Mode::Cell) {
      ObjectId Cell = Objects.symbolic(Path, "cell");
      PathId Held = Prog.Paths.child(Path, CellField);
      fields(S).write(Cell, CellField, symbolicValue(*this, Held, T, StepKind::Parameter, P.Range));
      Values[Entry.Params[I].index()] = Value::object(Cell);
      continue;
    }
    if (I == 0 && T.isUnknown() && !F.Class.empty() &&
        (F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor)) {
      T.Kind = ir::TypeKind::Object;
      T.Name = F.Class;
    }
    if (I == 0 && !Out.Given.derived().empty())
      T.Name = Out.Given.derived();
    Value V = symbolicValue(*this, Path, T, StepKind::Parameter, P.Range);
    if (I == 0 && V.is(Value::Kind::Object) && !F.Class.empty()) {
      Self = V.Obj;
      // An object under construction has no registered state yet.
      if (F.Kind == ir::FunctionKind::Constructor)
        S.Mem.set({Self, DeviceField}, Value::tensor(Placement::bottom()));
    }
    // `void keep(Tensor t) { b = t; register_buffer("b", t); }`: those of instructions count from 1.
    if (V.isTensor() && M.declaresTypes())
      V.Identity = ~I;
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
  Flow.reset();
  // What a value of unknown type is used for says what it is, wherever in the function that stands.
  constexpr unsigned MaxRounds = 4;
  auto Goes = [&](BlockId B, unsigned I) { return Flow.isTaken(B, I); };
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
    Flow.reset();
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

static bool isSame(const State &A, const State &B) {
  return A.Reachable == B.Reachable && A.Path == B.Path && A.Mem == B.Mem && A.Tested == B.Tested;
}

/// What Branch asks of the parameter of In that goes through containers, if In is solved for a part that is none.
static std::optional<bool> askedOfPart(const FunctionFrame &In, const ir::Inst &Branch) {
  if (In.Out.Given.empty())
    return std::nullopt;
  for (unsigned N = 0; N < In.F.Params.size(); ++N)
    if (const PathId P = In.Prog.Paths.question(In.Prog.Paths.param(In.F, N), PartQuestion); In.Out.Given.at(P))
      return askedOfKind(In.Prog, In.F, Branch.Args[0].Value, N, StructureMap::Kind::Tensor);
  return std::nullopt;
}

void FunctionSolver::takeBranch(State &S, const ir::Inst &Branch, unsigned Edge) {
  const ir::ValueId Asked = Branch.Args[0].Value;
  if (const std::optional<bool> Is = askedOfPart(*this, Branch)) {
    S.Reachable = *Is == (Edge == 0);
    return;
  }
  const State Before = S;
  S.Reachable = assume(S, Asked, Edge == 0);
  // Nobody writes a function that always fails: what it asserts has changed since it was asked before.
  if (S.Reachable || mayReturnFrom(F, Branch.Targets[1 - Edge].Block) || !mayReturnFrom(F, Branch.Targets[Edge].Block))
    return;
  S = Before;
  S.Reachable = Narrowing(*this, Flow, S).assumeChanged(Asked, Edge == 0);
}

/// S, where T may have failed, becomes what holds where it has. False if nobody gets there.
static bool takeHandler(const Program &Prog, const ir::Function &F, State &S, const ir::Inst &T) {
  if (!S.Reachable || T.Kind != InstKind::Fork || !T.Name.empty())
    return S.Reachable;
  const Failure When = failureOf(Prog, F, T);
  // Where there is an accelerator, it has no memory left.
  const bool IsMissing = When == Failure::WithoutAccelerator && !Prog.Conditions.saysAvailable(S.Path) &&
                         !S.Path.contains(Literal::multi());
  S.Reachable = When != Failure::Never && (!IsMissing || S.hold(~Literal::available()));
  return S.Reachable;
}

FunctionSolver::BlockChange FunctionSolver::visit(BlockId B, Haste H) {
  State S;
  Record.enter(B);
  const auto OldParams = llvm::map_to_vector(F.block(B).Params, [&](ir::ValueId P) { return Values[P.index()]; });
  bool Reachable = true;
  if (B.index() == 0)
    makeParameters(S);
  else
    Reachable = BlockEntry(*this, Flow, B).enter(S);
  BlockChange Changed;
  for (unsigned I = 0; I < OldParams.size(); ++I)
    Changed.Values |= !(OldParams[I] == Values[F.block(B).Params[I].index()]);
  const llvm::MutableArrayRef<State> Edges = Flow.outOf(B);
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
      takeBranch(E, T, I);
    if (I == 1 && takeHandler(Prog, F, E, T))
      Joins(*this).leaveLoop(B, Flow, E);
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
