//===- OnlyTensors.cpp - What else than a tensor comes to a name --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/OnlyTensors.h"
#include "checks/support/Callees.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;
using ir::ValueId;
using llvm::StringRef;

namespace {

/// Goes back from a value to all that it may be.
class Sources {
public:
  Sources(const Program &P, const NameUses &All, bool NoneCounts) : P(P), All(All), NoneCounts(NoneCounts) {}

  /// True if V of F may be no tensor.
  bool isOther(const ir::Function &F, ValueId V);
  bool isOtherInMember(const ir::Function &From, StringRef Class, StringRef Member);

private:
  bool ofParameter(const ir::Function &F, unsigned N);
  bool ofJoin(const ir::Function &F, ValueId V);
  bool ofCall(const ir::Function &F, const ir::Inst &Call);
  bool ofReturn(const ir::Function &Callee);
  bool ofElement(const ir::Function &F, const ir::Inst &Taken);
  bool ofElementOfParameter(const ir::Function &F, unsigned N);
  bool ofGlobal(StringRef Name);
  bool ofSolved(const ir::Function &F, const ir::Inst &D) const;
  bool isOther(const SolvedFunction &S, const Value &V) const;
  bool isOther(const ir::Constant &C) const { return C.K != ir::Constant::Kind::None || NoneCounts; }
  bool isStoredTo(const NameUses::Said &Put, const ir::Function &From, StringRef Class) const;
  StringRef classOf(const ir::Function &F, ValueId V) const;

  const Program &P;
  const NameUses &All;
  bool NoneCounts;
  llvm::DenseSet<std::pair<const ir::Function *, unsigned>> Seen; ///< values, and whether None counts
  unsigned Depth = 0;                                             ///< functions on the way
  Effort Spent;
};

/// True if F asks what kind of thing V is: another path has something else in its place.
bool isAskedForKind(const ir::Function &F, ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Call && !I.Args.empty() && I.Args[0].Value == V &&
           (knowledge::asksForKind(std::string_view(I.Name)) || ir::lastName(I.Name).starts_with("is_"));
  });
}

/// True if F asks whether V is there: `x is None`, `if x:`.
bool isAskedForNone(const ir::Function &F, ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool Asks =
        I.Kind == InstKind::Branch || (I.Kind == InstKind::Op && (I.Name.starts_with("is") || I.Name == "not"));
    return Asks && !I.Args.empty() && I.Args[0].Value == V;
  });
}

} // namespace

StringRef Sources::classOf(const ir::Function &F, ValueId V) const {
  if (F.isReceiver(V))
    return F.Class;
  if (const ir::Inst *Made = makerOf(P, F, V))
    return Made->Name;
  const std::optional<unsigned> N = parameterOf(F, V);
  const ir::Type T = N ? P.Types.givenType(F, *N) : ir::Type();
  return T.Kind == ir::TypeKind::Object ? T.Name : StringRef();
}

/// True if Put may store to the member of an object of Class, which From reads; "" is any.
bool Sources::isStoredTo(const NameUses::Said &Put, const ir::Function &From, StringRef Class) const {
  const StringRef Of = classOf(*Put.F, Put.I->Args[0].Value);
  if (Of.empty())
    return true;
  if (Class.empty())
    return !Put.F->isReceiver(Put.I->Args[0].Value) || Put.F->Class == From.Class;
  const StringRef Own = P.Types.canonical(Class), Theirs = P.Types.canonical(Of);
  return P.Types.derivesFrom(Own, {{std::string_view(Theirs)}}) ||
         P.Types.derivesFrom(Theirs, {{std::string_view(Own)}});
}

bool Sources::isOtherInMember(const ir::Function &From, StringRef Class, StringRef Member) {
  return llvm::any_of(All.storing(Member), [&](const NameUses::Said &Put) {
    const ir::Inst *Stored = Put.F->definition(Put.I->Args[1].Value);
    const bool IsNone = Stored && Stored->Kind == InstKind::Const && Stored->Const.K == ir::Constant::Kind::None;
    return !Spent.allows(Effort::OfName) ||
           (!IsNone && isStoredTo(Put, From, Class) && isOther(*Put.F, Put.I->Args[1].Value));
  });
}

