//===- Generators.cpp - Generators of random numbers ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers are made where the result is, and the generator has to be there (ATen/core/Generator.h,
// check_generator). Samplers and data loaders draw theirs on the default device (torch/utils/data/dataloader.py).
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;
using knowledge::ClassKind;
using knowledge::DeviceRule;

static bool takes(CallFrame &F, llvm::StringRef Role) {
  return llvm::StringRef(F.C.Params.data(), F.C.Params.size()).contains(Role);
}

/// On the device, else on the accelerator of that index, if it takes either.
static Placement place(CallFrame &F) {
  Placement Host = Placement::of(Term::device({}));
  if (const ir::Arg *A = F.argument("device")) {
    const Value V = F.operand(*A);
    return V.isNone() ? Host : F.deviceOf(V).value_or(Placement::unknown());
  }
  if (!takes(F, "index"))
    return Host;
  const ir::Arg *Index = F.argument("index");
  if (!Index)
    return F.currentAccelerator();
  const Value V = F.operand(*Index);
  return V.isInt() ? Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}))
                   : Placement::unknown();
}

static Value make(CallFrame &F) {
  const Placement P = place(F);
  F.needAccelerator(P);
  const ObjectId O = F.allocate(knowledge::GeneratorClass);
  F.S.Mem.set({O, DeviceField}, Value::tensor(P.withOrigin([&](const Step *) { return F.step(StepKind::Created); })));
  return Value::object(O);
}

/// at::Generator() is none.
static Value construct(CallFrame &F) { return takes(F, "device") ? make(F) : F.Self; }

/// True if the call, which is given a generator, says in which order others take what they take.
static bool orders(CallFrame &F, const Value &Made) {
  if (F.E.Kind != InstKind::Construct)
    return F.E.Known;
  // What a class of the program does with its generator is not known.
  const auto Class =
      Made.is(Value::Kind::Object) ? F.program().Types.findClass(F.object(Made.Obj).Class) : std::nullopt;
  return F.E.Known || !Class || Class->M->IsModel;
}

static void meetGenerators(CallFrame &F, const Value &Result, const Placement &) {
  const bool Draws = F.E.Kind == InstKind::Create || F.E.Kind == InstKind::Aten || F.E.Kind == InstKind::View;
  for (unsigned N = 0; N < F.E.Operands.size(); ++N) {
    const Operand &O = F.E.Operands[N];
    const bool IsGiven = O.V.is(Value::Kind::Symbolic) && O.A->Keyword == "generator";
    if (!IsGiven && !(O.V.is(Value::Kind::Object) && F.program().Types.isGenerator(F.object(O.V.Obj).Class)))
      continue;
    const Placement P = F.placementOf(O.V);
    if (P.isBottom() || P.isUnknown())
      continue;
    // Whoever hands a generator in knows where it is.
    Side Generator{
        .P = P, .Dim = Rank::AtLeastOne, .Partial = O.V.Partial || IsGiven, .Position = N, .IsTrusted = true};
    Generator.Range = O.A->Range;
    if (Draws && Result.isTensor())
      F.demand(F.E.Name, DeviceRule::Same, {Generator, Side::named("the result", Result.P)}, Meeting::Generator);
    else if (O.A->Keyword == "generator" && orders(F, Result))
      F.demand(F.E.Name, DeviceRule::Same, {Generator, Side::named("the order", F.defaultDevice())},
               Meeting::Generator);
  }
}

static constexpr Rule Rules[] = {
    {Action::MakeGenerator, make},
    {ClassKind::Generator, construct},
    {Occasion::Called, meetGenerators},
};
REGISTER_CONCEPT(Generators, Rules)

} // namespace devtidy::dataflow
