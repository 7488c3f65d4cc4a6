//===- LegacyConstructor.cpp - device-legacy-constructor ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a constructor of a tensor type (torch.Tensor, torch.FloatTensor) with a device that is not the CPU: these types
// are the CPU's, and the call raises (torch/csrc/utils/tensor_new.cpp, "legacy constructor expects device type").
// Silent where the device is surely the CPU. torch.cuda.FloatTensor is for device-unguarded-accelerator.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;

namespace {
struct Asked {
  bool MayBeAccelerator = false, Surely = false;
  std::string Text; ///< in the headline
};
} // namespace

/// What the device argument says.
static Asked askedDevice(const SolvedFunction &S, const Sink &Out, const Event &E, const dataflow::Operand &O) {
  Asked A;
  A.Text = Out.text(S.F, *O.A);
  if (O.V.isString()) {
    std::optional<knowledge::Device> D = knowledge::parseDevice(std::string_view(O.V.Const.Text));
    A.MayBeAccelerator = A.Surely = D && D->Type != knowledge::DeviceType::Cpu;
    if (D)
      A.Text = D->str();
    return A;
  }
  if (O.V.is(Value::Kind::Constant) || O.V.is(Value::Kind::Number))
    return A;
  if (!O.V.is(Value::Kind::Device) || O.V.P.isUnknown()) {
    A.MayBeAccelerator = true;
    return A;
  }
  A.MayBeAccelerator = !isSurelyOnCpu(S, O.V.P, E.Path);
  A.Surely = onAccelerator(S, O.V.P, E.Path).Always;
  return A;
}

/// What may be values or a size stays, and is moved: `torch.Tensor(x, device=d)` becomes `torch.Tensor(x).to(d)`.
static void addMove(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &E) {
  const ir::Arg *Device = E.I->findKeyword("device");
  const llvm::StringRef Said = Device ? Out.source(Device->Range) : llvm::StringRef();
  if (!Spelling(S).hasKeywords() || Said.empty() || E.I->Args.size() != 2 || Device != &E.I->Args[1])
    return;
  const report::Place P = Out.place(E.I->Range);
  const uint32_t Behind = E.I->Args[0].Range.End;
  llvm::StringRef Between = Out.fileText(*E.I->Range.File).slice(Behind, Device->Range.Begin);
  if (!Between.consume_front(",") || Between.trim().rtrim("=").rtrim() != "device")
    return;
  D.F.Fixes.push_back({"move it to " + report::wording::quotedDevice(Said.str()),
                       {{P.Path, Behind, Device->Range.End, ""}, {P.Path, P.End, P.End, (".to(" + Said + ")").str()}}});
}

/// Values become torch.tensor, sizes torch.empty.
static void addFix(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &E) {
  const std::string_view Type = knowledge::elementTypeOf(*E.Known);
  llvm::SmallVector<const dataflow::Operand *, 2> Positional;
  for (const dataflow::Operand &O : E.Operands)
    if (O.A && O.A->Keyword.empty())
      Positional.push_back(&O);
  if (Type.empty() || Positional.empty())
    return;
  auto IsSize = [](const dataflow::Operand *O) { return O->V.isInt() || O->V.is(Value::Kind::Number); };
  const ir::Inst *First = S.F->definition(Positional[0]->A->Value);
  bool Values = Positional.size() == 1 && First && First->Kind == InstKind::MakeList;
  if (!Values && !llvm::all_of(Positional, IsSize))
    return addMove(D, S, Out, E);
  llvm::StringRef Text = Out.source(E.I->Range);
  llvm::StringRef Callee = Text.take_until([](char C) { return C == '('; });
  llvm::StringRef Replaced = Callee.rsplit('.').second;
  std::optional<report::Edit> Last = keywordArgument(S, Out, *E.I, "dtype", llvm::StringRef(Type.data(), Type.size()));
  if (Replaced != E.Name || !Last)
    return;
  report::Place P = Out.place(E.I->Range);
  const std::string New = Values ? "tensor" : "empty";
  const uint32_t NameEnd = P.Begin + Callee.size();
  D.fix("use 'torch." + New + "'", {P.Path, NameEnd - static_cast<uint32_t>(Replaced.size()), NameEnd, New});
  D.F.Fixes.back().Edits.push_back(std::move(*Last));
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Create || !E.Known || E.Known->Kind != knowledge::Action::CreateCpu)
      continue;
    const auto *O =
        llvm::find_if(E.Operands, [](const dataflow::Operand &X) { return X.A && X.A->Keyword == "device"; });
    if (O == E.Operands.end())
      continue;
    // torch.Tensor makes what set_default_tensor_type says, wherever the program says it.
    if (E.Known->Canonical == "Tensor" && S.Owner->Links.setsDefaultDevice())
      continue;
    Asked A = askedDevice(S, Out, E, *O);
    if (!A.MayBeAccelerator)
      continue;
    Draft D = Out.draft(S, *E.I);
    D.certain(A.Surely).worlds((report::WorldGpu | report::WorldMulti) & Out.worlds());
    D.slot("op", report::wording::quoted(E.Name)).slot("device", A.Text);
    addFix(D, S, Out, E);
    Out.add(std::move(D));
  }
}

static const Check LegacyConstructor = {
    .Name = "device-legacy-constructor",
    .Headline = "{op} on {device} {fails|may fail}: legacy constructors create on cpu only",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(LegacyConstructor)

} // namespace devtidy::checks
