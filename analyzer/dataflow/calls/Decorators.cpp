//===- Decorators.cpp - What a decorator of the program leaves of a function --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Decorators.h"
#include "dataflow/state/Program.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
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

/// A function that calls the one that was decorated: a closure, which captured that with its first parameters, or the
/// `__call__` of an object, which keeps it in a member.
class Wrapper {
public:
  Wrapper(const ir::Function &F, unsigned Captures, bool IsMethod) : F(F), Captures(Captures), IsMethod(IsMethod) {}

  bool calls() const {
    return llvm::any_of(F.Insts, [&](const ir::Inst &I) { return callsWrapped(I); });
  }
  Wrapping wrapping() const {
    Wrapping W;
    for (const ir::Inst &I : F.Insts) {
      if (callsWrapped(I))
        W.KeepsArguments &=
            llvm::all_of(llvm::drop_begin(I.Args), [&](const ir::Arg &A) { return isParam(F, held(F, A.Value)); });
      if (I.Kind == InstKind::Return && !I.Args.empty())
        W.KeepsResult &= isResult(I.Args[0].Value);
    }
    return calls() ? W : Replaces;
  }

private:
  bool callsWrapped(const ir::Inst &I) const {
    if (I.Kind != InstKind::Apply)
      return false;
    const ir::ValueId V = held(F, I.Args[0].Value);
    const llvm::ArrayRef<ir::ValueId> Params = F.Blocks[0].Params;
    const ir::Inst *D = F.definition(V);
    if (IsMethod)
      return D && D->Kind == InstKind::GetField && !Params.empty() && D->Args[0].Value == Params[0];
    return llvm::is_contained(Params.take_front(Captures), V);
  }
  /// True if V is what such a call gave, on each way to it.
  bool isResult(ir::ValueId V, unsigned Depth = 0) const {
    const ir::Inst *D = F.definition(V);
    if (D || Depth > MaxDepth)
      return D && (D->Kind == InstKind::Await ? isResult(D->Args[0].Value, Depth + 1) : callsWrapped(*D));
    const auto Coming = ir::incoming(F, V);
    return !isParam(F, V) && !Coming.empty() &&
           llvm::all_of(Coming, [&](ir::ValueId C) { return isResult(C, Depth + 1); });
  }

  const ir::Function &F;
  const unsigned Captures;
  const bool IsMethod;
};

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
    const Wrapper Around(Inner, D->Args.size(), /*IsMethod=*/false);
    const bool Makes = llvm::any_of(Inner.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Closure; });
    return Makes && !Around.calls() ? ofDecorator(M, Inner, Depth + 1) : Around.wrapping();
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
    const llvm::StringRef Name = Prog.Types.canonical(Decorator);
    All.SharesResult |= knowledge::sharesResults({Name.data(), Name.size()});
    std::optional<Program::Entry> E = Prog.Types.findFunction(Decorator);
    const bool IsClass = !E && Prog.Types.findClass(Decorator);
    if (IsClass)
      E = Prog.Types.findMethod(Decorator, "__call__");
    if (!E || !E->F->hasBody() || E->M->IsModel)
      continue;
    const Wrapping W = IsClass ? Wrapper(*E->F, 0, /*IsMethod=*/true).wrapping() : ofDecorator(*E->M, *E->F, 0);
    All.KeepsArguments &= W.KeepsArguments;
    All.KeepsResult &= W.KeepsResult;
  }
  return All;
}

} // namespace devtidy::dataflow
