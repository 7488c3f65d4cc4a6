//===- CpuCollective.cpp - device-cpu-collective ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a tensor on the CPU that is given to a collective of NCCL, which exchanges memory of accelerators only. The
// backend is that of the process group's class or of init_process_group; where the program does not say, level 2.
// Silent if a group is given, since it may be another backend's, unless it is one that callers may leave out, and if a
// backend is named anywhere that takes CPU tensors.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "dataflow/engine/Resolve.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

namespace {
enum class Backend : uint8_t { Unknown, Accelerator, TakesCpu };
} // namespace

/// The constant that V is, or null.
static const ir::Constant *constantOf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Const ? &D->Const : nullptr;
}

/// What the program's calls of init_process_group say. A program that names Gloo or MPI anywhere chooses at run time.
static Backend defaultBackend(const Program &P) {
  Backend Found = Backend::Unknown;
  for (const ir::Module *M : P.modules())
    for (const auto &F : M->Functions)
      for (const ir::Inst &I : F->Insts) {
        if (I.Kind == InstKind::Const && (I.Const.Text == "gloo" || I.Const.Text == "mpi"))
          return Backend::TakesCpu;
        if (I.Kind != InstKind::Call)
          continue;
        const knowledge::Callable *C = knowledge::findFunction(std::string_view(I.Name));
        if (!C || C->Kind != Action::InitGroup)
          continue;
        const ir::Arg *Name = dataflow::argumentFor(*C, I, "backend");
        const ir::Constant *Text = Name ? constantOf(*F, Name->Value) : nullptr;
        // Without a name there is a backend for each kind of device.
        if (!Name || (Text && (Text->K != ir::Constant::Kind::String || !Text->Text.equals_insensitive("nccl"))))
          return Backend::TakesCpu;
        if (Text)
          Found = Backend::Accelerator;
      }
  return Found;
}

/// True if V may be None, the default group, or a parameter that is None where nobody gives it.
static bool mayBeDefault(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (const ir::Inst *D = F.definition(V))
    return D->Kind == InstKind::Const
               ? D->Const.K == ir::Constant::Kind::None
               : D->Kind == InstKind::GetGlobal && knowledge::isDefaultGroup({D->Name.data(), D->Name.size()});
  const auto &Given = F.block(ir::BlockId(0)).Params;
  if (const auto *P = llvm::find(Given, V); P != Given.end()) {
    const unsigned N = P - Given.begin();
    return N < F.Params.size() && F.Params[N].HasDefault && !F.Params[N].DefaultUnknown &&
           F.Params[N].Default.K == ir::Constant::Kind::None;
  }
  return Depth < MaxDepth &&
         llvm::any_of(ir::incoming(F, V), [&](ir::ValueId From) { return mayBeDefault(F, From, Depth + 1); });
}

static Backend backendOf(const SolvedFunction &S, const Event &E) {
  if (E.I->Kind == InstKind::Call) {
    const ir::Arg *Group = dataflow::argumentFor(*E.Known, *E.I, "group");
    if (Group && !mayBeDefault(*S.F, Group->Value))
      return Backend::TakesCpu;
    if (Group && !constantOf(*S.F, Group->Value))
      return defaultBackend(*S.Owner) == Backend::TakesCpu ? Backend::TakesCpu : Backend::Unknown;
    return defaultBackend(*S.Owner);
  }
  llvm::StringRef Class = S.F->value(E.I->Args[0].Value).StaticType.Name;
  const knowledge::ClassInfo *C = knowledge::findClass(std::string_view(Class));
  if (!C)
    C = S.Owner->Types.libraryClass(Class);
  return C && C->Kind == knowledge::ClassKind::AcceleratorGroup ? Backend::Accelerator : Backend::TakesCpu;
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (!E.Known || E.Known->Kind != Action::Collective)
      continue;
    const unsigned First = E.I->Kind == InstKind::Invoke ? 1 : 0;
    if (E.I->Args.size() <= First || !isSurelyOnCpu(S, E.Before, E.Path))
      continue;
    // Without an accelerator NCCL does not even start: `if is_available(): init_process_group("nccl")`.
    if (!E.Path.holdsIn(dataflow::World::Gpu) && !E.Path.holdsIn(dataflow::World::Multi))
      continue;
    Backend B = backendOf(S, E);
    if (B == Backend::TakesCpu)
      continue;
    // Whoever takes it to the CPU for that knows of a backend that takes it there.
    auto IsTaken = [](const dataflow::GuardedTerm &T) {
      return T.Origin && T.Origin->Kind == dataflow::StepKind::Moved;
    };
    if (B == Backend::Unknown && llvm::all_of(E.Before.terms(), IsTaken))
      continue;
    std::string Name = Out.text(S.F, E.I->Args[First]);
    Draft D = Out.draft(S, *E.I);
    D.certain(B == Backend::Accelerator).worlds((report::WorldGpu | report::WorldMulti) & Out.worlds());
    if (B == Backend::Unknown)
      D.atLeastLevel(2);
    D.slot("op", report::wording::quoted(E.Name)).slot("value", Name);
    Out.explain(D, S, E.Before.terms()[0], Name);
    Out.add(std::move(D));
  }
}

static const Check CpuCollective = {
    .Name = "device-cpu-collective",
    .Headline = "{op} {fails|may fail}: {value} is on cpu, and NCCL takes tensors on accelerators only",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(CpuCollective)

} // namespace devtidy::checks
