//===- UncheckedDataPtr.cpp - device-unchecked-data-ptr -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a parameter's data_ptr that goes to a kernel, or to host code that reads it, on a path that never asked where
// the tensor is: a tensor of the other side is then read as if it were here. A test may be TORCH_CHECK(x.is_cuda()), a
// branch, a helper that throws, or a comparison with another tensor's device; it may stand in every caller that is
// known.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

/// "a kernel" or "host code" if the pointer goes there, else "".
static llvm::StringRef reader(const SolvedFunction &S, ir::ValueId Pointer) {
  for (const ir::Inst &I : S.F->Insts)
    for (unsigned N = 0; N < I.Args.size(); ++N) {
      if (I.Args[N].Value != Pointer)
        continue;
      if (isLaunch(I))
        return "a kernel";
      if ((I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem) && N == 0)
        return "host code";
      if (I.Kind == InstKind::Op && I.Name == "*" && I.Args.size() == 1)
        return "host code";
    }
  return {};
}

/// The same if functions that are called here hand it there: `launch(x.data_ptr<float>())`.
static llvm::StringRef readerInCallee(const SolvedFunction &S, dataflow::PathId Symbol) {
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const bool IsRead = P.D.Of == dataflow::Meeting::HostMemory && P.D.Sides[1].P.isOnHost();
    const bool IsGiven = P.Lifted && (IsRead || P.D.Of == dataflow::Meeting::KernelMemory);
    if (IsGiven && parameterOf(S, P.D.Sides[0].P) == Symbol)
      return IsRead ? "host code" : "a kernel";
  }
  return {};
}

/// The member of the receiver that the symbol starts at, or "".
static llvm::StringRef memberOfReceiver(const SolvedFunction &S, dataflow::PathId Symbol) {
  if (S.F->Kind != ir::FunctionKind::Method && S.F->Kind != ir::FunctionKind::Constructor)
    return {};
  dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::PathId Self = Paths.param(*S.F, 0);
  for (dataflow::PathId P = Symbol; Paths[P].Kind == dataflow::Path::Root::Child; P = Paths[P].Parent)
    if (Paths[P].Parent == Self)
      return Paths[P].Name;
  return {};
}

/// True if all that the methods of the receiver's class store in the member is on the CPU.
static bool isKeptOnHost(const SolvedFunction &S, llvm::StringRef Member) {
  bool Any = false;
  for (const SolvedFunction *Other : S.Owner->functions()) {
    if (Other->F->Class != S.F->Class)
      continue;
    for (const Event &E : Other->Events) {
      if (E.Kind != InstKind::SetField || E.I->Name != Member || !E.Operands.back().V.isTensor())
        continue;
      if (!E.Operands.back().V.P.isOnHost())
        return false;
      Any = true;
    }
  }
  return Any;
}

static void run(const SolvedFunction &S, Sink &Out) {
  llvm::SmallVector<dataflow::PathId, 4> Done;
  std::optional<bool> IsRegistered;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::HostAccess || !E.Known || E.Operands.empty() || knowledge::testsItsTensor(*E.Known))
      continue;
    std::optional<dataflow::PathId> Symbol = parameterOf(S, E.Before);
    const dataflow::PathTable &Paths = S.Owner->Paths;
    if (!Symbol || llvm::is_contained(Done, *Symbol) || E.Tested)
      continue;
    bool Accessor = E.Known->Kind == Action::HostAccess;
    llvm::StringRef Reader = Accessor ? "host code" : reader(S, E.I->Result);
    if (Reader.empty())
      Reader = readerInCallee(S, *Symbol);
    if (Reader.empty())
      continue;
    if (llvm::StringRef Member = memberOfReceiver(S, *Symbol); !Member.empty() && isKeptOnHost(S, Member))
      continue;
    // Registries choose the function by where the tensors are.
    if (!IsRegistered)
      IsRegistered = isRegistered(S);
    if (*IsRegistered)
      return;
    Done.push_back(*Symbol);
    Draft D = Out.draft(S, *E.I);
    std::string Name = Out.text(S.F, *E.Operands[0].A);
    D.slot("value", Name).slot("op", report::wording::quoted(E.Name)).slot("reader", Reader.str());
    D.worlds(report::WorldGpu | report::WorldMulti);
    D.unless({dataflow::Excuse::Kind::Tested, S.F, Paths[Paths.root(*Symbol)].Index});
    Out.add(std::move(D));
  }
}

static const Check UncheckedDataPtr = {
    .Name = "device-unchecked-data-ptr",
    .Headline = "{op} hands memory of {value} to {reader}, and no test says which device it is on",
    .Level = 2,
    .Since = "0.1",
    .YieldsTo = "device-host-access",
    .YieldsToNotes = true,
    .OnFunction = run,
};
REGISTER_CHECK(UncheckedDataPtr)

} // namespace devtidy::checks
