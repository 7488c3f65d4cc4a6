//===- MovedLoss.cpp - device-moved-loss --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a loss without state that is moved: the move does nothing, and hides that the loss computes where its inputs
// are. Silent for losses with a weight, which is a buffer and has to move.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"

namespace devtidy::checks {

/// The class of PyTorch that O was made of, without its path: "CrossEntropyLoss". "" for a class of the project, which
/// may have state that is not seen.
static llvm::StringRef className(const SolvedFunction &S, dataflow::ObjectId O) {
  llvm::StringRef Name = S.Sum->Objects[O.index()].Class;
  if (S.Owner->Types.findClass(Name))
    return {};
  if (size_t At = Name.find_last_of(":."); At != llvm::StringRef::npos)
    Name = Name.substr(At + 1);
  Name.consume_back("Impl");
  return Name;
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (E.Kind != ir::InstKind::Move || !E.OnModule || !E.HasTarget || !E.Before.isBottom())
      continue;
    const dataflow::Operand &Loss = E.Operands[0];
    if (!Loss.V.is(dataflow::Value::Kind::Object)) // one of several, depending on a flag
      continue;
    llvm::StringRef Class = className(S, Loss.V.Obj);
    if (!Class.ends_with("Loss"))
      continue;
    Draft D = Out.draft(S, *E.I);
    std::string Name = Out.text(S.F, *Loss.A);
    D.slot("loss", Name).slot("class", report::wording::quotedName(Class));
    const report::Place Whole = Out.place(E.I->Range);
    if (const uint32_t Dot = memberAccess(S, Out, *E.I); Dot && S.isUsed(E.Id))
      D.fix("do not move " + Name, {Whole.Path, Dot, Whole.End, ""});
    Out.add(std::move(D));
  }
}

static const Check MovedLoss = {
    .Name = "device-moved-loss",
    .Headline = "{loss} is a {class} without state: there is nothing to move",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MovedLoss)

} // namespace devtidy::checks
