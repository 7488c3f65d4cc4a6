//===- BlockEntry.cpp - What holds at the start of a block ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/BlockEntry.h"
#include "dataflow/calls/Returned.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/Sequences.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace devtidy::dataflow {

BlockEntry::BlockEntry(FunctionFrame &In, const EdgeStates &Flow, ir::BlockId B)
    : In(In), B(B), Edges(Flow.into(B)),
      Loops(llvm::any_of(Edges, [&](const EdgeStates::Edge &On) { return isRound(On); })) {}

bool BlockEntry::isRound(const EdgeStates::Edge &On) const { return In.isBackEdge(On.From, B); }

void BlockEntry::noteWays(State &S) const {
  constexpr unsigned MaxWays = 4;
  std::vector<Cube> Ways;
  for (const auto &[Edge, Delta] : Incoming)
    if (Delta.size() <= Cube::MaxTerm) {
      Ways.push_back(Delta);
      // Who has several has one: the ways of `if (device_count() > 1)` are all that there are.
      if (Delta.contains(Literal::multi()))
        Ways.back().removeIf([](Literal L) { return L == Literal::available(); });
    }
  // What one iteration knew says nothing about the next, so in loops it is not worth a guard.
  if (Ways.size() == Incoming.size() && Ways.size() > 1 && Ways.size() <= MaxWays && !coversAll(Ways) &&
      !ir::isInCycle(In.F, B))
    S.suppose(In.Prog.Conditions.either(std::move(Ways)));
}

/// True for a flag, and for a device by its name or itself: what is done after it hangs on it.
static bool isSetting(const Value &V) {
  return (V.is(Value::Kind::Constant) && (V.Const.K == ir::Constant::Kind::Bool || V.isString())) ||
         (V.is(Value::Kind::Device) && V.P.single());
}

/// True if no condition tells apart two ways that set the variable to different values.
static bool isUndecided(llvm::ArrayRef<Value> Set, llvm::ArrayRef<Joins::Way> Incoming) {
  for (unsigned I = 0; I < Set.size(); ++I)
    for (unsigned J = 0; J < I; ++J)
      if (!(Set[I] == Set[J]) && Incoming[I].second.meet(Incoming[J].second))
        return true;
  return false;
}

/// True if the parameter N of the block is a device on some way, by its name or itself.
bool BlockEntry::mayNameDevice(unsigned N) const {
  return llvm::any_of(Edges,
                      [&](const EdgeStates::Edge &On) { return namesDevice(In.Values[On.To->Args[N].index()]); });
}

void BlockEntry::noteFlag() {
  const ir::Block &Block = In.F.block(B);
  for (unsigned N = 0; N < Block.Params.size(); ++N) {
    llvm::SmallVector<Value, 4> Set;
    const bool IsPlace = mayNameDevice(N);
    for (const EdgeStates::Edge &On : Edges) {
      const Value &V = In.Values[On.To->Args[N].index()];
      if (Value Named = IsPlace ? besideDevices(V) : V; isSetting(Named))
        Set.push_back(std::move(Named));
    }
    if (Set.size() != Edges.size() || !isUndecided(Set, Incoming) || ir::isInCycle(In.F, B))
      continue;
    const bool IsFlag = llvm::all_of(Set, [](const Value &V) { return V.truth().has_value() && !V.isString(); });
    const PathId Way = In.Prog.Paths.question(In.Prog.Paths.site(In.F, Block.Insts.back()), " way");
    if (!IsFlag && !Way)
      return;
    const Literal First = IsFlag ? In.Prog.Conditions.opaque(In.F, Block.Params[N]) : In.Prog.Conditions.truth(Way);
    for (unsigned I = 0; I < Set.size(); ++I)
      Incoming[I].second.add((IsFlag ? *Set[I].truth() : Set[I] == Set[0]) ? First : ~First);
    return;
  }
}

void BlockEntry::findWays(State &S) {
  S.Path = Edges[0].S->Path;
  for (const EdgeStates::Edge &On : Edges)
    S.Path = S.Path.common(On.S->Path);
  for (const EdgeStates::Edge &On : Edges) {
    Cube Delta = On.S->Path.minus(S.Path);
    // That another iteration ran says nothing about this one.
    if (isRound(On))
      Delta.removeIf([&](Literal L) { return In.Rounding.isOfLoop(L, B); });
    Incoming.push_back({On.S, Delta});
  }
  if (Loops)
    return;
  noteWays(S);
  noteFlag();
}

bool BlockEntry::enter(State &S) {
  if (Edges.empty())
    return false;
  S.Reachable = true;
  findWays(S);
  S.Mem = Joins(In).memory(Incoming, B, llvm::map_to_vector(Edges, [](const EdgeStates::Edge &On) { return On.From; }));
  S.Tested = joinTested(Incoming, In.Prog.Conditions);
  for (const EdgeStates::Edge &On : Edges)
    if (isRound(On))
      S.Mem.map([&](const Value &V) { return In.Rounding.dropLiterals(V, B); });
  const ir::Block &Block = In.F.block(B);
  for (unsigned N = 0; N < Block.Params.size(); ++N)
    In.Values[Block.Params[N].index()] = joinParam(N, S);
  return true;
}

