//===- Accelerators.cpp - Whether there are accelerators, and how many ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;
using knowledge::Device;
using knowledge::DeviceType;

/// torch.accelerator is whichever the machine has.
static bool names(std::string_view Type, DeviceType Accelerator) {
  const std::optional<Device> D = knowledge::parseDevice(Type);
  return Type == "accelerator" || (D && D->Type == Accelerator);
}

static Value isAvailable(CallFrame &F) {
  F.E.Kind = InstKind::Query;
  // The CPU is always there, and the worlds have one kind of accelerator.
  return names(F.C.Canonical, F.program().Links.accelerator()) ? Value::literal(Literal::available())
                                                               : Value::boolean(F.C.Canonical == "cpu");
}

static Value count(CallFrame &F) {
  F.E.Kind = InstKind::Query;
  if (!names(F.C.Canonical, F.program().Links.accelerator()))
    return Value::constant({.K = ir::Constant::Kind::Int, .Int = 0});
  Value V = Value::number();
  V.IsCount = true;
  return V;
}

/// The accelerator of the machine, or None: nobody moves to None, and without an accelerator everything is on the CPU.
static Value current(CallFrame &F) {
  F.E.Kind = InstKind::Query;
  const Step *Origin = F.step(StepKind::Named);
  Value V = Value::device(Placement::of(Term::device({F.program().Links.accelerator(), -1}), Origin))
                .guardedBy(Cube(Literal::available()));
  V.P.joinIn(Placement::of(Term::device({}), Origin).guardedBy(Cube(~Literal::available())));
  V.Partial = true;
  V.Cond = Literal::available();
  return V;
}

static Value need(CallFrame &F) {
  F.E.Target = F.currentAccelerator();
  F.E.HasTarget = true;
  F.needAccelerator(Placement::of(Term::device({DeviceType::Cuda, -1})));
  if (F.T.Kind == ir::TypeKind::Number || F.C.Kind == Action::CurrentDevice)
    return Value::device(F.E.Target);
  // torch.cuda.Event() is never None.
  const llvm::StringRef Made(F.C.Name.data(), F.C.Name.size()), Last = Made.rsplit('.').second;
  return !Last.empty() && llvm::isUpper(Last.front()) ? Value::object(F.allocate(Made)) : F.unknown();
}

/// NCCL refuses to start without an accelerator (ProcessGroupNCCL.cpp, "no GPUs found").
static Value initGroup(CallFrame &F) {
  const Value Backend = F.given("backend");
  if (Backend.isString() && Backend.Const.Text.equals_insensitive("nccl"))
    F.suppose(Literal::available());
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::Available, isAvailable}, {Action::DeviceCount, count},     {Action::CurrentAccelerator, current},
    {Action::CurrentDevice, need},    {Action::NeedsAccelerator, need}, {Action::InitGroup, initGroup},
};
REGISTER_CONCEPT(Accelerators, Rules)

} // namespace devtidy::dataflow
