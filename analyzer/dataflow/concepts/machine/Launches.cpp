//===- Launches.cpp - What a kernel is given --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `k<<<1, 32, 0, s>>>(p)`: a kernel runs on the current accelerator and may use the memory of that one, and of others
// only with peer access. The stream has to be one of it.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Packages.h"

namespace devtidy::dataflow {

using knowledge::Action;

static Side anyAccelerator() {
  return Side::named("an accelerator", Placement::of(Term::device({knowledge::DeviceType::Cuda, UnknownIndex})));
}

static Side currentOne(CallFrame &F) { return Side::named("the kernel", F.currentAccelerator()); }

static Value launch(CallFrame &F) {
  const Side Any = anyAccelerator(), Current = currentOne(F);
  MemoryFrame Memory(F);
  if (!F.I.Name.starts_with(ir::LaunchPrefix))
    return F.unknownCall();
  for (const ir::Arg &A : F.I.Args)
    if (A.Keyword == "stream")
      Memory.demand(A, {Current}, Meeting::Stream);
    else
      Memory.demand(A, {Any, Current}, Meeting::KernelMemory,
                    A.Keyword == ir::ReadsWord ? Memory.memberName(A) : llvm::StringRef());
  return F.unknownCall();
}

/// The device on which a policy has the call run, which is the first argument: `thrust::sort(thrust::device, p, p +
/// n)`, also of a stream: `policy.on(s)`.
static std::optional<knowledge::DeviceType> deviceOfPolicy(CallFrame &F) {
  const ir::Inst *D = F.definition(F.I.Args[0].Value);
  while (D && D->Kind == ir::InstKind::Invoke && !D->Args.empty())
    D = F.definition(D->Args[0].Value);
  return D && D->Kind == ir::InstKind::GetGlobal
             ? knowledge::deviceOfPolicy(std::string_view(D->Name.data(), D->Name.size()))
             : std::nullopt;
}

static void demandOnHost(CallFrame &F, const ir::Arg &A) {
  MemoryFrame(F).demand(A, {Side::named("the CPU", Placement::of(Term::device({})))}, Meeting::HostMemory);
}

/// memcpy(dst, src, n), thrust::sort(p, p + n): who gives the pointers knows whose memory the host reads, or a kernel
/// that the function launches.
static void useMemory(CallFrame &F, const Value &, const Placement &) {
  const std::string_view Name(F.I.Name.data(), F.I.Name.size());
  if (F.I.Kind != ir::InstKind::Call || F.I.Args.empty())
    return;
  const auto CameIn = [&](const ir::Arg &A) { return F.operand(A).is(Value::Kind::Symbolic); };
  const bool IsOfThrust = knowledge::accessesIfFirst(Name);
  if (const std::optional<knowledge::DeviceType> There = IsOfThrust ? deviceOfPolicy(F) : std::nullopt) {
    for (const ir::Arg &A : llvm::drop_begin(F.I.Args)) {
      if (CameIn(A) && !F.typeOf(A.Value).isUnknown())
        continue; // no pointer
      if (*There == knowledge::DeviceType::Cpu)
        demandOnHost(F, A);
      else
        MemoryFrame(F).demand(A, {anyAccelerator(), currentOne(F)}, Meeting::KernelMemory);
    }
    return;
  }
  const bool IsFirst = IsOfThrust && CameIn(F.I.Args[0]) && F.typeOf(F.I.Args[0].Value).isUnknown();
  if (!knowledge::accessesAll(Name) && !IsFirst)
    return;
  for (const ir::Arg &A : F.I.Args)
    if (CameIn(A))
      demandOnHost(F, A);
}

/// cublasSaxpy(handle, n, alpha, x, 1, y, 1): x and y are an accelerator's, alpha is where the handle looks for it.
static Value callBlas(CallFrame &F) {
  const Side Any = anyAccelerator(), Current = currentOne(F);
  MemoryFrame Memory(F);
  for (llvm::StringRef Role : {"x", "y", "a", "b", "c"})
    if (const ir::Arg *A = F.argument(Role))
      Memory.demand(*A, {Any, Current}, Meeting::KernelMemory);
  const Value Handle = F.given("handle");
  if (!Handle.is(Value::Kind::Object))
    return F.unknown();
  const Placement Mode = F.placementOf(F.readField(Handle.Obj, ScalarsField));
  for (llvm::StringRef Role : {"alpha", "beta", "result"})
    if (const ir::Arg *A = F.argument(Role); A && !Mode.isUnknown())
      Memory.demand(*A, {Side::named("the scalars", Mode)}, Meeting::HostMemory);
  return F.unknown();
}

static Value setScalarMode(CallFrame &F) {
  const Value Handle = F.given("handle"), Mode = F.given("mode");
  const knowledge::Device There{Mode.isInt() && knowledge::isDeviceScalarMode(Mode.Const.Int)
                                    ? knowledge::DeviceType::Cuda
                                    : knowledge::DeviceType::Cpu,
                                UnknownIndex};
  if (Handle.is(Value::Kind::Object))
    F.writeField(Handle.Obj, ScalarsField,
                 Value::device(Mode.isInt() ? Placement::of(Term::device(There)) : Placement::unknown()));
  return F.unknown();
}

/// cudaEventRecord(event, stream): an event is of the accelerator that was current where it was made.
static Value record(CallFrame &F) {
  const ir::Arg *Event = F.argument("event"), *Stream = F.argument("stream");
  MemoryFrame Memory(F);
  if (Event && Stream)
    for (const Side &Into : Memory.behind(*Stream, Side::named("the stream", {})))
      Memory.demand(*Event, {Into}, Meeting::Stream);
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::CudaLaunch, launch},           {Action::RecordEvent, record}, {Action::CallBlas, callBlas},
    {Action::SetScalarMode, setScalarMode}, {Occasion::Called, useMemory},
};
REGISTER_CONCEPT(Launches, Rules)

} // namespace devtidy::dataflow
