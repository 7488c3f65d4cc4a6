//===- LowerCall.cpp - Calls ----------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

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

/// A constructor that leaves nothing in the object that the program sees.
static bool isEmptyConstructor(llvm::StringRef Name) {
  return Name == "torch.nn.Module.__init__" || Name == "object.__init__" || Name == "typing.Generic.__init__";
}

/// The builtin that does what a method of every object does: `object.__setattr__(x, "scale", s)` is `setattr(x,
/// "scale", s)`. Empty for other methods.
static llvm::StringRef accessorOf(llvm::StringRef Method) {
  return Method == "__setattr__" ? "setattr" : Method == "__getattribute__" ? "getattr" : "";
}

/// True for a method that torch has: torch.nn.Module.__setattr__
static bool isOfLibrary(llvm::StringRef Name) { return Name.starts_with("torch."); }

ir::ValueId FunctionLowering::lowerAccess(llvm::StringRef Accessor, Node Holder, llvm::ArrayRef<ir::Arg> Operands,
                                          ir::SourceRange R) {
  if (std::optional<ir::ValueId> Member = lowerMember(Accessor, Holder, Operands, R))
    return *Member;
  return call(Accessor, Operands, R);
}

ir::ValueId FunctionLowering::lowerCall(Node N) {
  Node Callee = N.child(Field::Function), Arguments = N.child(Field::Arguments);
  while (Callee.is(Kind::ParenthesizedExpression) && Callee.nodes().size() == 1)
    Callee = Callee.first();
  Args Operands;
  if (std::optional<llvm::StringRef> Name = U.Names.qualified(Callee, Here)) {
    if (isEmptyConstructor(*Name))
      return B.constantNone(U.range(N));
    if (*Name == "next" && isExhaustionCaught())
      return lowerNext(N);
    if (std::optional<ir::ValueId> Mapped = *Name == "map" ? lowerMap(N) : std::nullopt)
      return *Mapped;
    lowerArguments(Arguments, Operands);
    const Node Holder = Operands.empty() ? Node() : Arguments.nodes().front();
    if (const llvm::StringRef Accessor = accessorOf(Name->rsplit('.').second); !Accessor.empty() && isOfLibrary(*Name))
      return lowerAccess(Accessor, Holder, Operands, U.range(N));
    if (std::optional<ir::ValueId> Member = lowerMember(*Name, Holder, Operands, U.range(N)))
      return *Member;
    const size_t Given = Operands.size();
    if (std::optional<ir::ValueId> Reached = lowerReflection(*Name, Arguments, Operands, N))
      return *Reached;
    const ir::ValueId Result = call(*Name, Operands, U.range(N));
    assignFromCall(Callee, llvm::ArrayRef(Operands).take_front(Given), U.range(N));
    return Result;
  }
  if (Callee.is(Kind::Attribute) && !U.Names.isField(Callee, Here)) {
    Node Method = Callee.child(Field::Attribute), Object = Callee.child(Field::Object);
    if (Object.is(Kind::Call) && Object.child(Field::Function).text() == "super" &&
        U.Names.lookup("super", Here).IsBuiltin)
      return lowerSuperCall(N, Method.text());
    const bool IsOfObject = Object.text() == "object" && U.Names.lookup("object", Here).IsBuiltin;
    const llvm::StringRef Accessor = accessorOf(Method.text());
    if (!IsOfObject || Accessor.empty())
      Operands.push_back(lowerArg(Object));
    lowerArguments(Arguments, Operands);
    if (!Accessor.empty())
      return lowerAccess(Accessor, IsOfObject ? Node() : Object, Operands, U.range(N));
    if (Method.text() == "__setitem__" && Operands.size() == 3) {
      append(InstKind::SetItem, "", Operands, U.range(N));
      return B.constantNone(U.range(N));
    }
    const ir::ValueId Result = invoke(Method.text(), Operands, U.range(N, Method));
    assignFromCall(Callee, Operands, U.range(N));
    return Result;
  }
  Operands.push_back(lowerArg(Callee));
  lowerArguments(Arguments, Operands);
  forkIfHandled(U.range(N));
  return append(InstKind::Apply, "", Operands, U.range(N));
}

