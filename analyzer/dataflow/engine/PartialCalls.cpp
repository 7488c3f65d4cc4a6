//===- PartialCalls.cpp - Calls through functools.partial -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/PartialCalls.h"
#include "dataflow/program/Arguments.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The class of an object that stands for a function with bound arguments is the function that bound them.
static bool isPartial(llvm::StringRef Name) { return knowledge::bindsArguments({Name.data(), Name.size()}); }

Value makePartial(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = In.inst(Id);
  const ObjectId O = In.Objects.allocated(Id, 0, In.Prog.Types.canonical(I.Name));
  S.Mem.set({O, CalledField}, Actuals[0]);
  for (unsigned N = 1; N < Actuals.size(); ++N)
    if (isNamed(I.Args[N]))
      In.fields(S).write(O, I.Args[N].Keyword, Actuals[N]);
    else
      S.Mem.set({O, OpenArguments}, Value::boolean(true));
  return Value::object(O);
}

/// True if what Apply gives as `**` may come in the place of a keyword that Made binds.
static bool mayReplaceBound(const FunctionFrame &In, const ir::Inst &Apply, const ir::Inst &Made, const State &S) {
  return llvm::any_of(Apply.Args, [&](const ir::Arg &Given) {
    return Given.Keyword == "**" && llvm::any_of(Made.Args, [&](const ir::Arg &Bound) {
             return isNamed(Bound) && mergedKeyword(In.Objects, S.Mem, In.Values[Given.Value.index()], Bound.Keyword);
           });
  });
}

const ir::Inst *asCallOfPartial(FunctionFrame &In, const ir::Inst &Apply, const State &S) {
  const ir::Inst *Call = &Apply;
  constexpr unsigned MaxDepth = 4; // partial(partial(f, x), y)
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    const Value Callee = In.operand(Call->Args[0], S);
    if (!Callee.is(Value::Kind::Object) || !isPartial(In.object(Callee.Obj).Class))
      return Depth == 0 ? nullptr : Call;
    const Object &O = In.object(Callee.Obj);
    const ir::Inst *Made = O.K == Object::Kind::Allocated && O.Inner == 0 ? &In.F.inst(O.Site) : nullptr;
    if (Made && Made->Kind == InstKind::Call && isPartial(In.Prog.Types.canonical(Made->Name))) {
      if (mayReplaceBound(In, *Call, *Made, S))
        return nullptr;
      Call = &In.Prog.Calls.ofPartial(*Call, *Made);
      continue;
    }
    const Value *Held = S.Mem.find({Callee.Obj, CalledField});
    const llvm::StringRef Name = Held ? nameOfCallable(In.Prog, *Held) : llvm::StringRef();
    return Name.empty() ? nullptr : &In.Prog.Calls.ofBound(*Call, Name, S.Mem.has({Callee.Obj, OpenArguments}));
  }
  return nullptr;
}

} // namespace devtidy::dataflow
