//===- BatchKeys.cpp - What a function says of a batch by what it takes of it ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/BatchKeys.h"
#include "dataflow/program/MovedParts.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// True if Over, an instruction of F, goes over Batch, or over a list of what that has, and the function takes entries
/// of the batch by what the rounds get: `for key in batch: batch[key]`.
static bool takesNames(const ir::Function &F, const ir::Inst &Over, const BatchParts::Part &Batch) {
  const ir::Inst *List = F.definition(Over.Args[0].Value);
  const bool IsCopy = List && List->Kind == ir::InstKind::Call && List->Args.size() == 1 &&
                      (knowledge::makesContainer(std::string_view(List->Name)) ||
                       knowledge::givesOfArguments(std::string_view(List->Name)));
  if (!Batch.has(IsCopy ? List->Args[0].Value : Over.Args[0].Value))
    return false;
  const auto IsName = [&](ir::ValueId V) {
    const ir::Inst *Taken = F.definition(V);
    return Taken && Taken->Kind == ir::InstKind::Next && Taken->Args[0].Value == Over.Result;
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool IsEntry = I.Kind == ir::InstKind::GetItem || I.Kind == ir::InstKind::SetItem;
    return IsEntry && I.Args.size() >= 2 && Batch.has(I.Args[0].Value) && IsName(I.Args[1].Value);
  });
}

/// The function of the program that I, of F, calls by its name, or as a method of its own object, and the number of its
/// parameter that Batch is given for.
static std::optional<std::pair<const ir::Function *, unsigned>>
takerOf(const Program &Prog, const ir::Function &F, const ir::Inst &I, const BatchParts::Part &Batch) {
  const bool OfSelf = I.Kind == ir::InstKind::Invoke && F.isReceiver(I.Args[0].Value);
  if (I.Kind != ir::InstKind::Call && !OfSelf)
    return std::nullopt;
  const auto *Given = llvm::find_if(I.Args, [&](const ir::Arg &A) { return Batch.has(A.Value); });
  if (Given == I.Args.end())
    return std::nullopt;
  const std::optional<Program::Entry> Taker =
      OfSelf ? Prog.Types.findMethod(F.Class, I.Name) : Prog.Types.findFunction(I.Name);
  if (!Taker || !Taker->F->hasBody())
    return std::nullopt;
  const auto &Params = Taker->F->Params;
  const auto Named = llvm::find_if(Params, [&](const ir::Param &P) { return P.Name == Given->Keyword; });
  // A static method gets no object.
  const size_t First = OfSelf && Taker->F->Kind == ir::FunctionKind::StaticMethod ? 1 : 0;
  const size_t Position = Given - I.Args.begin();
  if (Position < First)
    return std::nullopt;
  const size_t N = Given->Keyword.empty() ? Position - First : Named - Params.begin();
  return N < Params.size() ? std::optional(std::pair(Taker->F, static_cast<unsigned>(N))) : std::nullopt;
}

static bool goesOverNames(const Program &Prog, const ir::Function &F, const BatchParts::Part &Batch, unsigned Depth) {
  constexpr unsigned MaxDepth = 2;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind == ir::InstKind::Iterate)
      return takesNames(F, I, Batch);
    if (I.Kind == ir::InstKind::Invoke && (I.Name == "items" || I.Name == "keys") && I.Args.size() == 1)
      return Batch.has(I.Args[0].Value);
    const auto Taker = Depth < MaxDepth ? takerOf(Prog, F, I, Batch) : std::nullopt;
    if (!Taker)
      return false;
    const ir::Function &There = *Taker->first;
    return goesOverNames(Prog, There, BatchParts(There, There.Blocks[0].Params[Taker->second], {}).whole(), Depth + 1);
  });
}

/// `model(**batch)`
static bool handsOnNames(const ir::Function &F, const BatchParts::Part &Batch) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Keyword == "**" && Batch.has(A.Value); });
  });
}

bool hasNames(const Program &Prog, const ir::Function &F, const BatchParts::Part &Batch) {
  return handsOnNames(F, Batch) || goesOverNames(Prog, F, Batch, 0);
}

/// True if Next takes what a loop over Whole gives.
static bool takesElement(const ir::Function &F, const ir::Inst &Next, const BatchParts::Part &Whole) {
  const ir::Inst *Over = Next.Kind == ir::InstKind::Next ? F.definition(Next.Args[0].Value) : nullptr;
  return Over && Over->Kind == ir::InstKind::Iterate && Whole.has(Over->Args[0].Value);
}

bool holdsTables(const Program &Prog, const ir::Function &F, const BatchParts::Part &Whole) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return takesElement(F, I, Whole) && hasNames(Prog, F, BatchParts(F, I.Result, {}).whole());
  });
}

bool replacesElements(const ir::Function &F, const BatchParts::Part &Batch) {
  const auto IsOfLoop = [&](ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    return D && (D->Kind == ir::InstKind::Next || D->Kind == ir::InstKind::Unpack);
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::SetItem || I.Args.size() != 3 || !Batch.has(I.Args[0].Value) ||
        !IsOfLoop(I.Args[1].Value))
      return false;
    const ir::Inst *Put = F.definition(I.Args[2].Value);
    return Put && isMove(*Put) && !onlyChangesType(F, *Put);
  });
}

} // namespace devtidy::dataflow
