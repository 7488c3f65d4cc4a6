//===- LowerStmt.cpp - Simple statements, definitions ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Declare.h"
#include "frontend/python/Promises.h"
#include "llvm/Support/SaveAndRestore.h"

namespace devtidy::frontend::python {

using ir::InstKind;

void FunctionLowering::lowerFunction() {
  bindParameters();
  makeCells();
  Node Body = Function.Where.child(Field::Body);
  if (Function.Where.is(Kind::Lambda)) {
    ir::Arg Value = lowerArg(Body);
    B.ret(Value, Value.Range);
  } else {
    lowerErrors(Function.Where);
    lowerDefinedIf();
    lowerSkips();
    Promises Said(*this);
    Said.ofParameters();
    lowerStatements(Body);
    if (!B.isTerminated() && Said.declaresResult())
      B.ret(Said.ofResult({B.opaque({}, F.Range), {}, F.Range}), {});
    if (!B.isTerminated())
      B.ret(std::nullopt, {});
  }
  finish();
}

bool FunctionLowering::lowerModule() {
  lowerStatements(Function.Where);
  bool IsEmpty = F.Insts.empty();
  if (!B.isTerminated())
    B.ret(std::nullopt, {});
  finish();
  return !IsEmpty;
}

void FunctionLowering::lowerStatements(Node Block) {
  for (Node N : Block.children())
    if (!N.is(Kind::Token) && !isTooLarge())
      lowerStatement(N);
}

/// What stands directly in a compound statement and does not parse.
void FunctionLowering::lowerErrors(Node N) {
  if (N.hasError())
    for (Node C : N.children())
      if (C.is(Kind::Error))
        lowerBroken(C);
}

static bool isCompound(Kind K) {
  switch (K) {
  case Kind::IfStatement:
  case Kind::MatchStatement:
  case Kind::ForStatement:
  case Kind::WhileStatement:
  case Kind::TryStatement:
  case Kind::WithStatement:
  case Kind::FunctionDefinition:
  case Kind::ClassDefinition:
  case Kind::DecoratedDefinition:
  case Kind::Block:
    return true;
  default:
    return false;
  }
}

void FunctionLowering::lowerStatement(Node N) {
  // What is nested in a compound statement may be whole.
  if (N.hasError() && !isCompound(N.kind()))
    return lowerBroken(N);
  if (!N.is(Kind::FunctionDefinition))
    lowerErrors(N);
  switch (N.kind()) {
  case Kind::Block:
    return lowerStatements(N);
  case Kind::FunctionDefinition:
    return lowerDefinition(N);
  case Kind::DecoratedDefinition: {
    Node Definition = N.child(Field::Definition);
    return Definition.is(Kind::ClassDefinition) ? lowerClass(Definition) : lowerDefinition(Definition);
  }
  case Kind::ClassDefinition:
    return lowerClass(N);
  case Kind::IfStatement:
    return lowerIf(N);
  case Kind::WhileStatement:
    return lowerWhile(N);
  case Kind::ForStatement:
    return lowerFor(N);
  case Kind::TryStatement:
    return lowerTry(N);
  case Kind::WithStatement:
    return lowerWith(N.child(Kind::WithClause).nodes(), N.child(Field::Body));
  case Kind::MatchStatement:
    return lowerMatch(N);
  default:
    return lowerSimple(N);
  }
}

void FunctionLowering::lowerSimple(Node N) {
  switch (N.kind()) {
  case Kind::ExpressionStatement: {
    Node E = N.first();
    if (E.is(Kind::Assignment))
      lowerAssignment(E, /*NeedsValue=*/false);
    // A string is documentation, `...` a place holder.
    else if (!E.is(Kind::String, Kind::ConcatenatedString, Kind::Ellipsis))
      lower(N.nodes().size() == 1 ? E : N);
    return;
  }
  case Kind::ImportStatement:
  case Kind::ImportFromStatement:
    return lowerImport(N);
  case Kind::ReturnStatement:
    return lowerReturn(N);
  case Kind::RaiseStatement:
    return lowerRaise(N);
  case Kind::AssertStatement:
    return lowerAssert(N);
  case Kind::DeleteStatement:
    return lowerDelete(N);
  case Kind::BreakStatement:
  case Kind::ContinueStatement:
    return lowerJump(N);
  case Kind::PrintStatement:
  case Kind::ExecStatement:
    return lowerPrint(N);
  case Kind::PassStatement:
  case Kind::GlobalStatement:
  case Kind::NonlocalStatement:
  case Kind::FutureImportStatement:
  case Kind::TypeAliasStatement:
    return;
  default:
    lowerOpaque(N);
  }
}

/// Part of the statement did not parse. Statements that are whole inside it are lowered; the variables that it names
/// may be anything after it.
void FunctionLowering::lowerBroken(Node N) {
  F.Incomplete = true;
  B.opaque({}, U.range(N));
  llvm::SmallVector<Node, 16> Work{N};
  llvm::SmallVector<Node, 4> Whole;
  llvm::StringSet<> Seen;
  while (!Work.empty()) {
    Node Part = Work.pop_back_val();
    if (Part.is(Kind::Identifier) && Seen.insert(Part.text()).second &&
        U.Names.lookup(Part.text(), Here).K == Meaning::Kind::Variable)
      write(Part.text(), {B.opaque({}, U.range(Part)), {}, U.range(Part)}, U.range(Part));
    for (Node C : Part.children()) {
      bool IsStatement = isCompound(C.kind()) || C.is(Kind::ExpressionStatement);
      if (N.is(Kind::Error) && IsStatement)
        Whole.push_back(C);
      else if (!C.is(Kind::Lambda))
        Work.push_back(C);
    }
  }
  for (Node S : Whole)
    lowerStatement(S);
}

static bool hasCall(Node N) {
  if (N.is(Kind::Call))
    return true;
  for (Node C : N.children())
    if (hasCall(C))
      return true;
  return false;
}

/// Defaults are computed where the function is defined.
void FunctionLowering::lowerDefaults(Node Parameters, Scope *Of) {
  auto Function = U.Functions.find(Of);
  for (Node P : Parameters.children()) {
    Node Default = P.child(Field::Value);
    const ir::SourceRange R = U.range(Default);
    const ir::Param *Filled = nullptr;
    if (Default && Function != U.Functions.end())
      for (const ir::Param &X : U.M.function(Function->second).Params)
        if (X.DefaultFrom.contains(DefaultMark) && X.Range == U.range(P, P.child(Field::Name)))
          Filled = &X;
    if (Filled)
      append(InstKind::SetGlobal, Filled->DefaultFrom, ir::Arg{lower(Default), {}, R}, R);
    else if (hasCall(Default))
      lower(Default);
  }
}

void FunctionLowering::lowerDefinition(Node N) {
  Scope *S = U.Names.of(N);
  lowerDefaults(N.child(Field::Parameters), S);
  Node Name = N.child(Field::Name);
  // `put = keep`, and then `if cuda: def put(x): ...`: from here on the variable holds another function.
  const Binding *Held = Here->body()->K == Scope::Kind::Module ? Here->body()->find(Name.text()) : nullptr;
  if (Held && Held->OnlyValue && Held->OnlyValue.begin() < N.begin())
    return write(Name.text(), {B.opaque({}, U.range(N, Name)), {}, U.range(N, Name)}, U.range(N, Name));
  // Functions of modules and classes are known by their names.
  if (!S || !U.Functions.contains(S) || U.M.function(U.Functions.lookup(S)).Kind != ir::FunctionKind::Lambda)
    return;
  ir::SourceRange R = U.range(N, Name);
  write(Name.text(), {closure(*S, R), {}, R}, R);
}

void FunctionLowering::lowerClass(Node N) {
  Scope *S = U.Names.of(N);
  if (!S)
    return;
  llvm::SaveAndRestore Inside(Here, S);
  lowerStatements(N.child(Field::Body));
}

/// An import gives a value only to a name that something else is assigned to as well.
/// `CFG = {}`, and then `from local import *`, which may have another one.
void FunctionLowering::lowerStar(Node N) {
  const Node Module = N.child(Field::ModuleName);
  std::string From;
  for (Node C : Module.children())
    if (Module.is(Kind::DottedName) && C.is(Kind::Identifier))
      From += ((From.empty() ? "" : ".") + C.text()).str();
  for (const auto &[Name, Bound] : U.Names.module()->Bindings) {
    const bool IsVariable = Bound.Assignments != 0 && Bound.Definitions == 0 && !Bound.Imported.data();
    if (From.empty() || !IsVariable || Bound.Last > N.begin() || Name.starts_with("_"))
      continue;
    const ir::SourceRange R = U.range(N);
    const ir::ValueId Other = append(InstKind::GetGlobal, U.M.intern((From + "." + Name).str()), {}, R);
    write(Name, {Other, {}, R}, R);
  }
}

void FunctionLowering::lowerImport(Node N) {
  for (Node C : N.children()) {
    if (C.is(Kind::WildcardImport) && Here->K == Scope::Kind::Module)
      lowerStar(N);
    if (C.field() == Field::ModuleName || !C.is(Kind::DottedName, Kind::AliasedImport))
      continue;
    Node Name = C.is(Kind::AliasedImport) ? C.child(Field::Alias) : C.first();
    Binding *Bound = Here->find(Name.text());
    if (!Bound || U.Names.lookup(Name.text(), Here).K == Meaning::Kind::Symbol)
      continue;
    ir::SourceRange R = U.range(C);
    // Nothing is imported where the parser says that a name is missing.
    const bool IsOther = !Bound->OtherType.empty() && Bound->OtherAt == C.begin();
    const llvm::StringRef Is = IsOther ? Bound->OtherType : Bound->Imported;
    ir::ValueId Imported = Is.empty() ? B.opaque({}, R) : append(InstKind::GetGlobal, Is, {}, R);
    write(Name.text(), {Imported, {}, R}, R);
  }
}

void FunctionLowering::lowerReturn(Node N) {
  // Outside functions there is nothing to leave: what is around it did not parse.
  if (Function.K != Scope::Kind::Function) {
    lowerBroken(N);
    return;
  }
  Node Value = N.first();
  std::optional<ir::Arg> Result;
  if (Value)
    Result = Promises(*this).ofResult(lowerArg(Value));
  unwind(0);
  if (!B.isTerminated())
    B.ret(Result, U.range(N));
}

void FunctionLowering::lowerAssert(Node N) {
  ir::BlockId Holds = B.createBlock(), Fails = B.createBlock();
  lowerCondition(N.first(), Holds, Fails);
  B.setBlock(Fails);
  append(InstKind::Unreachable, "", {}, U.range(N));
  B.setBlock(Holds);
}

void FunctionLowering::lowerDelete(Node N) {
  llvm::SmallVector<Node, 4> Targets = N.nodes();
  if (Targets.size() == 1 && Targets[0].is(Kind::ExpressionList, Kind::Tuple, Kind::ParenthesizedExpression))
    Targets = Targets[0].nodes();
  for (Node T : Targets) {
    if (T.is(Kind::Subscript)) {
      Args Operands{lowerArg(T.child(Field::Value))};
      lowerIndices(T, Operands);
      invoke("__delitem__", Operands, U.range(N));
    } else if (T.is(Kind::Attribute)) {
      Node Name = T.child(Field::Attribute);
      ir::Arg Object = lowerArg(T.child(Field::Object));
      ir::Arg Field{B.constantString(Name.text(), U.range(Name)), {}, U.range(Name)};
      invoke("__delattr__", {Object, Field}, U.range(N));
    }
  }
}

/// The print and exec statements of Python 2.
void FunctionLowering::lowerPrint(Node N) {
  Args Operands;
  for (Node C : N.children())
    if (C.is(Kind::Chevron))
      lower(C.first());
    else if (!C.is(Kind::Token))
      Operands.push_back(lowerArg(C));
  call(N.is(Kind::PrintStatement) ? "print" : "exec", Operands, U.range(N));
}

} // namespace devtidy::frontend::python
