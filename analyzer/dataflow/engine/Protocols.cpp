//===- Protocols.cpp - Generators, and classes that say how to go over them -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Protocols.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/state/Joins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// In a list that a generator made: what it holds is new in each round.
static constexpr llvm::StringLiteral FreshField = "$fresh";

/// The first `yield` of a generator. A function whose decorator makes a scope of it yields what `enter` gives.
static ir::InstId firstYield(const ir::Function &F) {
  for (llvm::StringRef Decorator : F.Decorators)
    if (Decorator.ends_with("contextmanager") || Decorator.ends_with("fixture"))
      return {};
  const auto It = llvm::find_if(F.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Yield; });
  return It == F.Insts.end() ? ir::InstId() : ir::InstId(It - F.Insts.begin());
}

void Generators::yield(const Value &V, const State &S) {
  // Callers cannot ask again what is opaque here.
  Cube When;
  for (Literal L : S.Path.literals())
    if (In.Prog.Conditions[L.condition()].K != Condition::Kind::Opaque)
      When.add(L);
  In.Record.now().Yielded.joinIn(putInWhere(S.Path, V.guardedBy(When)));
  In.Record.now().Yield = S;
}

bool Generators::summarize(Summary &Sum) {
  const ir::InstId Site = firstYield(In.F);
  if (!Site)
    return false;
  Value Given;
  std::vector<Joins::Way> Left;
  for (ir::BlockId B : In.Blocks) {
    const BlockRecord &R = In.Record[B];
    Given.joinIn(R.Yielded);
    for (const std::optional<State> *At : {&R.Yield, &R.Return})
      if (*At)
        Left.emplace_back(&**At, Cube());
  }
  // Nothing has run when the call returns, so it always does.
  Sum.Returns = true;
  if (!Left.empty())
    Sum.Final = Joins(In).memory(Left, {});
  const ObjectId List = In.Objects.allocated(Site, 0, "list");
  Sum.Final.set({List, ElementField}, Given.is(Value::Kind::Bottom) ? Value::unknown() : Given);
  Sum.Final.set({List, FreshField}, Value::none());
  Sum.Result = Value::object(List);
  return true;
}

Value Generators::inThisRound(ObjectId List, const Value &Element, ir::InstId Next, State &S) {
  if (!Element.is(Value::Kind::Object) || In.isModule(Element) || !S.Mem.has({List, FreshField}))
    return Element;
  // What the generator did not make is the same in all rounds.
  const Object &Made = In.object(Element.Obj), &Of = In.object(List);
  if (Made.K != Object::Kind::Allocated || Made.Inner == 0 || Made.Site != Of.Site)
    return Element;
  return In.fields(S).renewed(Next, Element);
}

Value FunctionSolver::callOfPart(ir::InstId Id, const Program::Entry &Method, llvm::ArrayRef<Value> Actuals,
                                 unsigned Number, State &S) {
  Event E;
  E.Id = Id;
  E.I = &inst(Id);
  E.Kind = E.I->Kind;
  E.Path = S.Path;
  const unsigned Before = std::exchange(Alternative, Number);
  Value Given = instantiate(Id, Method, Actuals, S, E);
  Alternative = Before;
  return Given;
}

/// The method of the class of Of, if the class has one that the language calls.
static std::optional<Program::Entry> methodOf(FunctionSolver &Solver, const Value &Of, llvm::StringRef Method) {
  if (Solver.Meant.isOther() || !Of.is(Value::Kind::Object) ||
      Solver.Prog.Types.isContainer(Solver.object(Of.Obj).Class))
    return std::nullopt;
  const std::optional<Program::Entry> E = Solver.Prog.Types.findMethod(Solver.object(Of.Obj).Class, Method);
  return E && E->F->Decorators.empty() ? E : std::nullopt;
}

std::optional<Value> callProtocolOfPart(FunctionSolver &Solver, ir::InstId Id, const Value &Of, llvm::StringRef Method,
                                        unsigned Number, State &S) {
  const std::optional<Program::Entry> E = methodOf(Solver, Of, Method);
  if (!E || E->F->Params.empty())
    return std::nullopt;
  std::vector<Value> Actuals(E->F->Params.size() > 1 ? 2 : 1, Value::number());
  Actuals[0] = Of;
  return Solver.callOfPart(Id, *E, Actuals, Number, S);
}

std::optional<Value> callProtocol(FunctionSolver &Solver, ir::InstId Id, const Value &Of, llvm::StringRef Method,
                                  State &S) {
  if (!methodOf(Solver, Of, Method))
    return std::nullopt;
  const MeantCall::Scope As(Solver.Meant, Solver.Prog.Calls.ofProtocol(Solver.F.inst(Id), Method), Id);
  return Solver.call(Id, S);
}

} // namespace devtidy::dataflow
