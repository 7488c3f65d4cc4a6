//===- Threads.cpp - Functions that run in a thread of their own ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `std::thread t(work, p)`, `threads.emplace_back([&] { ... })`: which accelerator is current belongs to a thread, and
// each starts with the first. What it does to memory, and when, nobody follows.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Packages.h"

namespace devtidy::dataflow {

/// The body of the function that A is; nothing if it is none of the program's.
static std::optional<Program::Entry> bodyOf(CallFrame &F, const ir::Arg &A) {
  if (const Value V = F.operand(A); V.is(Value::Kind::Function) && V.Func)
    return F.program().Links.closure(*V.Func);
  const ir::Inst *D = F.definition(A.Value);
  return D && D->Kind == ir::InstKind::GetGlobal ? F.program().Types.findFunction(D->Name) : std::nullopt;
}

/// The argument that is run: the first that is a function.
static const ir::Arg *runs(CallFrame &F) {
  const bool IsElement = F.I.Kind == ir::InstKind::Invoke && F.I.Name == "emplace_back";
  const llvm::StringRef Starts = IsElement ? llvm::StringRef(F.typeOf(F.I.Result).Name) : llvm::StringRef(F.I.Name);
  if ((F.I.Kind != ir::InstKind::Call && !IsElement) || !knowledge::startsThread({Starts.data(), Starts.size()}))
    return nullptr;
  const auto *Run = llvm::find_if(F.I.Args, [&](const ir::Arg &A) { return bodyOf(F, A).has_value(); });
  return Run == F.I.Args.end() ? nullptr : Run;
}

static void start(CallFrame &F, const Value &, const Placement &) {
  const ir::Arg *Run = runs(F);
  if (!Run)
    return;
  const Value Function = F.operand(*Run);
  std::vector<Value> Given;
  if (Function.is(Value::Kind::Function) && Function.Elements)
    Given = *Function.Elements;
  for (const ir::Arg &A : llvm::make_range(Run + 1, F.I.Args.end()))
    Given.push_back(F.operand(A));
  // None of them is an argument of this call.
  Given.insert(Given.end(), F.I.Args.size(), Value::unknown());
  const State Before = F.S;
  F.S.Mem.set({ObjectId(EnvironmentIndex), CurrentDevice},
              Value::device(Placement::of(Term::device({knowledge::DeviceType::Cuda, 0}))));
  (void)F.call(*bodyOf(F, *Run), Given);
  F.S = Before;
}

static constexpr Rule Rules[] = {{Occasion::Called, start}};
REGISTER_CONCEPT(Threads, Rules)

} // namespace devtidy::dataflow
