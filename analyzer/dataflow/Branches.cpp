//===- Branches.cpp - What a branch tells about devices -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace devtidy::dataflow {

using knowledge::DeviceType;

Literal FunctionSolver::literalOf(ir::ValueId V) {
  const Value &A = Values[V.index()];
  if (A.Cond)
    return *A.Cond;
  if (A.IsCount)
    return Literal::available();
  if (A.isPlainPath())
    return Prog.truthOf(A.Path);
  // A tensor or object that may be None: its truth is that it is not.
  if (A.Path && A.Partial)
    return ~Prog.Conditions.isNone(A.Path);
  return Prog.Conditions.opaque(F, V);
}

namespace {

/// The numbers from First to Last, in halves: an odd end lies between two integers, of which nobody knows whether there
/// is a number.
struct Range {
  int64_t First = std::numeric_limits<int64_t>::min(), Last = std::numeric_limits<int64_t>::max();
  bool isWithin(const Range &O) const { return First >= O.First && Last <= O.Last; }
  bool isApart(const Range &O) const { return Last < O.First || First > O.Last; }
};

/// Which numbers, Step halves apart, compare so with Limit; nothing if they are no range.
std::optional<Range> rangeOf(llvm::StringRef Op, int64_t Limit, bool Holds, int64_t Step) {
  constexpr int64_t Low = std::numeric_limits<int64_t>::min(), High = std::numeric_limits<int64_t>::max();
  if (Limit <= Low / 4 || Limit >= High / 4)
    return std::nullopt;
  const int64_t At = 2 * Limit;
  if (Op == ">" || Op == "<=")
    return (Op == ">") == Holds ? Range{At + Step, High} : Range{Low, At};
  if (Op == ">=" || Op == "<")
    return (Op == ">=") == Holds ? Range{At, High} : Range{Low, At - Step};
  if ((Op == "==" && Holds) || (Op == "!=" && !Holds))
    return Range{At, At};
  return std::nullopt;
}

/// What other comparisons in F give if I does: n > 1 says that n > 0.
std::vector<std::pair<ir::ValueId, bool>> impliedBy(const ir::Function &F, llvm::ArrayRef<Value> Values,
                                                    const ir::Inst &I, bool Positive) {
  auto LimitOf = [&](const ir::Inst &X) -> const Value * {
    const Value *Limit = X.Kind == ir::InstKind::Op && X.Args.size() == 2 ? &Values[X.Args[1].Value.index()] : nullptr;
    return Limit && Limit->isInt() ? Limit : nullptr;
  };
  std::vector<std::pair<ir::ValueId, bool>> Implied;
  const Value *Limit = LimitOf(I);
  if (!Limit)
    return Implied;
  const ir::ValueId N = I.Args[0].Value;
  const int64_t Step = Values[N.index()].IsIndex || Values[N.index()].IsCount ? 2 : 1;
  const std::optional<Range> Mine = rangeOf(I.Name, Limit->Const.Int, Positive, Step);
  if (!Mine)
    return Implied;
  auto IsSame = [&](ir::ValueId Other) {
    const Value &A = Values[N.index()], &B = Values[Other.index()];
    return Other == N || (A.Path && A.Path == B.Path && !A.IsComputed && !B.IsComputed);
  };
  for (const ir::Inst &Other : F.Insts) {
    const Value *At = &Other != &I ? LimitOf(Other) : nullptr;
    if (!At || !IsSame(Other.Args[0].Value) || Values[Other.Result.index()].is(Value::Kind::Bottom))
      continue;
    const std::optional<Range> Held = rangeOf(Other.Name, At->Const.Int, true, Step);
    const std::optional<Range> Not = rangeOf(Other.Name, At->Const.Int, false, Step);
    const bool IsTrue = (Held && Mine->isWithin(*Held)) || (Not && Mine->isApart(*Not));
    const bool IsFalse = (Not && Mine->isWithin(*Not)) || (Held && Mine->isApart(*Held));
    if (IsTrue || IsFalse)
      Implied.emplace_back(Other.Result, IsTrue);
  }
  return Implied;
}

} // namespace

/// Two or more accelerators, as many as an index needs, or a tensor that is on one, mean that there is one.
static bool meansAccelerator(Literal Held, const Program &Prog) {
  const Condition &C = Prog.Conditions[Held.condition()];
  const bool OnAccelerator =
      (C.K == Condition::Kind::TypeIs || C.K == Condition::Kind::ValueType) && C.Type == DeviceType::Cuda;
  const bool Counts = C.K == Condition::Kind::Truth && Prog.Paths[C.P].Name.starts_with(" counts ");
  return Held.isPositive() && (Held == Literal::multi() || OnAccelerator || Counts);
}

