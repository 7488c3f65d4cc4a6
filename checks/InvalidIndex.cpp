//===- InvalidIndex.cpp - device-invalid-index --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags an index that names no accelerator of any machine considered: past the last one, below -1, the number of
// accelerators itself, or a string that PyTorch does not parse (c10/core/Device.cpp): a misspelled device, too. Silent
// behind a test of device_count(), and for cuda:1, which some machines have.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"
#include "dataflow/engine/Resolve.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using dataflow::Literal;
using dataflow::Value;
using ir::InstKind;
using knowledge::Action;

/// True if the call's integer "device" or "index" argument counts accelerators.
static bool takesIndex(const Event &E) {
  switch (E.Known->Kind) {
  case Action::MakeDevice:
  case Action::MakeOptions:
  case Action::Move:
  case Action::MoveCuda:
  case Action::SetDevice:
  case Action::GuardDevice:
  case Action::NeedsAccelerator:
    return true;
  default:
    return E.Kind == InstKind::Create || E.Kind == InstKind::Load;
  }
}

/// A device of type cuda or none said at all: torch::Device(kCPU, 0) has an index that nobody reads.
static bool meansAccelerator(const Event &E) {
  if (E.Known->Kind != Action::MakeDevice)
    return true;
  const dataflow::GuardedTerm *Only = E.Result.P.single();
  return Only && !Only->T.isSymbol() && Only->T.device().Type == knowledge::DeviceType::Cuda;
}

/// Why V is no index of an accelerator; "" if it may be one.
static std::string problemOf(const Value &V, int Last) {
  if (V.IsCount)
    return "it is the number of accelerators, one more than the last index";
  std::string PastEnd = "the last accelerator is cuda:" + std::to_string(Last);
  if (V.isInt()) {
    if (V.Const.Int < -1)
      return "it is negative";
    return V.Const.Int > Last ? PastEnd : "";
  }
  if (!V.isString())
    return "";
  llvm::StringRef Text(V.Const.Text);
  if (knowledge::isMisspelledDevice({Text.data(), Text.size()}))
    return "it is no device";
  auto [Type, Index] = Text.split(':');
  if (Index.empty() || !knowledge::parseDevice({Type.data(), Type.size()}))
    return "";
  std::optional<knowledge::Device> D = knowledge::parseDevice({Text.data(), Text.size()});
  if (D)
    return D->Type == knowledge::DeviceType::Cuda && D->Index > Last ? PastEnd : "";
  if (Index.consume_front("-"))
    return "it is negative";
  return llvm::all_of(Index, llvm::isDigit) && Index[0] != '0' ? PastEnd : "it is no number";
}

/// True if I asks a tensor for its index: x.get_device(), which nothing else has.
static bool asksForIndex(const ir::Inst &I) {
  const knowledge::Callable *C = I.Kind == InstKind::Invoke && I.Args.size() == 1
                                     ? knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name))
                                     : nullptr;
  return C && C->Kind == Action::QueryIndex && C->Canonical == "get_device";
}

/// True if Asked, `x.get_device()`, may ask a tensor on the CPU.
static bool mayAskHost(const Event &Asked) {
  const Value &Of = Asked.Operands[0].V;
  if (Of.is(Value::Kind::Symbolic) || Of.is(Value::Kind::Unknown))
    return true;
  return Of.isTensor() && !Of.P.isUnknown() && llvm::any_of(Of.P.terms(), [&](const dataflow::GuardedTerm &T) {
           return T.Guard.meet(Asked.Path) && (T.T.isSymbol() || T.T.isHost());
         });
}

