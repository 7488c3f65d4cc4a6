//===- Caught.cpp - Operations whose failure a function catches ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Caught.h"
#include "dataflow/engine/Swallowing.h"
#include "knowledge/Exceptions.h"
#include "knowledge/Names.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

bool isTriedBy(const ir::Function &F, const ir::Dominators &Order, const ir::Inst &At, const ir::Inst &Fork) {
  const BlockId Normal = Fork.Targets[0].Block, Handler = Fork.Targets[1].Block;
  if (At.Parent == Normal)
    return true;
  if (At.Parent == Fork.Parent && At.Range.isInFileOf(Fork.Range) && Fork.Range.Begin <= At.Range.Begin &&
      At.Range.End <= Fork.Range.End)
    return true;
  // Between two that go there.
  return Order.dominates(Normal, At.Parent) && llvm::any_of(F.Blocks, [&](const ir::Block &B) {
           const ir::Inst &Next = F.inst(B.Insts.back());
           return Next.Kind == InstKind::Fork && Next.Name.empty() && Next.Targets[1].Block == Handler &&
                  Order.dominates(At.Parent, Next.Parent);
         });
}

bool isInScope(const ir::Function &F, const ir::Dominators &Order, const ir::Inst &At, const ir::Inst &Branch) {
  const ir::Inst &Leave = F.terminator(Branch.Targets[0].Block);
  return Order.dominates(Branch.Targets[1].Block, At.Parent) &&
         (Leave.Targets.empty() || !Order.dominates(Leave.Targets[0].Block, At.Parent));
}

/// True for an exception, `RuntimeError`, that may be raised where there is no accelerator. What has no name may be.
static bool mayBeOfDevices(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return !D || D->Kind != InstKind::GetGlobal ||
         !knowledge::areForOthers(std::string_view(Prog.Types.canonical(D->Name)));
}

/// True if the method that leaves a scope says that what failed for devices is done with: `return True`, `return kind
/// is RuntimeError`.
static bool endsInMethod(const Program &Prog, const ir::Function &F) {
  const auto Names = [&](const ir::Inst &I) {
    return I.Kind == InstKind::GetGlobal && I.Name.ends_with("Error") && mayBeOfDevices(Prog, F, I.Result);
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Inst *D = I.Kind == InstKind::Return && !I.Args.empty() ? F.definition(I.Args[0].Value) : nullptr;
    if (!D || D->Kind != InstKind::Const)
      return D && llvm::any_of(F.Insts, Names);
    return D->Const.K == ir::Constant::Kind::Bool && D->Const.Int != 0;
  });
}

static bool isTried(const Program &Prog, const ir::Function &F, const ir::Inst &At, unsigned Depth);

/// True if a scope that Context opens ends what fails where there is no accelerator.
static bool endsDeviceFailures(const Program &Prog, const ir::Function &F, ir::ValueId Context, unsigned Depth) {
  const ir::Inst *Made = F.definition(Context);
  if (!Made || (Made->Kind != InstKind::Call && Made->Kind != InstKind::Invoke))
    return false;
  const bool IsCall = Made->Kind == InstKind::Call;
  const std::string_view Name(IsCall ? Prog.Types.canonical(Made->Name) : llvm::StringRef(Made->Name));
  if (knowledge::wantsFailure(Name) || (IsCall && knowledge::suppressesGiven(Name)))
    return llvm::any_of(Made->Args, [&](const ir::Arg &A) { return mayBeOfDevices(Prog, F, A.Value); });
  if (!IsCall)
    return false;
  if (knowledge::stacksScopes(Name))
    return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
      const bool IsInto = I.Kind == InstKind::Invoke && I.Args.size() > 1 && F.definition(I.Args[0].Value);
      return IsInto && F.definition(I.Args[0].Value)->Kind == InstKind::Enter &&
             F.definition(I.Args[0].Value)->Args[0].Value == Context &&
             endsDeviceFailures(Prog, F, I.Args[1].Value, Depth);
    });
  if (const std::optional<Program::Entry> Maker = Prog.Types.findFunction(Made->Name))
    return llvm::any_of(Maker->F->Decorators, [](llvm::StringRef D) { return D.ends_with("contextmanager"); }) &&
           llvm::any_of(Maker->F->Insts, [&](const ir::Inst &I) {
             return I.Kind == InstKind::Yield && isTried(Prog, *Maker->F, I, Depth + 1);
           });
  const std::optional<Program::Entry> Exit = Prog.Types.findMethod(Made->Name, "__exit__");
  return Exit && endsInMethod(Prog, *Exit->F);
}

