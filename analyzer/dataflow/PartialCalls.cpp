//===- PartialCalls.cpp - Calls through functools.partial -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartialCalls.h"
#include "dataflow/Callables.h"
#include "dataflow/Containers.h"
#include "dataflow/FunctionFrame.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The class of an object that stands for a function with bound arguments is the function that bound them.
static bool isPartial(llvm::StringRef Name) { return knowledge::bindsArguments({Name.data(), Name.size()}); }

/// What a partial object calls; there if it binds more than single keywords.
static constexpr llvm::StringLiteral CalledField = "$called", OpenArguments = "$open";

static bool isNamed(const ir::Arg &A) { return !A.Keyword.empty() && !A.Keyword.starts_with("*"); }

Value makePartial(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = In.inst(Id);
  const ObjectId O = In.Objects.allocated(Id, 0, In.Prog.canonical(I.Name));
  S.Mem.set({O, CalledField}, Actuals[0]);
  for (unsigned N = 1; N < Actuals.size(); ++N)
    if (isNamed(I.Args[N]))
      In.fields(S).write(O, I.Args[N].Keyword, Actuals[N]);
    else
      S.Mem.set({O, OpenArguments}, Value::boolean(true));
  return Value::object(O);
}

/// Arguments by position stand before those by keyword, and what a call gives by keyword comes in the place of what was
/// bound.
const ir::Inst &Program::asCallOfPartial(const ir::Inst &Apply, const ir::Inst &Made) {
  const std::string Key = "partial " + llvm::utohexstr(reinterpret_cast<uintptr_t>(&Made));
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Apply, intern(Key)}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<ir::Inst>(Apply);
  Slot->Args = {Made.Args[0]};
  auto IsPositional = [](const ir::Arg &A) { return A.Keyword.empty() || A.Keyword == "*"; };
  for (const ir::Inst *From : {&Made, &Apply})
    llvm::copy_if(llvm::drop_begin(From->Args), std::back_inserter(Slot->Args), IsPositional);
  for (const ir::Arg &A : llvm::drop_begin(Made.Args))
    if (!IsPositional(A) && !(isNamed(A) && Apply.findKeyword(A.Keyword)))
      Slot->Args.push_back(A);
  for (const ir::Arg &A : llvm::drop_begin(Apply.Args))
    if (!IsPositional(A))
      Slot->Args.push_back(A);
  return *Slot;
}

const ir::Inst &Program::asCallOfBound(const ir::Inst &Apply, llvm::StringRef Name, bool IsOpen) {
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Apply, intern(("bound " + Name).str())}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<ir::Inst>(Apply);
  Slot->Kind = InstKind::Call;
  Slot->Name = intern(Name);
  ir::Arg Bound = Apply.Args[0];
  Bound.Keyword = "**";
  Slot->Args.assign(Apply.Args.begin() + 1, Apply.Args.end());
  Slot->Args.push_back(Bound);
  Bound.Keyword = "*";
  if (IsOpen)
    Slot->Args.insert(Slot->Args.begin(), Bound);
  return *Slot;
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
    if (Made && Made->Kind == InstKind::Call && isPartial(In.Prog.canonical(Made->Name))) {
      if (mayReplaceBound(In, *Call, *Made, S))
        return nullptr;
      Call = &In.Prog.asCallOfPartial(*Call, *Made);
      continue;
    }
    const Value *Held = S.Mem.find({Callee.Obj, CalledField});
    const llvm::StringRef Name = Held ? nameOfCallable(In.Prog, *Held) : llvm::StringRef();
    return Name.empty() ? nullptr : &In.Prog.asCallOfBound(*Call, Name, S.Mem.has({Callee.Obj, OpenArguments}));
  }
  return nullptr;
}

} // namespace devtidy::dataflow
