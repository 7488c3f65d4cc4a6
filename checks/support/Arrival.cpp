//===- Arrival.cpp - How an operand came to where it is used ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Arrival.h"
#include "checks/support/DemandRepairs.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::PlacedDemand;
using ir::InstKind;
using llvm::SmallVector;
namespace wording = report::wording;

namespace {

/// From the operand back to what was put somewhere.
using Way = SmallVector<const ir::Inst *, 8>;

} // namespace

/// Adds to Back what V is computed of, in the function's own instructions, as far as Made. False if that is not met.
static bool goBack(const ir::Function &F, ir::ValueId V, const ir::Inst *Made, Way &Back) {
  constexpr unsigned MaxSteps = 8;
  const ir::Inst *By = F.definition(V);
  if (!By || By == Made || Back.size() == MaxSteps)
    return By && By == Made;
  Back.push_back(By);
  if (llvm::any_of(By->Args, [&](const ir::Arg &A) { return goBack(F, A.Value, Made, Back); }))
    return true;
  Back.pop_back();
  return false;
}

/// What is written where a variable gets its value; of a loop's variable, what the loop goes over.
static llvm::StringRef writtenFor(const Sink &Out, const ir::Function &F, const ir::Inst &By) {
  const bool IsPart = By.Kind == InstKind::Next || By.Kind == InstKind::Unpack;
  return Out.source(IsPart ? By.Args[0].Range : By.Range);
}

/// A note for each variable on the way, at most three.
static void explainWay(Draft &D, const Sink &Out, const ir::Function &F, const Way &Back, ir::SourceRange Operand) {
  constexpr unsigned MaxHops = 3;
  SmallVector<const ir::Inst *, MaxHops> Hops;
  for (const ir::Inst *By : Back) {
    // What stands in the operand itself is seen there.
    const bool IsSeen =
        By->Range.isInFileOf(Operand) && Operand.Begin <= By->Range.Begin && By->Range.End <= Operand.End;
    if (By->Range.isValid() && !IsSeen && !F.value(By->Result).Variable.empty() && Hops.size() != MaxHops)
      Hops.push_back(By);
  }
  for (const ir::Inst *By : llvm::reverse(Hops)) {
    const std::string Name = wording::quoted(F.value(By->Result).Variable.split('#').first);
    const std::string From = wording::quoted(writtenFor(Out, F, *By), "");
    D.note(Out.place(By->Range),
           From.empty() || From == Name ? wording::defined(Name) : wording::comesFrom(Name, From));
  }
}

/// What the function puts Made into as it is: `self.x = n`. Null if that is nothing of the name.
static const ir::Inst *storedAs(const ir::Function &F, const ir::Inst &Made, llvm::StringRef Member) {
  const auto Stored = llvm::find_if(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::SetField && I.Name == Member && I.Args[1].Value == Made.Result;
  });
  return Stored == F.Insts.end() ? nullptr : &*Stored;
}

void explainArrival(Draft &D, const Sink &Out, const PlacedDemand &P, unsigned Index, const dataflow::GuardedTerm &T,
                    const std::string &Put) {
  const std::optional<ir::Arg> Written = Put.empty() ? std::nullopt : writtenOperand(P, Index);
  const ir::Inst *Made = T.Origin ? T.Origin->I : nullptr;
  const std::string Text = sideText(Out, P, Index);
  if (!Written || !Made || Text == Put || !P.D.F->hasBody() || P.D.Sides[Index].IsModule)
    return;
  const ir::Inst *By = P.D.F->definition(Written->Value);
  if (By == Made) {
    const bool IsName = Out.source(Written->Range) != Out.source(Made->Range) && Text.starts_with("'");
    if (IsName && Put.starts_with("'"))
      D.F.Notes.back().Text = wording::isAlso(D.F.Notes.back().Text, Text, Put);
    return;
  }
  if (By && By->Kind == InstKind::GetField && T.Origin->F != P.D.F) {
    if (const ir::Inst *Stored = storedAs(*T.Origin->F, *Made, By->Name))
      D.note(Out.place(Stored->Range), wording::stored(Put, Text));
    return;
  }
  Way Back;
  if (T.Origin->F != P.D.F || !goBack(*P.D.F, Written->Value, Made, Back)) {
    Back.clear();
    if (By)
      Back.push_back(By);
  }
  explainWay(D, Out, *P.D.F, Back, Written->Range);
}

} // namespace devtidy::checks
