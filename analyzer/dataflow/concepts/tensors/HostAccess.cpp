//===- HostAccess.cpp - What the host reads: numpy, data_ptr, item -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

/// The operand of which a function of the host makes an array, and which is known to be somewhere; one that may be on
/// an accelerator before all others.
static std::optional<unsigned> readOperand(CallFrame &F) {
  std::optional<unsigned> Found;
  const bool OfLists = F.C.Params.starts_with("elements");
  for (unsigned N = 0; N < F.I.Args.size(); ++N) {
    const Value &V = F.E.Operands[N].V;
    const bool IsList = V.is(Value::Kind::Tuple) || (V.is(Value::Kind::Object) && !F.isModuleObject(V.Obj));
    if (!IsList && (OfLists || !V.isTensor()))
      continue;
    const Placement P = F.placementOf(V);
    if (P.isBottom() || P.isUnknown())
      continue;
    // A device variable, or where a module is.
    if (const GuardedTerm *Only = P.single(); Only && Only->T.isSymbol() && !V.Path)
      return N;
    if (llvm::any_of(P.terms(), [](const GuardedTerm &T) { return !T.T.isSymbol() && T.T.device().isAccelerator(); }))
      return N;
    if (!Found && !P.hasSymbol())
      Found = N;
  }
  return Found;
}

static Value read(CallFrame &F) {
  // Functions of other libraries take anything.
  if (F.I.Kind == InstKind::Call && !knowledge::takesTensors(F.C)) {
    const std::optional<unsigned> Read = readOperand(F);
    if (!Read) {
      for (unsigned N = 0; N < F.I.Args.size(); ++N)
        if (F.E.Operands[N].V.is(Value::Kind::Symbolic) && !F.C.Params.starts_with("elements"))
          F.meetHost(N, Meeting::HostAccess);
      return F.unknownCall();
    }
    F.E.Subject = *Read;
    F.SelfArg = &F.I.Args[*Read];
    F.Self = F.E.Operands[*Read].V;
  }
  if (F.SelfArg)
    F.noteRead(F.SelfArg->Value);
  F.E.Kind = InstKind::HostAccess;
  F.E.Tested = F.isTested(F.E.Operands[0].V);
  F.E.Before = F.placementOf(F.Self);
  const bool IsRead = F.C.Kind == Action::HostAccess || F.isReadOnHost();
  if (IsRead && F.SelfArg && !F.E.Tested)
    F.meetHost(F.SelfArg - F.I.Args.data(), Meeting::HostAccess);
  if (F.Self.isTensor() && F.E.Name.ends_with("data_ptr"))
    return Value::pointer(F.E.Before);
  return F.unknown();
}

static Value readValue(CallFrame &F) {
  if (F.SelfArg)
    F.noteRead(F.SelfArg->Value);
  F.E.Kind = InstKind::HostValue;
  const llvm::StringRef Name(F.C.Canonical.data(), F.C.Canonical.size());
  return F.counting().countOf(Name, F.I).value_or(Name == "int" ? Value::integer() : Value::number());
}

static Value isDefined(CallFrame &F) {
  if (F.Self.isNone())
    return Value::boolean(false);
  return F.Self.Path ? Value::literal(~F.conditions().isNone(F.Self.Path)) : F.unknown();
}

/// An argument that has to be on the CPU: the lengths of pack_padded_sequence.
static void meetHostArgument(CallFrame &F, const Value &, const Placement &) {
  if (const ir::Arg *Host = F.E.Known ? F.argument("host") : nullptr)
    F.meetHost(Host - F.I.Args.begin(), Meeting::HostArgument);
}

static constexpr Rule Rules[] = {
    {Action::HostAccess, read},     {Action::DataPointer, read},          {Action::HostValue, readValue},
    {Action::IsDefined, isDefined}, {Occasion::Called, meetHostArgument},
};
REGISTER_CONCEPT(HostAccess, Rules)

} // namespace devtidy::dataflow
