//===- AwaitedFailures.cpp - Operations that somebody lets fail ----------- ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/AwaitedFailures.h"
#include "checks/support/Callees.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/Swallowing.h"
#include "ir/Dominators.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::BlockId;
using ir::InstKind;

/// True if what handles failures from block B on goes on after one for devices. OnlyByName: `except:` and
/// `except Exception:` are for whatever happens.
static bool goesOn(const ir::Function &F, BlockId B, bool OnlyByName) {
  for (unsigned N = 0; N != F.Blocks.size(); ++N) {
    const ir::Inst &T = F.terminator(B);
    if (T.Kind != InstKind::Fork || T.Name.empty())
      return !OnlyByName && dataflow::mayReturnFrom(F, B);
    if (knowledge::catchesDeviceFailure(std::string_view(T.Name), OnlyByName))
      return dataflow::mayReturnFrom(F, T.Targets[0].Block);
    B = T.Targets[1].Block;
  }
  return false;
}

/// True if the scope that Asks opens ends what is raised for devices: `with suppress(TypeError):`.
static bool endsFailures(const dataflow::Program &P, const ir::Function &F, const ir::Inst &Asks) {
  const ir::Inst *Made = F.definition(Asks.Args[0].Value);
  if (!Made || (Made->Kind != InstKind::Call && Made->Kind != InstKind::Invoke))
    return false;
  const llvm::StringRef Name = Made->Kind == InstKind::Call ? P.Types.canonical(Made->Name) : Made->Name;
  const bool Wants = knowledge::wantsFailure(std::string_view(Name));
  if (!Wants && !knowledge::suppressesGiven(std::string_view(Name)))
    return false;
  return llvm::any_of(Made->Args, [&](const ir::Arg &A) {
    const ir::Inst *Given = F.definition(A.Value);
    return Given && Given->Kind == InstKind::GetGlobal &&
           knowledge::catchesDeviceFailure(std::string_view(Given->Name), /*OnlyByName=*/false);
  });
}

static bool isAwaitedIn(const dataflow::Program &P, const ir::Function &F, const ir::Inst &At, bool OnlyByName) {
  const ir::Dominators Order(F);
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    if (T.Kind == InstKind::Fork && T.Name.empty())
      return dataflow::isTriedBy(F, Order, At, T) && goesOn(F, T.Targets[1].Block, OnlyByName);
    const ir::Inst *Asks = T.Kind == InstKind::Branch ? F.definition(T.Args[0].Value) : nullptr;
    return Asks && Asks->Kind == InstKind::Swallows && dataflow::isInScope(F, Order, At, T) &&
           endsFailures(P, F, *Asks);
  });
}

static bool isAwaited(const dataflow::Program &P, const NameUses &All, const ir::Function &F, const ir::Inst &At,
                      unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  if (isAwaitedIn(P, F, At, /*OnlyByName=*/Depth > 0))
    return true;
  const std::vector<NameUses::Said> Calls =
      Depth < MaxDepth ? All.of({ir::lastName(F.Name)}) : std::vector<NameUses::Said>();
  return llvm::any_of(llvm::ArrayRef(Calls).take_front(Effort::OfName), [&](const NameUses::Said &Call) {
    const std::optional<dataflow::Program::Entry> Callee = calleeOf(P, *Call.F, *Call.I);
    return Callee && Callee->F == &F && Call.F != &F && isAwaited(P, All, *Call.F, *Call.I, Depth + 1);
  });
}

bool isFailureAwaited(const dataflow::Program &P, const NameUses &All, const ir::Function &F, const ir::Inst &At) {
  return F.hasBody() && isAwaited(P, All, F, At, 0);
}

} // namespace devtidy::checks
