//===- CallMeaning.h - What a call is meant to call -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `layer = nn.Conv2d if conv else nn.Linear; self.fc = layer(8, 8)`: what is called is known by its name, so the call
// is the one of that name. Where several classes of modules may be meant, one stands for all of them: they do the same
// with devices.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CALLMEANING_H
#define DEVTIDY_DATAFLOW_ENGINE_CALLMEANING_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// What Called, a parameter or a member that keeps one, holds where nobody gives something else: `window` of `def f(n,
/// window=torch.hann_window)`. "" for others.
llvm::StringRef functionByDefault(FunctionFrame &In, ir::ValueId Called);

/// Another call that a call is, at one point of a function. It runs none: CallDispatch does, under a MeantCall::Scope.
class CallMeaning {
public:
  /// The other call, and the member that it calls, if it is one.
  struct Other {
    const ir::Inst *Call;
    std::optional<Value> Member = std::nullopt;
  };

  CallMeaning(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);

  /// The call of the closure by `optimizer.step(closure)`, which then does what it does without one; null for others.
  const ir::Inst *closure() const;
  /// The call in a thread or a process of its own that it starts, beside what else it does; null for others.
  const ir::Inst *started() const;
  /// True if the object that is to start it is no pool, executor or context of a library, as far as anybody knows.
  bool isStartedByUnknown() const;
  /// The call that it is; nothing if it is what it looks like, or nobody knows.
  std::optional<Other> other() const;

private:
  std::optional<Other> ofMethod() const;
  /// What `self.net.encoder(x)` calls, which is a method as far as its spelling goes: what a member holds.
  std::optional<Value> calledMember() const;
  /// True if Read takes a method of an object, to call it later.
  bool readsMethod(const ir::Inst &Read) const;
  /// While a module is built, what was given and is called makes a part: `norm_layer(dim)`, which has state, or
  /// `ACTS[name]()`, which has none.
  bool makesPart() const;

  FunctionFrame &In;
  const ir::Inst &I;
  const llvm::ArrayRef<Value> Actuals;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CALLMEANING_H
