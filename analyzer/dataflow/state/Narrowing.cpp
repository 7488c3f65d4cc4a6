//===- Narrowing.cpp - What a branch tells about devices -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Narrowing.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/state/FunctionFrame.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace devtidy::dataflow {

using knowledge::DeviceType;

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

/// True if the program itself has named an accelerator that V may be without a question, which any machine can do: `if
/// device is None: device = "cuda"`.
static bool isNamed(const Value &V, const ConditionTable &Conditions) {
  return V.is(Value::Kind::Device) && !V.P.isUnknown() && llvm::any_of(V.P.terms(), [&](const GuardedTerm &T) {
           return !T.T.isSymbol() && T.T.device().isAccelerator() && !Conditions.saysAvailable(T.Guard);
         });
}

/// Two or more accelerators, as many as an index needs, a tensor or device that is one's, or that is not the CPU's,
/// mean that there is one.
static bool meansAccelerator(Literal Held, const ir::Function &F, llvm::ArrayRef<Value> Values, const Program &Prog) {
  const Condition &C = Prog.Conditions[Held.condition()];
  if (C.K == Condition::Kind::ValueType && C.F == &F && isNamed(Values[C.V.index()], Prog.Conditions))
    return false;
  if (C.K == Condition::Kind::TypeIs || C.K == Condition::Kind::ValueType)
    return C.Type == (Held.isPositive() ? DeviceType::Cuda : DeviceType::Cpu);
  const bool Counts = C.K == Condition::Kind::Truth && Prog.Paths[C.P].Name.starts_with(" counts ");
  return Held.isPositive() && (Held == Literal::multi() || Counts);
}

/// `self.cuda = args.cuda and torch.cuda.is_available()` stands in the constructor: whoever asks for self.cuda knows.
static bool isOfBuiltFlag(Literal Held, const ir::Function &F, Program &Prog) {
  const Condition &C = Prog.Conditions[Held.condition()];
  const Path Member = C.K == Condition::Kind::Truth ? Prog.Paths[C.P] : Path();
  if (F.Kind != ir::FunctionKind::Method || Member.Kind != Path::Root::Child ||
      Member.Parent != Prog.Paths.param(F, 0) || !Prog.Types.findClass(F.Class))
    return false;
  const SolvedClass &Class = Prog.solvedClass(F.Class);
  const auto *Facts = Class.Fields.find(Member.Name);
  if (Facts == Class.Fields.end() || !Facts->second.Flag)
    return false;
  const Literal Flag = *Facts->second.Flag;
  return Prog.Conditions.saysAvailable(Cube(Held.isPositive() ? Flag : ~Flag));
}

/// Whether V is true wherever the constructor of which Sum is returns: `assert self.use_gpu == True` stands in it.
/// Nothing if it may be either.
static std::optional<bool> truthWhereReturned(const Program &Prog, const Summary &Sum, const Value &V) {
  for (const Literal L : Sum.ReturnPath.literals()) {
    if (V.Cond && V.Cond->condition() == L.condition())
      return L == *V.Cond;
    const Condition &C = Prog.Conditions[L.condition()];
    if (L.isOfMachine() || C.K != Condition::Kind::Truth || !V.isPlainPath())
      continue;
    const Path &Of = Prog.Paths[C.P];
    if (C.P == V.Path || (Of.Parent == V.Path && Of.Name == " == True"))
      return L.isPositive() ? std::optional(true) : C.P == V.Path ? std::optional(false) : std::nullopt;
  }
  return std::nullopt;
}

/// `assert self.use_gpu` stands in the constructor: whoever asks later gets no other answer.
static bool isRefusedWhereBuilt(Literal Held, const ir::Function &F, Program &Prog) {
  const Condition &C = Prog.Conditions[Held.condition()];
  if (C.K != Condition::Kind::Truth || F.Kind != ir::FunctionKind::Method || !Prog.Types.findClass(F.Class))
    return false;
  const Path Asked = Prog.Paths[C.P];
  const bool IsQuestion = Asked.Kind == Path::Root::Child && Asked.Name == " == True";
  const Path Member = IsQuestion ? Prog.Paths[Asked.Parent] : Asked;
  if (Member.Kind != Path::Root::Child || Member.Parent != Prog.Paths.param(F, 0))
    return false;
  const std::vector<Program::Entry> Makers = Prog.Types.constructors(F.Class);
  if (Makers.size() != 1 || Prog.Members.isWrittenOutsideConstructors(F.Class, Member.Name))
    return false;
  const std::shared_ptr<const Summary> Sum = Prog.solved(Makers[0]).Sum;
  const PathId Self = Prog.Paths.param(*Makers[0].F, 0);
  std::optional<bool> Truth;
  Sum->Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum->Objects[Key.first.index()];
    if (Key.second == Member.Name && O.K == Object::Kind::Symbolic && O.Path == Self)
      Truth = truthWhereReturned(Prog, *Sum, V);
  });
  return Truth && *Truth != Held.isPositive();
}