bool Sources::ofGlobal(StringRef Name) {
  return llvm::any_of(All.settingGlobal(P.Types.canonical(Name)),
                      [&](const NameUses::Said &Set) { return isOther(*Set.F, Set.I->Args[0].Value); });
}

/// `weight: float`, `name: str`
static bool isDeclaredOther(const ir::Type &T) {
  return T.Kind == ir::TypeKind::Bool || T.Kind == ir::TypeKind::Number || T.Kind == ir::TypeKind::String ||
         T.Kind == ir::TypeKind::Device;
}

bool Sources::ofParameter(const ir::Function &F, unsigned N) {
  const ir::Param &Of = F.Params[N];
  if (Of.PassMode != ir::Param::Mode::Value || F.isReceiver(F.Blocks[0].Params[N]))
    return false;
  if (isDeclaredOther(Of.DeclaredType) || (Of.HasDefault && !Of.DefaultUnknown && isOther(Of.Default)))
    return true;
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth)
    return false;
  ++Depth;
  const bool Found = mayHoldOfCall(P, All, F, Spent, [&](const ir::Function &Caller, const ir::Inst &Call) {
    const bool IsOpen = llvm::any_of(Call.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
    const ir::Arg *A = IsOpen ? nullptr : givenFor(F, N, Call);
    return A && isOther(Caller, A->Value);
  });
  --Depth;
  return Found;
}

bool Sources::ofJoin(const ir::Function &F, ValueId V) {
  const ir::BlockId Joined = F.value(V).Block;
  const auto &Params = F.block(Joined).Params;
  const size_t At = llvm::find(Params, V) - Params.begin();
  const auto IsOther = [&](ValueId From) {
    if (isAskedForKind(F, From))
      return false;
    const bool Counted = std::exchange(NoneCounts, NoneCounts && !isAskedForNone(F, From));
    const bool Result = isOther(F, From);
    NoneCounts = Counted;
    return Result;
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Targets, [&](const ir::Successor &To) {
      return To.Block == Joined && At < To.Args.size() && IsOther(To.Args[At]);
    });
  });
}

bool Sources::ofReturn(const ir::Function &Callee) {
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth || llvm::any_of(Callee.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Yield; }))
    return false;
  ++Depth;
  const bool Found = llvm::any_of(Callee.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Return && !I.Args.empty() && isOther(Callee, I.Args[0].Value);
  });
  --Depth;
  return Found;
}

bool Sources::ofCall(const ir::Function &F, const ir::Inst &Call) {
  if (const auto Class = Call.Kind == InstKind::Call ? P.Types.findClass(Call.Name) : std::nullopt)
    return llvm::none_of(Class->C->Bases, [&](StringRef Base) {
      return knowledge::isTensorClass(std::string_view(P.Types.canonical(Base)));
    });
  if (const std::optional<Program::Entry> Callee = calleeOf(P, F, Call); Callee && Callee->F->hasBody())
    return ofReturn(*Callee->F);
  return (Call.Kind == InstKind::Call && knowledge::makesArrays(std::string_view(P.Types.canonical(Call.Name)))) ||
         ofSolved(F, Call);
}

/// `total({"reg": 0.5})`, `total([1.0, 2.0])`: what is written where F is called.
bool Sources::ofElementOfParameter(const ir::Function &F, unsigned N) {
  return mayHoldOfCall(P, All, F, Spent, [&](const ir::Function &Caller, const ir::Inst &Call) {
    const ir::Arg *A = givenFor(F, N, Call);
    const ir::Inst *Of = A ? Caller.definition(A->Value) : nullptr;
    if (!Of || (Of->Kind != InstKind::MakeList && Of->Kind != InstKind::MakeTuple && Of->Kind != InstKind::MakeDict))
      return false;
    // Keys stand before their values.
    const size_t Step = Of->Kind == InstKind::MakeDict ? 2 : 1;
    for (size_t I = Step - 1; I < Of->Args.size(); I += Step)
      if (isOther(Caller, Of->Args[I].Value))
        return true;
    return false;
  });
}