/// True if On is taken only where Of, of which nothing is known, is None: `x if x is None else x.cuda()`.
static bool isNoneOn(const FunctionFrame &In, const EdgeStates::Edge &On, ir::ValueId Of) {
  return llvm::any_of(On.S->Path.literals(), [&](Literal L) {
    const Condition &C = In.Prog.Conditions[L.condition()];
    const ir::Inst *Asked = C.K == Condition::Kind::Opaque && C.F == &In.F ? In.F.definition(C.V) : nullptr;
    return Asked && Asked->Kind == ir::InstKind::Op && Asked->Name == (L.isPositive() ? "is" : "is not") &&
           Asked->Args[0].Value == Of && In.Values[Asked->Args[1].Value.index()].isNone();
  });
}

Value BlockEntry::given(unsigned N, const EdgeStates::Edge &On) const {
  Value V = In.Values[On.To->Args[N].index()];
  if (V.is(Value::Kind::Unknown) && isNoneOn(In, On, On.To->Args[N]))
    return Value::none();
  // Whoever comes from `if x is None: x = torch.ones(3)` past the branch has a tensor in x.
  if (V.isTensor() && V.Partial && V.Path && On.S->Path.contains(~In.Prog.Conditions.isNone(V.Path)))
    V.Partial = false;
  return V;
}

/// True if V goes back to the caller, who may know which of several it is, and nobody else sees it: `return
/// torch.tensor( ids) if kind == "pt" else ids`.
static bool isOnlyReturned(const ir::Function &F, ir::ValueId V) {
  bool Any = false;
  for (const ir::Inst &I : F.Insts) {
    const bool IsPassed =
        llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); });
    const bool IsUsed = llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; });
    if (IsPassed || (IsUsed && I.Kind != ir::InstKind::Return))
      return false;
    Any |= IsUsed;
  }
  return Any;
}

/// Where one of Parts is, which are more than conditions can tell apart: in one of their places.
static Placement withoutConditions(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  Placement P;
  for (const auto &[V, Guard] : Parts)
    P.joinIn(V.P.withoutLiterals([](Literal) { return true; }).imprecise());
  return P;
}

Value BlockEntry::joinParam(unsigned N, State &S) {
  const ir::Block &Block = In.F.block(B);
  auto Brought = [&](const EdgeStates::Edge &On) -> const Value & { return In.Values[On.To->Args[N].index()]; };
  const bool AllEqual =
      llvm::all_of(Edges, [&](const EdgeStates::Edge &On) { return Brought(On) == Brought(Edges[0]); });
  // Beside None there is one tensor, wherever it is: `[x if x is None else x.cuda() for x in xs]`.
  const auto IsOther = [&](const EdgeStates::Edge &On) { return !given(N, On).isNone(); };
  const bool OnlyOne = ir::isInCycle(In.F, B) && llvm::count_if(Edges, IsOther) == 1;
  // `a and b` as a value: true on one edge, a condition on the other.
  bool Literals = true;
  Value Joined;
  std::vector<std::pair<Value, Cube>> Parts;
  llvm::SmallVector<Value, 2> Rounds, Before;
  auto All = llvm::map_to_vector(Edges, Brought);
  // Who asks again has to know which of them it is, unless one is a device whatever it is called.
  if (mayNameDevice(N) && isAskedAgain(In, Block.Params[N], All))
    llvm::erase_if(All, [](const Value &V) { return !V.is(Value::Kind::Device); });
  for (unsigned J = 0; J < Edges.size(); ++J) {
    Value V = asDeviceBeside(In, given(N, Edges[J]), All);
    Literals = Literals && (V.Cond || V.truth() || V.isPlainPath());
    // What was so in the iteration before says nothing about this one.
    if (V.is(Value::Kind::Unknown) && isRound(Edges[J]))
      V.Guards.reset();
    Parts.push_back({V, AllEqual ? Cube() : Incoming[J].second});
    if (!AllEqual && !(V.isTensor() && OnlyOne))
      V = V.guardedBy(Incoming[J].second);
    if (isRound(Edges[J]))
      V = In.Rounding.dropLiterals(V, B);
    (isRound(Edges[J]) ? Rounds : Before).push_back(Edges[J].To->Args[N] == Block.Params[N] ? Value::unknown() : V);
    Joined.joinIn(V);
  }
  if (In.Rounding.isHeadOfFor(B))
    In.Rounding.noteLeft(Block.Params[N], Rounds, Before);
  if (Joined.is(Value::Kind::Unknown)) {
    Sequences Chosen(In, Block.Insts.front(), N, S);
    std::optional<Value> One = In.choices().choiceOf(Parts);
    One = One ? One : Chosen.containerOf(Parts);
    One = One || Loops ? One : Chosen.sequenceOf(Parts);
    const bool IsReturned = !Loops && isOnlyReturned(In.F, Block.Params[N]);
    Joined = One ? *One : oneOfSeveral(Parts, /*OfSummary=*/IsReturned || (!Loops && arePlainObjects(In, Parts)));
    if (IsReturned && Joined.is(Value::Kind::Unknown) && !Joined.Elements)
      Joined = toldByCaller(In.Prog, Parts);
  }
  if (Joined.isTensor() && Joined.P.isUnknown())
    Joined.P = withoutConditions(Parts);
  In.Used.noteOptional(Parts);
  if (!AllEqual && Literals && !Joined.Cond && !Joined.is(Value::Kind::Symbolic)) {
    Joined.Path = PathId();
    if (!Loops)
      In.flags().choose(Joined, Parts, Block.Params[N]);
  }
  Joined.Cond = Loops ? Joined.Cond : Flags::whenMade(Joined, Parts);
  return Joined;
}

} // namespace devtidy::dataflow