bool FunctionSolver::assume(State &S, ir::ValueId V, bool Positive, unsigned Hops) {
  constexpr unsigned MaxHops = 16;
  const Value &A = Values[V.index()];
  if (std::optional<bool> T = A.truth())
    return *T == Positive;
  // `a and b` flows in as a block parameter: edges that bring the other answer were not taken, and if one edge is left,
  // what held on it holds here.
  bool IsChosen = A.Cond && *A.Cond == Prog.Conditions.opaque(F, V);
  if ((!A.Cond || IsChosen) && !F.value(V).Definition) {
    ir::BlockId B = F.value(V).Block;
    const ir::Block &Block = F.block(B);
    const unsigned Index = llvm::find(Block.Params, V) - Block.Params.begin();
    if (B.index() != 0 && Index < Block.Params.size()) {
      const ir::Successor *Only = nullptr;
      const State *From = nullptr;
      unsigned Left = 0;
      for (auto [P, SuccIndex] : Preds[B.index()]) {
        if (Order[P.index()] == ~0U || !Outs[P.index()][SuccIndex].Reachable)
          continue;
        const ir::Successor &Succ = F.terminator(P).Targets[SuccIndex];
        const Value &Given = Values[Succ.Args[Index].index()];
        std::optional<bool> T = Given.truth();
        if (T && *T != Positive)
          continue;
        if (Given.Cond && Outs[P.index()][SuccIndex].Path.contains(Positive ? ~*Given.Cond : *Given.Cond))
          continue;
        ++Left;
        Only = &Succ;
        From = &Outs[P.index()][SuccIndex];
      }
      if (Left == 0)
        return false;
      if (Left == 1 && Only->Args[Index] != V && Hops < MaxHops) {
        for (Literal L : From->Path.literals())
          if (noteTested(S, L); S.Path.size() < Cube::MaxPath && !S.Path.add(L))
            return false;
        if (IsChosen && S.Path.size() < Cube::MaxPath && !S.Path.add(Positive ? *A.Cond : ~*A.Cond))
          return false;
        return assume(S, Only->Args[Index], Positive, Hops + 1);
      }
    }
  }
  Literal L = literalOf(V);
  if (S.Path.size() < Cube::MaxPath && !S.Path.add(Positive ? L : ~L))
    return false;
  if (const ir::Inst *I = F.definition(V))
    for (auto [Other, Holds] : impliedBy(F, Values, *I, Positive))
      if (Literal M = literalOf(Other); S.Path.size() < Cube::MaxPath && !S.Path.add(Holds ? M : ~M))
        return false;
  noteTested(S, L);
  const Literal Held = Positive ? L : ~L;
  if (meansAccelerator(Held, Prog) && S.Path.size() < Cube::MaxPath && !S.Path.add(Literal::available()))
    return false;
  const unsigned Least = counting(S).leastIf(V, Positive);
  if (Least > 0 && S.Path.size() < Cube::MaxPath && !S.Path.add(Literal::available()))
    return false;
  if (Least > 1 && S.Path.size() < Cube::MaxPath && !S.Path.add(Literal::multi()))
    return false;
  return llvm::any_of(AllWorlds, [&](World W) { return S.Path.holdsIn(W); });
}

/// When V, one of several, is None; nothing if that is not known of one of them.
static std::optional<Cases> noneCases(const Value &V, ConditionTable &Conditions) {
  Cases C;
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
    if (Part.isPlainPath() || (Part.Path && Part.Partial)) {
      const Literal None = Conditions.isNone(Part.Path);
      for (bool Is : {true, false})
        if (Cube G = Guard; G.add(Is ? None : ~None))
          (Is ? C.Yes : C.No).push_back(G);
    } else if (Part.isNone()) {
      C.Yes.push_back(Guard);
    } else if (!Part.Partial && (Part.isTensor() || Part.is(Value::Kind::Tuple) || Part.is(Value::Kind::Object))) {
      C.No.push_back(Guard);
    } else {
      return std::nullopt;
    }
  }
  return C;
}