static bool isTried(const Program &Prog, const ir::Function &F, const ir::Inst &At, unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  if (isTried(F, At.Parent))
    return true;
  const auto Asks = [](const ir::Inst &I) { return I.Kind == InstKind::Swallows; };
  if (Depth == MaxDepth || llvm::none_of(F.Insts, Asks))
    return false;
  const ir::Dominators Order(F);
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    const ir::Inst *Scope = T.Kind == InstKind::Branch ? F.definition(T.Args[0].Value) : nullptr;
    return Scope && Asks(*Scope) && isInScope(F, Order, At, T) &&
           endsDeviceFailures(Prog, F, Scope->Args[0].Value, Depth);
  });
}

bool isTried(const Program &Prog, const ir::Function &F, const ir::Inst &At) { return isTried(Prog, F, At, 0); }

/// What Fork tries, if that is one instruction; null if it stands for more.
static const ir::Inst *triedCall(const ir::Function &F, const ir::Inst &Fork) {
  for (const ir::InstId Id : llvm::reverse(F.block(Fork.Targets[0].Block).Insts))
    if (const ir::Inst &I = F.inst(Id); I.Range.Begin == Fork.Range.Begin && I.Range.End == Fork.Range.End)
      return &I;
  return nullptr;
}

/// True if V spells an accelerator: "cuda", torch.device("cuda:0").
static bool spellsAccelerator(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const knowledge::Callable *C = D && D->Kind == InstKind::Call && !D->Args.empty()
                                     ? knowledge::findFunction(std::string_view(Prog.Types.canonical(D->Name)))
                                     : nullptr;
  if (C && C->Kind == knowledge::Action::MakeDevice)
    D = F.definition(D->Args[0].Value);
  const bool IsText = D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::String;
  const std::optional<knowledge::Device> Named =
      IsText ? knowledge::parseDevice({D->Const.Text.data(), D->Const.Text.size()}) : std::nullopt;
  return Named && Named->isAccelerator();
}

static const knowledge::Callable *calleeOf(const Program &Prog, const ir::Inst &I) {
  if (I.Kind != InstKind::Call && I.Kind != InstKind::Invoke)
    return nullptr;
  return I.Kind == InstKind::Call ? knowledge::findFunction(std::string_view(Prog.Types.canonical(I.Name)))
                                  : knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name));
}

/// True for a call that fails where there is no accelerator: `x.cuda()`, `torch.zeros(1, device="cuda")`.
static bool asksForAccelerator(const Program &Prog, const ir::Function &F, const ir::Inst &I) {
  using knowledge::Action;
  const knowledge::Callable *C = calleeOf(Prog, I);
  if (!C)
    return false;
  const auto Names = [&](const ir::Arg &A) {
    return (A.Keyword == "device" || (A.Keyword.empty() && C->Kind == Action::Move)) &&
           spellsAccelerator(Prog, F, A.Value);
  };
  return C->Kind == Action::MoveCuda || C->Kind == Action::NeedsAccelerator ||
         ((C->Kind == Action::Move || C->Kind == Action::Create) && llvm::any_of(I.Args, Names));
}

/// True for a tensor of numbers that stand there: `torch.zeros(1)`, `torch.tensor([1.0])`.
static bool makesOfNumbers(const Program &Prog, const ir::Function &F, const ir::Inst &I) {
  const auto IsNumber = [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    return A.Keyword.empty() && D && D->Kind == InstKind::Const;
  };
  const knowledge::Callable *C = I.Kind == InstKind::Call ? calleeOf(Prog, I) : nullptr;
  return C && C->Kind == knowledge::Action::Create && llvm::all_of(I.Args, [&](const ir::Arg &A) {
           const ir::Inst *D = F.definition(A.Value);
           const bool IsDisplay = D && (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple);
           return IsNumber(A) || (IsDisplay && llvm::all_of(D->Args, IsNumber));
         });
}

