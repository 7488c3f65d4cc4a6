//===- Coverage.cpp - How much of what meets is known ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Coverage.h"
#include "dataflow/engine/Resolve.h"
#include "ir/Edges.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace devtidy::checks {

using dataflow::Event;
using dataflow::SolvedFunction;
using dataflow::Value;
using ir::InstKind;

namespace {

enum class Holds : uint8_t {
  Nothing, ///< no tensor: a number, a list, a device
  Placed,  ///< it is known where it is
  Symbol,  ///< where a caller, a module or a member says
  Unknown,
};

std::string quoted(llvm::StringRef Name) { return "'" + Name.str() + "'"; }

/// Counts what one function holds.
class Counter {
public:
  explicit Counter(const SolvedFunction &S) : S(S) {}

  std::optional<FunctionCoverage> run();

private:
  void count(const Event &E);
  void count(const ir::Arg &A, const Value &V);
  Holds holds(const Value &V) const;
  std::string reasonFor(ir::ValueId V) const;
  std::string nameOf(const ir::Inst &D) const;
  const ir::Arg *lostOperand(const ir::Inst &D) const;

  const SolvedFunction &S;
  const ir::SourceFile *File = nullptr;
  unsigned Placed = 0, Symbols = 0, Unknown = 0;
  std::map<std::string, unsigned> Reasons;
  std::vector<OperandCoverage> Operands;
};

Holds Counter::holds(const Value &V) const {
  switch (V.K) {
  case Value::Kind::Tensor:
    if (V.P.isBottom())
      return Holds::Nothing;
    return V.P.isUnknown() ? Holds::Unknown : V.P.hasSymbol() ? Holds::Symbol : Holds::Placed;
  case Value::Kind::Symbolic:
    return Holds::Symbol;
  case Value::Kind::Choice:
    return Holds::Placed;
  case Value::Kind::Object:
    return S.Owner->Types.isModuleClass(S.Sum->Objects[V.Obj.index()].Class) ? Holds::Placed : Holds::Nothing;
  case Value::Kind::Unknown:
    return V.Elements ? Holds::Symbol : Holds::Unknown;
  default:
    return Holds::Nothing;
  }
}

std::string Counter::nameOf(const ir::Inst &D) const {
  const llvm::StringRef Name = D.Kind == InstKind::Call ? S.Owner->Types.canonical(D.Name) : D.Name;
  return quoted(Name);
}

/// The operand of an operator that is not known, so that its result is not either; null if all are, or D is none.
const ir::Arg *Counter::lostOperand(const ir::Inst &D) const {
  const Event *E = D.Result ? S.eventAt(S.F->value(D.Result).Definition) : nullptr;
  if (!E || (E->Kind != InstKind::Aten && D.Kind != InstKind::Op))
    return nullptr;
  for (const dataflow::Operand &O : E->Operands)
    if (O.A && holds(O.V) == Holds::Unknown)
      return O.A;
  return nullptr;
}

/// What lost the value: where V comes from, through elements and members of what is not known either.
std::string Counter::reasonFor(ir::ValueId V) const {
  constexpr unsigned MaxSteps = 24; // loops hand values around
  for (unsigned Steps = 0; Steps < MaxSteps; ++Steps) {
    const ir::Inst *D = S.F->definition(V);
    if (!D && S.F->value(V).Block.index() == 0)
      return "parameter";
    if (!D) {
      // The one of several that is lost, if one is.
      const auto Coming = ir::incoming(*S.F, V);
      const auto *Lost = llvm::find_if(Coming, [&](ir::ValueId Of) {
        const Event *E = S.F->definition(Of) ? S.eventAt(S.F->value(Of).Definition) : nullptr;
        return E && holds(E->Result) == Holds::Unknown;
      });
      if (Lost == Coming.end())
        return "one of several values";
      V = *Lost;
      continue;
    }
    const bool IsPart = D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack || D->Kind == InstKind::Next ||
                        D->Kind == InstKind::Iterate || D->Kind == InstKind::GetField || D->Kind == InstKind::Invoke;
    const ir::Inst *Of = IsPart ? S.F->definition(D->Args[0].Value) : nullptr;
    const Event *From = Of ? S.eventAt(S.F->value(D->Args[0].Value).Definition) : nullptr;
    if (IsPart && Of && (!From || holds(From->Result) == Holds::Unknown)) {
      V = D->Args[0].Value;
      continue;
    }
    if (const ir::Arg *Lost = lostOperand(*D)) {
      V = Lost->Value;
      continue;
    }
    switch (D->Kind) {
    case InstKind::Call:
      return (S.Owner->Types.isCallable(S.Owner->Types.canonical(D->Name)) ? "result of " : "call of unknown ") +
             nameOf(*D);
    case InstKind::Invoke: {
      const llvm::StringRef Of = S.F->value(D->Args[0].Value).Variable;
      return Of.empty() ? "method " + nameOf(*D) + " of an unknown object"
                        : "call of unknown '" + Of.str() + "." + D->Name.str() + "'";
    }
    case InstKind::Apply:
      return "call of an unknown value";
    case InstKind::GetField:
      return "attribute " + nameOf(*D) + " of an unknown class";
    case InstKind::GetGlobal:
      return "global " + nameOf(*D);
    case InstKind::GetItem:
    case InstKind::Unpack:
    case InstKind::Next:
    case InstKind::Iterate:
      return "element of an unknown container";
    case InstKind::Op:
      return "operands of " + nameOf(*D);
    default:
      return "a value that is not followed";
    }
  }
  return "a value that is not followed";
}

void Counter::count(const ir::Arg &A, const Value &V) {
  using Place = OperandCoverage::Place;
  const Holds Held = holds(V);
  if (Held == Holds::Nothing)
    return;
  OperandCoverage Operand{A.Range.Begin, A.Range.End};
  if (Held == Holds::Unknown) {
    ++Unknown;
    Operand.Reason = reasonFor(A.Value);
    ++Reasons[Operand.Reason];
  } else {
    ++(Held == Holds::Placed ? Placed : Symbols);
    Operand.Where = Held == Holds::Placed ? Place::Known : Place::Symbol;
  }
  if (A.Range.File == File)
    Operands.push_back(std::move(Operand));
}

void Counter::count(const Event &E) {
  const bool IsOperator = E.Kind == InstKind::Aten;
  const bool IsLost = E.I->Kind == InstKind::Invoke && !E.Operands.empty() &&
                      holds(E.Operands[0].V) == Holds::Unknown &&
                      knowledge::isTensorMethod(std::string_view(E.I->Name), E.I->Args.size() - 1);
  const bool IsOfOne = E.Kind == InstKind::Move || E.Kind == InstKind::HostAccess || E.Kind == InstKind::HostValue;
  if (!IsOperator && !IsOfOne && !IsLost && E.Kind != InstKind::Forward)
    return;
  const auto Overloads = IsOperator ? knowledge::findOperator(std::string_view(E.Name)) : knowledge::findOperator("");
  const bool Indexes = E.I->Kind == InstKind::GetItem || E.I->Kind == InstKind::SetItem;
  for (const auto &[N, O] : llvm::enumerate(E.Operands)) {
    if (!O.A || (N > 0 && (IsOfOne || IsLost)))
      continue;
    // What nobody knows may well be an index, or a size.
    const bool IsIndex = Indexes && N > 0 && !(E.I->Kind == InstKind::SetItem && N + 1 == E.Operands.size());
    const bool IsOther = N > 0 && !Overloads.empty() && dataflow::takesNoTensor(Overloads, N, O.A->Keyword);
    if (!IsOther && !(IsIndex && holds(O.V) == Holds::Unknown))
      count(*O.A, O.V);
  }
}

std::optional<FunctionCoverage> Counter::run() {
  const auto First = llvm::find_if(S.F->Insts, [](const ir::Inst &I) { return I.Range.isValid(); });
  if (First == S.F->Insts.end() || !First->Range.File->Checked)
    return std::nullopt;
  File = First->Range.File;
  for (const Event &E : S.Events)
    count(E);
  if (S.GaveUp)
    for (const ir::Inst &I : S.F->Insts)
      if (I.Kind == InstKind::Op || I.Kind == InstKind::Invoke) {
        ++Unknown;
        ++Reasons[std::string("gave up: ") + S.GaveUp];
      }
  if (Placed + Symbols + Unknown == 0)
    return std::nullopt;
  FunctionCoverage C{File->Path.str(), S.F->Name.str(), Placed, Symbols, Unknown, {}, std::move(Operands)};
  C.Reasons.assign(Reasons.begin(), Reasons.end());
  return C;
}

} // namespace

std::optional<FunctionCoverage> coverageOf(const SolvedFunction &S) { return Counter(S).run(); }

} // namespace devtidy::checks