bool Narrowing::supposeMachine(ir::ValueId V, bool Positive, Literal Held) {
  if (isRefusedWhereBuilt(Held, In.F, In.Prog))
    return false;
  if ((meansAccelerator(Held, In.F, In.Values, In.Prog) || isOfBuiltFlag(Held, In.F, In.Prog)) &&
      !S.hold(Literal::available()))
    return false;
  const unsigned Least = In.counting(S).leastIf(V, Positive);
  if (Least > 0 && !S.hold(Literal::available()))
    return false;
  return Least <= 1 || S.hold(Literal::multi());
}

/// `a and b` flows in as a block parameter: edges that bring the other answer were not taken, and if one edge is left,
/// what held on it holds here.
std::optional<bool> Narrowing::assumeGiven(ir::ValueId V, bool Positive, bool IsChosen, unsigned Hops) {
  constexpr unsigned MaxHops = 16;
  const ir::BlockId B = In.F.value(V).Block;
  const ir::Block &Block = In.F.block(B);
  const unsigned Index = llvm::find(Block.Params, V) - Block.Params.begin();
  if (B.index() == 0 || Index >= Block.Params.size())
    return std::nullopt;
  llvm::SmallVector<EdgeStates::Edge, 4> Left = Flow.into(B);
  llvm::erase_if(Left, [&](const EdgeStates::Edge &E) {
    const Value &Given = In.Values[E.To->Args[Index].index()];
    const std::optional<bool> T = Given.truth();
    return (T && *T != Positive) || (Given.Cond && E.S->Path.contains(Positive ? ~*Given.Cond : *Given.Cond));
  });
  if (Left.empty())
    return false;
  if (Left.size() != 1 || Left[0].To->Args[Index] == V || Hops >= MaxHops)
    return std::nullopt;
  for (Literal L : Left[0].S->Path.literals())
    if (addTested(S, L, In.Prog.Conditions); !S.hold(L))
      return false;
  if (const Value &A = In.Values[V.index()]; IsChosen && !S.hold(Positive ? *A.Cond : ~*A.Cond))
    return false;
  return assume(Left[0].To->Args[Index], Positive, Hops + 1);
}

bool Narrowing::assume(ir::ValueId V, bool Positive, unsigned Hops) {
  const Value &A = In.Values[V.index()];
  if (std::optional<bool> T = A.truth())
    return *T == Positive;
  const bool IsChosen = A.Cond && *A.Cond == In.Prog.Conditions.opaque(In.F, V);
  if ((!A.Cond || IsChosen) && !In.F.value(V).Definition)
    if (const std::optional<bool> Result = assumeGiven(V, Positive, IsChosen, Hops))
      return *Result;
  Literal L = In.questions(S).literalOf(V);
  if (!S.hold(Positive ? L : ~L))
    return false;
  if (const ir::Inst *I = In.F.definition(V))
    for (auto [Other, Holds] : impliedBy(In.F, In.Values, *I, Positive))
      if (Literal M = In.questions(S).literalOf(Other); !S.hold(Holds ? M : ~M))
        return false;
  addTested(S, L, In.Prog.Conditions);
  return supposeMachine(V, Positive, Positive ? L : ~L) &&
         llvm::any_of(AllWorlds, [&](World W) { return S.Path.holdsIn(W); });
}

/// What C asks for if that is a member, an element or a length, which may have another answer later, or whether
/// something is empty: `model.training`, `len(xs) == 2`. Nothing for what stays as it is.
static PathId changingSubject(const Condition &C, FunctionFrame &In) {
  if (C.AsksDevice)
    return PathId();
  const PathTable &Paths = In.Prog.Paths;
  const ir::Inst *Compared = C.K == Condition::Kind::Opaque && C.F == &In.F ? In.F.definition(C.V) : nullptr;
  const bool IsOp = Compared && Compared->Kind == ir::InstKind::Op && Compared->Args.size() == 2;
  PathId Of = IsOp ? In.Values[Compared->Args[0].Value.index()].Path : PathId();
  if (C.K == Condition::Kind::Truth || C.K == Condition::Kind::Equals || C.K == Condition::Kind::IsNone)
    Of = C.P;
  bool Changes = C.K == Condition::Kind::Truth && Of && Paths[Of].Kind == Path::Root::Param;
  // Of the question " > 2", what it is about.
  for (; Of && Paths.isQuestion(Of); Of = Paths[Of].Parent)
    Changes |= Paths[Of].Name == " len";
  return Of && (Changes || Paths[Of].Kind != Path::Root::Param) ? Of : PathId();
}

bool Narrowing::assumeChanged(ir::ValueId V, bool Positive) {
  const ConditionTable &Conditions = In.Prog.Conditions;
  if (In.Values[V.index()].truth())
    return false;
  const PathId Asked = changingSubject(Conditions[In.questions(S).literalOf(V).condition()], In);
  if (!Asked)
    return false;
  S.Path.removeIf([&](Literal L) { return changingSubject(Conditions[L.condition()], In) == Asked; });
  return assume(V, Positive);
}

} // namespace devtidy::dataflow