Failure failureOf(const Program &Prog, const ir::Function &F, const ir::Inst &Fork) {
  const ir::Inst *Tried = triedCall(F, Fork);
  if (Tried && asksForAccelerator(Prog, F, *Tried))
    return Failure::WithoutAccelerator;
  if (!Tried || !makesOfNumbers(Prog, F, *Tried))
    return Failure::Anyhow;
  const bool IsForAccelerator = llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    const bool IsBeside = T.Kind == InstKind::Fork && T.Name.empty() && T.Targets[1].Block == Fork.Targets[1].Block;
    const ir::Inst *Other = IsBeside ? triedCall(F, T) : nullptr;
    return Other && asksForAccelerator(Prog, F, *Other);
  });
  return IsForAccelerator ? Failure::Never : Failure::Anyhow;
}

/// True if the handler that begins at B always goes on behind its `try`: it raises nothing.
static bool goesOnFrom(const ir::Function &F, const ir::Dominators &Order, BlockId B) {
  llvm::SmallVector<BlockId, 8> Work{B};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const BlockId Next = Work.pop_back_val();
    // What others come to as well is behind the `try`.
    if (Seen.test(Next.index()) || !Order.dominates(B, Next))
      continue;
    Seen.set(Next.index());
    const ir::Inst &T = F.terminator(Next);
    if (T.Kind == InstKind::Raise)
      return false;
    for (const ir::Successor &To : T.Targets)
      Work.push_back(To.Block);
  }
  return true;
}

/// True if one of the handlers that begin at B is for what operands on different devices raise, and goes on.
static bool handlesMismatch(const ir::Function &F, const ir::Dominators &Order, BlockId B) {
  for (unsigned N = 0; N != F.Blocks.size(); ++N) {
    const ir::Inst &T = F.terminator(B);
    if (T.Kind != InstKind::Fork || T.Name.empty())
      return false;
    if (knowledge::catchesMismatch(std::string_view(T.Name)))
      return goesOnFrom(F, Order, T.Targets[0].Block);
    B = T.Targets[1].Block;
  }
  return false;
}

bool catchesMismatch(const ir::Function &F, const ir::Inst &At) {
  // Hardly any function has one.
  const auto IsFor = [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Fork && knowledge::catchesMismatch(std::string_view(T.Name));
  };
  if (!F.hasBody() || llvm::none_of(F.Blocks, IsFor))
    return false;
  const ir::Dominators Order(F);
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Fork && T.Name.empty() && isTriedBy(F, Order, At, T) &&
           handlesMismatch(F, Order, T.Targets[1].Block);
  });
}

/// True if the function, or one that stands in it, catches that of what it calls.
static bool catchesInside(const Program::Entry &Decorator) {
  constexpr unsigned MaxFunctions = 8;
  llvm::SmallVector<const ir::Function *, 4> Work{Decorator.F};
  for (unsigned N = 0; N < Work.size() && N < MaxFunctions; ++N)
    for (const ir::Inst &I : Work[N]->Insts) {
      if (I.Kind == InstKind::Closure)
        Work.push_back(&Decorator.M->function(I.Callee));
      if ((I.Kind == InstKind::Apply || I.Kind == InstKind::Call) && catchesMismatch(*Work[N], I))
        return true;
    }
  return false;
}

bool isCaughtByDecorator(const Program &Prog, const ir::Function &F) {
  return llvm::any_of(F.Decorators, [&](llvm::StringRef D) {
    std::optional<Program::Entry> Decorator = Prog.Types.findFunction(D);
    if (!Decorator)
      Decorator = Prog.Types.findMethod(D, "__call__");
    return Decorator && catchesInside(*Decorator);
  });
}

} // namespace devtidy::dataflow
