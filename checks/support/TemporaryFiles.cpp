//===- TemporaryFiles.cpp - Files that are made for one run -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/TemporaryFiles.h"
#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "ir/Edges.h"
#include "knowledge/Files.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

namespace {

/// Looks for where a path begins. None is no path, and nobody loads it.
class Origins {
public:
  explicit Origins(const Program &P) : P(P) {}

  /// False if V may be any other path.
  bool add(const ir::Function &F, ir::ValueId V, unsigned Depth = 0);
  bool foundTemporary() const { return Found; }

private:
  bool addParameter(const ir::Function &F, unsigned N, unsigned Depth);
  bool addResult(const ir::Function &Callee, std::optional<unsigned> Element, unsigned Depth);
  bool fetchesFile(const ir::Function &F) const;

  const Program &P;
  bool Found = false;
  llvm::SmallVector<std::pair<const ir::Function *, ir::ValueId>, 16> Seen;
};

} // namespace

/// True if F brings something from elsewhere and writes it to a file.
bool Origins::fetchesFile(const ir::Function &F) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool IsCall = I.Kind == InstKind::Call;
    return (IsCall || I.Kind == InstKind::Invoke) &&
           (knowledge::fetchesFile(std::string_view(ir::lastName(I.Name))) ||
            (IsCall && knowledge::copiesFile(std::string_view(P.Types.canonical(I.Name)))));
  });
}

bool Origins::addParameter(const ir::Function &F, unsigned N, unsigned Depth) {
  return holdsOfAllGiven(
      P, F, N, [&](const Given &G) { return isNone(F, N, G) || (G.A && add(G.Caller, G.A->Value, Depth + 1)); });
}

/// What a function gives, or, of a tuple, an element of that: `path, epoch = self.restore()`.
bool Origins::addResult(const ir::Function &Callee, std::optional<unsigned> Element, unsigned Depth) {
  return llvm::all_of(Callee.Insts, [&](const ir::Inst &I) {
    if (I.Kind != InstKind::Return)
      return I.Kind != InstKind::Yield;
    const ir::Inst *D = I.Args.empty() ? nullptr : Callee.definition(I.Args[0].Value);
    if (I.Args.empty() || !Element)
      return I.Args.empty() || add(Callee, I.Args[0].Value, Depth + 1);
    return D && D->Kind == InstKind::MakeTuple && *Element < D->Args.size() &&
           add(Callee, D->Args[*Element].Value, Depth + 1);
  });
}

bool Origins::add(const ir::Function &F, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  if (llvm::is_contained(Seen, std::pair(&F, V)))
    return true;
  Seen.push_back({&F, V});
  if (Depth == MaxDepth || fetchesFile(F))
    return false;
  const PathText Text(P, F, V);
  if (const ir::Function *Made = Text.temporaryOf())
    return Found = Made == &F || !fetchesFile(*Made);
  const auto Begins = Text.beginning();
  if (!Begins) {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::None;
  }
  const auto [Of, First] = *Begins;
  if (const std::optional<unsigned> N = parameterOf(*Of, First))
    return addParameter(*Of, *N, Depth);
  const ir::Inst *D = Of->definition(First);
  if (!D)
    return llvm::all_of(ir::incoming(*Of, First), [&](ir::ValueId Coming) { return add(*Of, Coming, Depth); });
  std::optional<unsigned> Element;
  if (D->Kind == InstKind::Unpack) {
    Element = D->Index;
    D = Of->definition(D->Args[0].Value);
  }
  const std::optional<Program::Entry> Callee = D ? calleeOf(P, *Of, *D) : std::nullopt;
  return Callee && addResult(*Callee->F, Element, Depth);
}

bool isTemporaryFile(const Program &P, const ir::Function &F, ir::ValueId V) {
  Origins All(P);
  return All.add(F, V) && All.foundTemporary();
}

} // namespace devtidy::checks
