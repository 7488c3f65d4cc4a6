//===- PointerSides.cpp - Memory that is handed on -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/PointerSides.h"
#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

void PointerSides::add(const Side &As, const Value &V, llvm::SmallVectorImpl<Side> &Out) {
  if (V.is(Value::Kind::Function))
    return addCaptures(As, V, Out);
  // What holds pointers is known by its memory.
  if (const Value *Memory = V.is(Value::Kind::Object) ? S.Mem.find({V.Obj, MemoryField}) : nullptr)
    return add(As, Value(*Memory), Out);
  // What came in as `Particle *p` is known as an object.
  const bool IsKnown = V.is(Value::Kind::Pointer) && V.Mem == Value::Memory::Plain;
  const bool IsObject = V.is(Value::Kind::Object) && In.object(V.Obj).K == Object::Kind::Symbolic && !In.isModule(V) &&
                        In.object(V.Obj).Class != "cell";
  if (!IsKnown && !IsObject && !V.is(Value::Kind::Symbolic))
    return;
  Side X = As;
  X.P = IsKnown ? V.P : In.placementOf(S, Value::symbolic(IsObject ? In.object(V.Obj).Path : V.Path));
  X.IsTrusted = true;
  // A member that points to some accelerator: to which one, who made the object knows.
  if (Number && IsKnown && V.Path) {
    Side Same = X;
    Same.P = In.placementOf(S, Value::symbolic(V.Path));
    Out.push_back(std::move(Same));
  }
  if (!X.P.isUnknown() && !X.P.isBottom())
    Out.push_back(std::move(X));
}

/// The instruction of In that makes the closure; none if it came from elsewhere.
static ir::InstId makerOf(const FunctionFrame &In, const ir::Function &Closure) {
  for (unsigned N = 0; N < In.F.Insts.size(); ++N)
    if (In.F.Insts[N].Kind == ir::InstKind::Closure && &In.M.function(In.F.Insts[N].Callee) == &Closure)
      return ir::InstId(N);
  return {};
}

void PointerSides::addCaptures(const Side &As, const Value &Closure, llvm::SmallVectorImpl<Side> &Out) {
  const ir::InstId Maker = Closure.Func && Closure.Elements ? makerOf(In, *Closure.Func) : ir::InstId();
  if (!Maker)
    return;
  const ir::Inst &Made = In.F.inst(Maker);
  for (unsigned N = 0; N < Made.Args.size() && N < Closure.Elements->size(); ++N) {
    const bool IsReceiver = Closure.Func->Params[N].Name == "self";
    const llvm::StringRef Name = IsReceiver ? "this" : Closure.Func->Params[N].Name.split('#').first;
    Side X = As;
    X.Name = In.Prog.Names.intern(("'" + Name + "'").str());
    if (Made.Args[N].Keyword != ir::ReferenceWord) {
      if (!IsReceiver)
        add(X, (*Closure.Elements)[N], Out);
      continue;
    }
    const Step *Origin = In.stepAt(StepKind::Captured, Maker, Name);
    X.P = Placement::of(Term::device({}), Origin);
    X.IsTrusted = true;
    Out.push_back(std::move(X));
  }
}

} // namespace devtidy::dataflow