/// Comparisons and `not`: on None, on devices, on counts of accelerators, on constants.
Value FunctionSolver::compare(const ir::Inst &I, const State &S) {
  if (I.Name == "not" || I.Name == "!") {
    Value V = Values[I.Args[0].Value.index()];
    if (std::optional<bool> T = V.truth())
      return Value::boolean(!*T);
    Value Not = Value::literal(~literalOf(I.Args[0].Value));
    Not.IfAny = V.IfNone;
    Not.IfNone = counting(S).leastIfAny(V);
    return Not;
  }
  if (I.Args.size() != 2)
    return Value::number();
  Value A = Values[I.Args[0].Value.index()], B = Values[I.Args[1].Value.index()];
  bool Negated = I.Name == "!=" || I.Name == "is not";
  bool IsEquality = Negated || I.Name == "==" || I.Name == "is";
  auto Answer = [&](Literal L) { return Value::literal(Negated ? ~L : L); };
  if (IsEquality) {
    if (A.isNone())
      std::swap(A, B);
    if (B.isNone()) {
      if (A.isNone())
        return Value::boolean(!Negated);
      if ((A.is(Value::Kind::Object) || A.isTensor()) && A.Partial && A.Cond)
        return Answer(~*A.Cond);
      if (A.isPlainPath() || (A.Path && A.Partial))
        return Answer(Prog.Conditions.isNone(A.Path));
      if (A.is(Value::Kind::Device) && A.Partial && A.Cond)
        return Answer(~*A.Cond);
      if (!A.Partial && (A.isTensor() || A.is(Value::Kind::Device) || A.is(Value::Kind::Tuple)))
        return Value::boolean(Negated);
      // `if isinstance(x, str): x = read(x)` stands above.
      if (std::optional<Cases> Is = A.isOneOfSeveral() ? noneCases(A, Prog.Conditions) : std::nullopt)
        if (std::optional<Value> Known = flags().answer(*Is))
          return Negated ? negated(*Known) : *Known;
      return Value::number();
    }
    bool DeviceA = A.is(Value::Kind::Device), DeviceB = B.is(Value::Kind::Device);
    if (DeviceA || DeviceB) {
      Prog.Conditions.forget(F, I.Result); // what an earlier visit knew
      if (!DeviceA)
        std::swap(A, B);
      ir::ValueId IdA = I.Args[DeviceA ? 0 : 1].Value;
      const GuardedTerm *TA = A.P.single();
      std::optional<Placement> PB = deviceOf(B);
      const GuardedTerm *TB = PB ? PB->single() : nullptr;
      if (TA && TB && TA->T.isSymbol() && TB->T.isSymbol()) {
        if (TA->T == TB->T)
          return Value::boolean(!Negated);
        return Answer(Prog.Conditions.sameDevice(TA->T.path(), TB->T.path()));
      }
      if (A.is(Value::Kind::Device) && B.is(Value::Kind::Device) && PB && !A.Partial && !B.Partial) {
        if (std::optional<Value> Same = flags().askDevice(A.P, *PB, Negated, I.Result))
          return *Same;
      }
      if (TB && !TB->T.isSymbol()) {
        Value Q = flags().askType(A, IdA, TB->T.device().Type);
        if (Q.Cond)
          return Answer(*Q.Cond);
        if (std::optional<bool> T = Q.truth())
          return Value::boolean(*T != Negated);
      }
      if (TA && TB && TB->T.isSymbol() && !TA->T.isSymbol())
        return Answer(Prog.Conditions.typeIs(TB->T.path(), TA->T.device().Type));
      return Value::number();
    }
    // x.type() == "torch.cuda.FloatTensor"
    if (A.is(Value::Kind::Options) || B.is(Value::Kind::Options)) {
      const bool First = A.is(Value::Kind::Options);
      if (std::optional<Value> Is = isOfType(First ? A : B, I.Args[First ? 0 : 1].Value, First ? B : A))
        return Negated ? negated(*Is) : *Is;
      return Value::number();
    }
    if (A.is(Value::Kind::Constant) && B.is(Value::Kind::Constant) && A.Const.K == B.Const.K)
      return Value::boolean((A.Const == B.Const) != Negated);
    if (A.is(Value::Kind::Constant))
      std::swap(A, B);
    if (A.Path && !A.IsComputed && B.isString())
      return Answer(Prog.equalsOf(A.Path, B.Const.Text));
  }
  return question(I, A, B).value_or(Value::number());
}

void FunctionSolver::suppose(State &S, Literal L) {
  if (S.Path.size() < Cube::MaxPath && !S.Path.add(L))
    S.Reachable = false;
}

void FunctionSolver::addTested(State &S, PathId Symbol) {
  auto It = llvm::lower_bound(S.Tested, Symbol);
  if (Symbol && (It == S.Tested.end() || *It != Symbol))
    S.Tested.insert(It, Symbol);
}

void FunctionSolver::addTested(State &S, const Placement &P) {
  for (const GuardedTerm &G : P.terms())
    if (G.T.isSymbol())
      addTested(S, G.T.path());
}

void FunctionSolver::noteTested(State &S, Literal L) {
  const Condition &C = Prog.Conditions[L.condition()];
  if (C.K != Condition::Kind::TypeIs && C.K != Condition::Kind::OnDevice)
    return;
  addTested(S, C.P);
  addTested(S, C.Q);
}

bool FunctionSolver::isTested(State &S, Value V) {
  if (V.is(Value::Kind::Object) && object(V.Obj).Class == "cell")
    V = readField(S, V.Obj, CellField);
  const GuardedTerm *Only = V.P.single();
  return V.isTensor() && Only && (!Only->T.isSymbol() || llvm::binary_search(S.Tested, Only->T.path()));
}

std::vector<PathId> FunctionSolver::joinTested(llvm::ArrayRef<std::pair<const State *, Cube>> Incoming) const {
  std::vector<PathId> Joined;
  for (const auto &[S, Delta] : Incoming)
    Joined.insert(Joined.end(), S->Tested.begin(), S->Tested.end());
  llvm::sort(Joined);
  Joined.erase(llvm::unique(Joined), Joined.end());
  llvm::erase_if(Joined, [&](PathId Symbol) {
    return llvm::any_of(Incoming, [&](const auto &In) {
      bool None = llvm::any_of(In.first->Path.literals(), [&](Literal L) {
        const Condition &C = Prog.Conditions[L.condition()];
        return C.K == Condition::Kind::IsNone && C.P == Symbol && L.isPositive();
      });
      return !None && !llvm::binary_search(In.first->Tested, Symbol);
    });
  });
  return Joined;
}

} // namespace devtidy::dataflow