/// The tensor whose index Use is given, `x.get_device()`, which is -1 where x is on the CPU; null if it is none, if x
/// cannot be there, or if anything has been asked before that may tell.
static const ir::Arg *askedForIndex(const SolvedFunction &S, const Event &Use) {
  const ir::ValueId V = Use.TargetArg->Value;
  const ir::Inst *D = S.F->definition(V);
  if (!D || !asksForIndex(*D))
    return nullptr;
  // Of what nobody knows there is no event.
  const Event *E = S.eventAt(S.F->value(V).Definition);
  if (E && (E->Operands.empty() || E->Guarded || !mayAskHost(*E)))
    return nullptr;
  const auto Tells = [&](Literal L) {
    return S.Owner->Conditions[L.condition()].K != dataflow::Condition::Kind::IsTensor;
  };
  const bool IsAsked = (E && llvm::any_of(E->Path.literals(), Tells)) || llvm::any_of(Use.Path.literals(), Tells);
  return IsAsked ? nullptr : D->Args.data();
}

/// y.to(x.get_device()) -> y.to(x.device); cuda() takes no CPU.
static void addDeviceFix(Draft &D, const Sink &Out, const Event &Use, const ir::Arg &Of) {
  const report::Place P = Out.place(Use.TargetArg->Range);
  const llvm::StringRef Given = Out.source(Use.TargetArg->Range), Tensor = Out.source(Of.Range);
  const bool TakesAny = Use.Kind == InstKind::Create || Use.Known->Kind == Action::Move;
  if (TakesAny && !Tensor.empty() && Given == (Tensor + ".get_device()").str() && !Tensor.contains(' '))
    D.fix("use its device", {P.Path, P.Begin, P.End, (Tensor + ".device").str()}, true);
}

static void reportIndexOfHost(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldCpu))
    return;
  for (const Event &E : S.Events) {
    if (!E.Known || !takesIndex(E) || E.Guarded || !E.TargetArg)
      continue;
    const ir::Arg *Of = askedForIndex(S, E);
    if (!Of)
      continue;
    Draft D = Out.draft(S.F, E.TargetArg->Range.isValid() ? E.TargetArg->Range : E.I->Range);
    D.slot("index", Out.text(S.F, *E.TargetArg)).slot("op", report::wording::quoted(E.Name));
    D.slot("why", "it is -1 where " + Out.text(S.F, *Of) + " is on the CPU");
    D.worlds(report::WorldCpu).atLeastLevel(2).unless({dataflow::Excuse::Kind::Guarded, S.F});
    addDeviceFix(D, Out, E, *Of);
    Out.add(std::move(D));
  }
}

static void run(const SolvedFunction &S, Sink &Out) {
  reportIndexOfHost(S, Out);
  bool Multi = Out.worlds() & report::WorldMulti;
  if (!Multi && !(Out.worlds() & report::WorldGpu))
    return;
  int Last = Multi ? Out.maxAccelerators() - 1 : 0;
  for (const Event &E : S.Events) {
    if (!E.Known || !takesIndex(E) || E.Path.contains(Literal::multi()) || E.Path.contains(~Literal::available()))
      continue;
    const ir::Arg *Given[] = {dataflow::argumentFor(*E.Known, *E.I, "device"),
                              dataflow::argumentFor(*E.Known, *E.I, "index")};
    for (const dataflow::Operand &O : E.Operands) {
      if (!O.A || (O.A != Given[0] && O.A != Given[1]))
        continue;
      std::string Why = problemOf(O.V, Last);
      if (Why.empty() || (!O.V.isString() && !meansAccelerator(E)))
        continue;
      Draft D = Out.draft(S.F, O.A->Range.isValid() ? O.A->Range : E.I->Range);
      D.slot("index", Out.text(S.F, *O.A)).slot("op", report::wording::quoted(E.Name)).slot("why", Why);
      D.worlds(report::WorldGpu | report::WorldMulti);
      Out.add(std::move(D));
      break;
    }
  }
}

static const Check InvalidIndex = {
    .Name = "device-invalid-index",
    .Headline = "{index} names no accelerator for {op}: {why}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(InvalidIndex)

} // namespace devtidy::checks