/// `xs[0]`, `a, b = xs`, `for x in xs`
bool Sources::ofElement(const ir::Function &F, const ir::Inst &Taken) {
  ValueId Whole = Taken.Args[0].Value;
  const ir::Inst *Of = F.definition(Whole);
  if (Of && Of->Kind == InstKind::Iterate) {
    Whole = Of->Args[0].Value;
    Of = F.definition(Whole);
  }
  if (const std::optional<unsigned> N = Of ? std::nullopt : parameterOf(F, Whole))
    return ofElementOfParameter(F, *N) || ofSolved(F, Taken);
  if (!Of || (Of->Kind != InstKind::MakeList && Of->Kind != InstKind::MakeTuple) ||
      llvm::any_of(Of->Args, [](const ir::Arg &A) { return !A.Keyword.empty(); }))
    return ofSolved(F, Taken);
  if (Taken.Kind == InstKind::Unpack)
    return Taken.Index < Of->Args.size() && isOther(F, Of->Args[Taken.Index].Value);
  return llvm::any_of(Of->Args, [&](const ir::Arg &A) { return isOther(F, A.Value); });
}

bool Sources::isOther(const SolvedFunction &S, const Value &V) const {
  switch (V.K) {
  case Value::Kind::Constant:
    return isOther(V.Const);
  case Value::Kind::Number:
  case Value::Kind::Device:
  case Value::Kind::Tuple:
  case Value::Kind::Function:
    return true;
  case Value::Kind::Object:
    return !S.Sum->Objects[V.Obj.index()].Class.empty();
  default:
    return false;
  }
}

bool Sources::ofSolved(const ir::Function &F, const ir::Inst &D) const {
  const SolvedFunction *S = P.solvedHere(F);
  const Event *E = S && D.Result ? S->eventAt(F.value(D.Result).Definition) : nullptr;
  return E && isOther(*S, E->Result);
}

bool Sources::isOther(const ir::Function &F, ValueId V) {
  if (!Seen.insert({&F, (2 * V.index()) + (NoneCounts ? 1 : 0)}).second)
    return false;
  const ir::Inst *D = F.definition(V);
  if (!D) {
    const std::optional<unsigned> N = parameterOf(F, V);
    return N ? ofParameter(F, *N) : ofJoin(F, V);
  }
  switch (D->Kind) {
  case InstKind::Const:
    return isOther(D->Const);
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
  case InstKind::Closure:
    return true;
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    return ofCall(F, *D);
  case InstKind::GetField:
    return isOtherInMember(F, classOf(F, D->Args[0].Value), D->Name) || ofSolved(F, *D);
  case InstKind::GetGlobal:
    return ofGlobal(D->Name);
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Next:
    return ofElement(F, *D);
  case InstKind::Op:
    // A number and a tensor give a tensor.
    return llvm::all_of(D->Args, [&](const ir::Arg &A) { return isOther(F, A.Value); });
  default:
    return false;
  }
}

bool mayBeNoTensor(const SolvedFunction &S, const Sink &Out, ValueId V, const ir::Inst &At) {
  if (S.M->declaresTypes() || !S.F->hasBody())
    return false;
  const auto E = llvm::find_if(S.Events, [&](const Event &E) { return E.I == &At; });
  const auto Asks = [&](dataflow::Condition::Kind K, bool IsPositive) {
    return E != S.Events.end() && llvm::any_of(E->Path.literals(), [&](dataflow::Literal L) {
             return S.Owner->Conditions[L.condition()].K == K && L.isPositive() == IsPositive;
           });
  };
  if (Asks(dataflow::Condition::Kind::IsTensor, /*IsPositive=*/true))
    return false;
  // No operator takes None.
  const bool NoneCounts = At.Kind != InstKind::Op && !Asks(dataflow::Condition::Kind::IsNone, /*IsPositive=*/false) &&
                          !isAskedForNone(*S.F, V) && !isAskedForKind(*S.F, V);
  return Sources(*S.Owner, Out.names(), NoneCounts).isOther(*S.F, V);
}

bool mayHoldNoTensor(const SolvedFunction &S, const Sink &Out, StringRef Class, StringRef Member) {
  return !S.M->declaresTypes() &&
         Sources(*S.Owner, Out.names(), /*NoneCounts=*/false).isOtherInMember(*S.F, Class, Member);
}

} // namespace devtidy::checks
