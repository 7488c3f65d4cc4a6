//===- PythonCalls.cpp - Functions of Python itself -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PythonCalls.h"
#include "dataflow/Callables.h"
#include "dataflow/LooseStores.h"
#include "dataflow/PartMoves.h"
#include "dataflow/PartialCalls.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// `partial(nn.Conv2d, kernel_size=1)` is called as nn.Conv2d is, where one of several classes may be meant.
static bool isPlainPartial(const ir::Inst &I) {
  return llvm::all_of(llvm::drop_begin(I.Args), [](const ir::Arg &A) {
    return !A.Keyword.empty() && A.Keyword != "device" && !A.Keyword.starts_with("*");
  });
}

/// kwargs.pop("device", None)
static std::optional<Value> takeKeyword(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, PathTable &Paths) {
  const bool Takes = I.Kind == InstKind::Invoke && (I.Name == "pop" || I.Name == "get");
  if (!Takes || Actuals.size() < 2 || !Actuals[0].is(Value::Kind::Symbolic) || !Actuals[1].isString() ||
      !Paths[Actuals[0].Path].isKeywords() || (Actuals.size() != 2 && !Actuals[2].isNone()))
    return std::nullopt;
  const PathId Held = Paths.element(Actuals[0].Path, Actuals[1].Const.Text);
  return Held ? std::optional(Value::symbolic(Held)) : std::nullopt;
}

/// `SimpleNamespace(device=d)`
static Value makeNamespace(FunctionFrame &In, ir::InstId Id, llvm::StringRef Class, llvm::ArrayRef<Value> Actuals,
                           State &S) {
  const ObjectId O = In.Objects.allocated(Id, 0, Class);
  for (unsigned N = 0; N < Actuals.size(); ++N)
    In.fields(S).write(O, In.inst(Id).Args[N].Keyword, Actuals[N]);
  return Value::object(O);
}

std::optional<Value> callOfPython(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = In.inst(Id);
  Program &Prog = In.Prog;
  if (Actuals.empty())
    return std::nullopt;
  if (I.Kind != InstKind::Call)
    return takeKeyword(I, Actuals, Prog.Paths);
  if (knowledge::bindsArguments({I.Name.data(), I.Name.size()})) {
    const bool IsClass =
        Prog.isModuleClass(nameOfCallable(Prog, Actuals[0])) || !classOfChoice(Prog, Actuals[0]).empty();
    return isPlainPartial(I) && (isGiven(Prog, Actuals[0]) || IsClass) ? Actuals[0] : makePartial(In, Id, Actuals, S);
  }
  auto IsNamed = [](const ir::Arg &A) { return !A.Keyword.empty() && !A.Keyword.starts_with("*"); };
  if (const llvm::StringRef Name = Prog.canonical(I.Name);
      knowledge::isNamespace({Name.data(), Name.size()}) && llvm::all_of(I.Args, IsNamed))
    return makeNamespace(In, Id, Name, Actuals, S);
  if (I.Name == "getattr" && Actuals.size() == 2 && In.isModule(Actuals[0]) && Actuals[1].isString())
    if (Value Member = In.fields(S).read(Actuals[0].Obj, Actuals[1].Const.Text); In.isModule(Member))
      return Member;
  if (I.Name == "setattr" && Actuals.size() == 3) {
    PartMoves(In, S).setMember(I.Args[0], Actuals[1], Actuals[2]);
    LooseStores(In, S).setMember(Actuals[0], Actuals[1], Actuals[2]);
    if (In.isModule(Actuals[0]))
      return Value::none();
  }
  return std::nullopt;
}

} // namespace devtidy::dataflow
