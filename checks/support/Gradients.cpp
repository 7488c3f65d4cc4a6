//===- Gradients.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Gradients.h"
#include "ir/Edges.h"
#include "knowledge/Gradients.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Event;
using dataflow::SolvedFunction;
using dataflow::Value;
using ir::InstKind;

static std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

static bool switchesOff(llvm::StringRef Name) { return knowledge::switchesGradientsOff(view(Name)); }

/// True if PyTorch records what Of computes: no scope around it, and no decorator, switches gradients off.
static bool isRecorded(const ir::Function &F, const ir::Inst &Of) {
  if (llvm::any_of(F.Decorators, switchesOff))
    return false;
  const auto IsSwitch = [&](const ir::Inst &Scope) {
    const ir::Inst *Made = F.definition(Scope.Args[0].Value);
    return Made && Made->Kind == InstKind::Call && switchesOff(Made->Name);
  };
  // Scopes nest, so that every way to a block enters and leaves the same ones.
  llvm::SmallVector<std::pair<ir::BlockId, int>, 8> Work{{ir::BlockId(0), 0}};
  llvm::DenseSet<uint32_t> Seen;
  while (!Work.empty()) {
    auto [B, Open] = Work.pop_back_val();
    if (!Seen.insert(B.index()).second)
      continue;
    for (ir::InstId Id : F.block(B).Insts) {
      const ir::Inst &I = F.inst(Id);
      if (&I == &Of)
        return Open <= 0;
      if ((I.Kind == InstKind::Enter || I.Kind == InstKind::Exit) && IsSwitch(I))
        Open += I.Kind == InstKind::Enter ? 1 : -1;
    }
    for (const ir::Successor &To : F.terminator(B).Targets)
      Work.push_back({To.Block, Open});
  }
  return true;
}

namespace {
/// Where a gradient that a value of one function may require would come from.
class Sources {
public:
  explicit Sources(const SolvedFunction &S) : S(S), F(*S.F) {}

  /// True if what D gives may require one, whatever its operands do. From: gets those that hand theirs on.
  bool of(const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) const;
  bool asksForOne() const;

private:
  bool isFalse(ir::ValueId V) const {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Const && !D->Const.Int;
  }
  void addStored(ir::ValueId V, bool OfList, llvm::SmallVectorImpl<ir::ValueId> &From) const;
  bool ofCall(const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) const;

  const SolvedFunction &S;
  const ir::Function &F;
};
} // namespace

/// True if something asks for the gradient of any value here: `for x in xs: x.requires_grad_()`, x.requires_grad =
/// True.
bool Sources::asksForOne() const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool IsSet = I.Kind == InstKind::SetField && I.Name == "requires_grad";
    const bool IsCall = I.Kind == InstKind::Invoke && I.Name == "requires_grad_";
    return (IsSet || IsCall) && (I.Args.size() == 1 || !isFalse(I.Args[1].Value));
  });
}

/// Adds what is put into V after it was made: `out[0] = y`, `out.copy_(y)`; OfList: `parts.append(y)`.
void Sources::addStored(ir::ValueId V, bool OfList, llvm::SmallVectorImpl<ir::ValueId> &From) const {
  for (const ir::Inst &I : F.Insts) {
    const bool Stores =
        I.Kind == InstKind::SetItem || (I.Kind == InstKind::Invoke && (OfList || I.Name.ends_with("_")));
    if (!Stores || I.Args.size() < 2 || I.Args[0].Value != V)
      continue;
    for (const ir::Arg &A : llvm::drop_begin(I.Args))
      From.push_back(A.Value);
    // parts.setdefault("y", []).append(y)
    if (OfList && I.Kind == InstKind::Invoke && I.Name == "setdefault")
      addStored(I.Result, OfList, From);
  }
}

