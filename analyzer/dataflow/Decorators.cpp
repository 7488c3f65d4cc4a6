//===- Decorators.cpp - What a decorator of the program leaves of a function --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Decorators.h"
#include "dataflow/Program.h"
#include "ir/Edges.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {

constexpr unsigned MaxDepth = 4;
constexpr Wrapping Replaces{.KeepsArguments = false, .KeepsResult = false};

bool isParam(const ir::Function &F, ir::ValueId V) { return llvm::is_contained(F.Blocks[0].Params, V); }

/// V, or what the cell holds that V was read from.
ir::ValueId held(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::GetCell ? D->Args[0].Value : V;
}

/// The function that a wrapper was made around, or a member of the object that wraps it: `self.f`.
bool isWrapped(const ir::Function &F, ir::ValueId V) {
  V = held(F, V);
  const ir::Inst *D = F.definition(V);
  return isParam(F, V) || (D && D->Kind == InstKind::GetField && isParam(F, D->Args[0].Value));
}

bool callsWrapped(const ir::Function &F, const ir::Inst &I) {
  return I.Kind == InstKind::Apply && isWrapped(F, I.Args[0].Value);
}

/// True if V is what a call of the wrapped function gave, on each way to it.
bool isResult(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  const ir::Inst *D = F.definition(V);
  if (D || Depth > MaxDepth)
    return D && (D->Kind == InstKind::Await ? isResult(F, D->Args[0].Value, Depth + 1) : callsWrapped(F, *D));
  const auto Coming = ir::incoming(F, V);
  return !isParam(F, V) && !Coming.empty() &&
         llvm::all_of(Coming, [&](ir::ValueId C) { return isResult(F, C, Depth + 1); });
}

/// What a wrapper does with the function that it calls.
Wrapping ofWrapper(const ir::Function &F) {
  Wrapping W;
  bool Calls = false;
  for (const ir::Inst &I : F.Insts) {
    if (callsWrapped(F, I)) {
      Calls = true;
      W.KeepsArguments &=
          llvm::all_of(llvm::drop_begin(I.Args), [&](const ir::Arg &A) { return isParam(F, held(F, A.Value)); });
    }
    if (I.Kind == InstKind::Return && !I.Args.empty())
      W.KeepsResult &= isResult(F, I.Args[0].Value);
  }
  return Calls ? W : Replaces;
}

Wrapping ofDecorator(const ir::Module &M, const ir::Function &F, unsigned Depth);

/// What is left where the decorator F gives V.
Wrapping ofGiven(const ir::Module &M, const ir::Function &F, ir::ValueId V, unsigned Depth) {
  V = held(F, V);
  const ir::Inst *D = F.definition(V);
  if (isParam(F, V))
    return {};
  if (!D || Depth > MaxDepth)
    return Replaces;
  if (D->Kind == InstKind::Closure) {
    const ir::Function &Inner = M.function(D->Callee);
    // @dev("cuda"): what is given makes the wrapper.
    const bool Makes = llvm::any_of(Inner.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Closure; }) &&
                       llvm::none_of(Inner.Insts, [&](const ir::Inst &I) { return callsWrapped(Inner, I); });
    return Makes ? ofDecorator(M, Inner, Depth + 1) : ofWrapper(Inner);
  }
  // functools.wraps(f)(w), cast(F, w)
  if (D->Kind == InstKind::Call || D->Kind == InstKind::Apply)
    for (const ir::Arg &A : D->Args)
      if (const ir::Inst *Of = F.definition(held(F, A.Value)); Of && Of->Kind == InstKind::Closure)
        return ofGiven(M, F, A.Value, Depth + 1);
  return Replaces;
}

Wrapping ofDecorator(const ir::Module &M, const ir::Function &F, unsigned Depth) {
  Wrapping All;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::Return && !I.Args.empty()) {
      const Wrapping W = ofGiven(M, F, I.Args[0].Value, Depth);
      All.KeepsArguments &= W.KeepsArguments;
      All.KeepsResult &= W.KeepsResult;
    }
  return All;
}

} // namespace

Wrapping wrappingOf(const Program &Prog, const ir::Function &F) {
  Wrapping All;
  for (llvm::StringRef Decorator : F.Decorators) {
    const llvm::StringRef Name = Prog.canonical(Decorator);
    All.SharesResult |= knowledge::sharesResults({Name.data(), Name.size()});
    std::optional<Program::Entry> E = Prog.findFunction(Decorator);
    const bool IsClass = !E && Prog.findClass(Decorator);
    if (IsClass)
      E = Prog.findMethod(Decorator, "__call__");
    if (!E || !E->F->hasBody() || E->M->IsModel)
      continue;
    const Wrapping W = IsClass ? ofWrapper(*E->F) : ofDecorator(*E->M, *E->F, 0);
    All.KeepsArguments &= W.KeepsArguments;
    All.KeepsResult &= W.KeepsResult;
  }
  return All;
}

} // namespace devtidy::dataflow
