//===- LowerCall.cpp - Calls ----------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"

namespace devtidy::frontend::python {

using ir::InstKind;

ir::ValueId FunctionLowering::call(llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R) {
  forkIfHandled(R);
  return B.call(Name, Operands, R);
}

ir::ValueId FunctionLowering::invoke(llvm::StringRef Method, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R) {
  forkIfHandled(R);
  return B.invoke(Method, Operands, R);
}

void FunctionLowering::lowerArguments(Node Arguments, Args &Out) {
  if (Arguments.is(Kind::GeneratorExpression)) {
    Out.push_back(lowerArg(Arguments));
    return;
  }
  for (Node C : Arguments.children()) {
    if (C.is(Kind::Token))
      continue;
    if (C.is(Kind::KeywordArgument)) {
      Out.push_back(lowerArg(C.child(Field::Value)));
      Out.back().Keyword = U.M.intern(C.child(Field::Name).text());
    } else if (C.is(Kind::ListSplat, Kind::DictionarySplat)) {
      Out.push_back(lowerArg(C.first()));
      Out.back().Keyword = U.M.intern(C.is(Kind::ListSplat) ? "*" : "**");
    } else {
      Out.push_back(lowerArg(C));
    }
  }
}

ir::ValueId FunctionLowering::lowerCall(Node N) {
  Node Callee = N.child(Field::Function), Arguments = N.child(Field::Arguments);
  while (Callee.is(Kind::ParenthesizedExpression) && Callee.nodes().size() == 1)
    Callee = Callee.first();
  Args Operands;
  if (std::optional<llvm::StringRef> Name = U.Names.qualified(Callee, Here)) {
    // What a base of no state does to an object is nothing.
    if (*Name == "torch.nn.Module.__init__" || *Name == "object.__init__")
      return B.constantNone(U.range(N));
    lowerArguments(Arguments, Operands);
    return call(*Name, Operands, U.range(N));
  }
  if (Callee.is(Kind::Attribute) && !U.Names.isField(Callee, Here)) {
    Node Method = Callee.child(Field::Attribute), Object = Callee.child(Field::Object);
    if (Object.is(Kind::Call) && Object.child(Field::Function).text() == "super" &&
        U.Names.lookup("super", Here).IsBuiltin)
      return lowerSuperCall(N, Method.text());
    Operands.push_back(lowerArg(Object));
    lowerArguments(Arguments, Operands);
    return invoke(Method.text(), Operands, U.range(N, Method));
  }
  Operands.push_back(lowerArg(Callee));
  lowerArguments(Arguments, Operands);
  forkIfHandled(U.range(N));
  return append(InstKind::Apply, "", Operands, U.range(N));
}

/// `super().f(x)` is `Base.f(self, x)`.
ir::ValueId FunctionLowering::lowerSuperCall(Node N, llvm::StringRef Method) {
  Scope *Class = Function.Parent;
  bool IsMethod = Function.K == Scope::Kind::Function && Class && Class->K == Scope::Kind::Class && !F.Params.empty();
  auto Bases = IsMethod ? U.Bases.lookup(Class) : llvm::SmallVector<llvm::StringRef, 2>();
  bool IsStateless = IsMethod && (Bases.empty() || Bases[0] == "torch.nn.Module" || Bases[0] == "object");
  if (IsStateless && Method == "__init__")
    return B.constantNone(U.range(N));
  Args Operands;
  ir::SourceRange R = U.range(N, N.child(Field::Function).child(Field::Attribute));
  if (!IsMethod || Bases.empty()) {
    lowerArguments(N.child(Field::Arguments), Operands);
    return lowerOpaque(N, Operands);
  }
  if (F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor)
    Operands.push_back({B.readVariable(F.Params[0].Name), {}, U.range(N.child(Field::Function).child(Field::Object))});
  lowerArguments(N.child(Field::Arguments), Operands);
  return call((Bases[0] + "." + Method).str(), Operands, R);
}

} // namespace devtidy::frontend::python