bool Sources::ofCall(const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) const {
  const bool Keeps = D.Name == "state_dict" && D.Args.size() > 1; // keep_vars=True
  if (knowledge::givesNoGradient(view(ir::lastName(D.Name))) && !Keeps)
    return false;
  if (D.Kind == InstKind::Invoke && D.Name == "requires_grad_" && D.Args.size() == 2 && isFalse(D.Args[1].Value))
    return false;
  const Event *E = D.Result ? S.eventAt(F.value(D.Result).Definition) : nullptr;
  if (!E)
    return true;
  const bool Computes = E->Kind == InstKind::Aten || D.Kind == InstKind::Apply;
  if (E->Kind == InstKind::Create || (Computes && !isRecorded(F, D)))
    return false;
  if (E->Kind != InstKind::Aten && E->Kind != InstKind::View && E->Kind != InstKind::Move)
    return true;
  for (const dataflow::Operand &O : E->Operands)
    if (O.A && (O.V.isTensor() || O.V.is(Value::Kind::Object) || O.V.is(Value::Kind::Unknown)))
      From.push_back(O.A->Value);
  return false;
}

bool Sources::of(const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) const {
  if (D.Result)
    addStored(D.Result, D.Kind == InstKind::MakeList || D.Kind == InstKind::MakeDict, From);
  if (const ir::Arg *Asked = D.findKeyword("requires_grad"))
    return !isFalse(Asked->Value);
  switch (D.Kind) {
  case InstKind::Const:
    return false;
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    return ofCall(D, From);
  case InstKind::Op:
    if (!knowledge::givesNoGradient(view(D.Name)) && isRecorded(F, D))
      for (const ir::Arg &A : D.Args)
        From.push_back(A.Value);
    return false;
  case InstKind::GetField:
    return !knowledge::showsNoGradient(view(D.Name));
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
    return false;
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Iterate:
  case InstKind::Next:
    From.push_back(D.Args[0].Value);
    return false;
  default:
    return true;
  }
}

/// How many instructions are followed.
static constexpr unsigned MaxSteps = 24;

static bool mayRequireGradient(const SolvedFunction &S, ir::ValueId V) {
  const Sources Of(S);
  if (Of.asksForOne())
    return true;
  unsigned Steps = 0;
  llvm::SmallVector<unsigned, 2> Given;
  const bool Found = ir::comesFrom(
      *S.F, V,
      [&](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) { return ++Steps > MaxSteps || Of.of(D, From); },
      &Given);
  return Found || !Given.empty();
}

/// The type of elements that V names, torch.float16; "" if it is none.
static std::string_view elementType(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (!D || (D->Kind != InstKind::GetGlobal && D->Kind != InstKind::GetField))
    return {};
  const std::string_view Name = view(ir::lastName(D->Name));
  return knowledge::isElementType(Name) ? Name : std::string_view();
}

/// True if V is made with elements that arrays do not have, and nothing converts them: x.bfloat16(), dtype=bfloat16.
static bool isOfBrainFloats(const SolvedFunction &S, ir::ValueId V) {
  return ir::comesFrom(*S.F, V, [&](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) {
    const bool IsMethod = D.Kind == InstKind::Invoke;
    if (IsMethod && knowledge::isElementType(view(D.Name))) // x.half()
      return knowledge::isBrainFloat(view(D.Name));
    for (const ir::Arg &A : D.Args)
      if (const std::string_view Type = elementType(*S.F, A.Value); !Type.empty())
        return knowledge::isBrainFloat(Type);
    if ((IsMethod || D.Kind == InstKind::Op) && !knowledge::givesNoGradient(view(D.Name)))
      From.push_back(D.Args[0].Value);
    return false;
  });
}

std::string copyForArray(const SolvedFunction &S, ir::ValueId V) {
  std::string Copy = mayRequireGradient(S, V) ? ".detach()" : "";
  Copy += isOfBrainFloats(S, V) ? ".float()" : "";
  return Copy + ".cpu()";
}

} // namespace devtidy::checks