/// `map(f, xs)` is `[f(x) for x in xs]`, as far as anybody sees. Nothing for other calls of map.
std::optional<ir::ValueId> FunctionLowering::lowerMap(Node N) {
  const auto Given = N.child(Field::Arguments).nodes();
  if (Given.size() != 2 ||
      llvm::any_of(Given, [](Node A) { return A.is(Kind::ListSplat, Kind::DictionarySplat, Kind::KeywordArgument); }))
    return std::nullopt;
  const ir::SourceRange R = U.range(N);
  const std::optional<llvm::StringRef> Name = U.Names.qualified(Given[0], Here);
  const ir::Arg Callee = Name ? ir::Arg() : lowerArg(Given[0]);
  const ir::Arg Source = lowerArg(Given[1]);
  ir::Type List, Bool;
  List.Kind = ir::TypeKind::List;
  Bool.Kind = ir::TypeKind::Bool;
  const ir::Arg Result{append(InstKind::MakeList, "", {}, R, List), {}, R};
  const ir::Arg It{append(InstKind::Iterate, "", Source, Source.Range), {}, Source.Range};
  const ir::BlockId Head = B.createBlock(), Body = B.createBlock(), After = B.createBlock();
  moveTo(Head);
  B.branch({append(InstKind::HasNext, "", It, Source.Range, Bool), {}, Source.Range}, Body, After, Source.Range);
  B.seal(Body);
  B.setBlock(Body);
  const ir::Arg Element{append(InstKind::Next, "", It, Source.Range), {}, Source.Range};
  forkIfHandled(R);
  const ir::ValueId Each = Name ? B.call(*Name, Element, R) : append(InstKind::Apply, "", {Callee, Element}, R);
  B.invoke("append", {Result, ir::Arg{Each, {}, R}}, R);
  moveTo(Head);
  B.seal(Head);
  B.seal(After);
  B.setBlock(After);
  return Result.Value;
}

/// `next(it)` where only the end of an iterator is caught: whether there is another element decides, as in a loop.
ir::ValueId FunctionLowering::lowerNext(Node N) {
  Args Operands;
  const bool Before = std::exchange(RaisesNothing, true);
  lowerArguments(N.child(Field::Arguments), Operands);
  RaisesNothing = Before;
  ir::SourceRange R = U.range(N);
  if (Operands.size() == 1) {
    // In a block of its own, which is no header of a loop.
    ir::BlockId Asks = B.createBlock(), More = B.createBlock(), Handler = landing();
    moveTo(Asks);
    B.seal(Asks);
    ir::Type Bool;
    Bool.Kind = ir::TypeKind::Bool;
    B.branch({append(InstKind::HasNext, "", Operands, R, Bool), {}, R}, More, Handler, R);
    B.seal(More);
    B.setBlock(More);
  }
  return B.call("next", Operands, R);
}

/// The function that `super().Method` finds in the bases of Class: in a class of the file that defines it, or in the
/// first base that is from elsewhere. Empty if there is neither.
static std::string inherited(const Unit &U, Scope *Class, llvm::StringRef Method, unsigned Depth = 0) {
  if (Depth > 16)
    return "";
  for (llvm::StringRef Base : U.Bases.lookup(Class)) {
    auto Own = llvm::find_if(
        U.Names.all(), [&](const std::unique_ptr<Scope> &S) { return S->K == Scope::Kind::Class && S->Name == Base; });
    if (Own == U.Names.all().end())
      return (Base + "." + Method).str();
    if (Binding *B = (*Own)->find(Method); B && B->Definitions)
      return (Base + "." + Method).str();
    if (std::string Found = inherited(U, Own->get(), Method, Depth + 1); !Found.empty())
      return Found;
  }
  return "";
}

/// `super().f(x)` is `Base.f(self, x)`.
ir::ValueId FunctionLowering::lowerSuperCall(Node N, llvm::StringRef Method) {
  Scope *Class = Function.Parent;
  bool IsMethod = Function.K == Scope::Kind::Function && Class && Class->K == Scope::Kind::Class;
  std::string Callee = IsMethod ? inherited(U, Class, Method) : "";
  if (IsMethod && Method == "__init__" && (Callee.empty() || isEmptyConstructor(Callee)))
    return B.constantNone(U.range(N));
  Args Operands;
  Node Super = N.child(Field::Function);
  if (F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor)
    Operands.push_back({B.readVariable(F.Params[0].Name), {}, U.range(Super.child(Field::Object))});
  lowerArguments(N.child(Field::Arguments), Operands);
  if (const llvm::StringRef Accessor = accessorOf(Method); !Accessor.empty() && (Callee.empty() || isOfLibrary(Callee)))
    return lowerAccess(Accessor, Node(), Operands, U.range(N));
  if (Callee.empty())
    return lowerOpaque(N, Operands);
  return call(Callee, Operands, U.range(N, Super.child(Field::Attribute)));
}

} // namespace devtidy::frontend::python
