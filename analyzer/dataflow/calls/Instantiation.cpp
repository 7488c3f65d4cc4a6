//===- Instantiation.cpp - What a call of a function with a body hands over and gives ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Instantiation.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Replaced.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// A function, or one of several: what a closure has from around it is not known elsewhere, nor which of them it is.
static Value withoutCaptures(Value V) {
  if (!V.Elements)
    return V;
  std::vector<Value> Parts(V.Elements->size(), Value::unknown());
  if (V.isOneOfSeveral()) {
    llvm::transform(*V.Elements, Parts.begin(), withoutCaptures);
    V.Guards = std::make_shared<const std::vector<Cube>>(Parts.size());
  }
  V.Elements = std::make_shared<const std::vector<Value>>(std::move(Parts));
  return V;
}

GivenFunctions Instantiation::givenFunctions(llvm::ArrayRef<PathId> Applied) {
  GivenFunctions Given;
  for (PathId P : Applied) {
    Value V = Paths.eval(P);
    if (V.isOneOfSeveral() &&
        llvm::all_of(*V.Elements, [](const Value &Part) { return Part.is(Value::Kind::Function); })) {
      Given.add(P, withoutCaptures(V));
      continue;
    }
    // A class of modules, too, but for parts of modules, which are where the module is, whatever their class.
    const Hierarchy &Types = Call.Solver.Prog.Types;
    const bool IsClass =
        Types.isModuleClass(nameOfCallable(Call.Solver.Prog, V)) && !Types.isModuleClass(Call.Callee.Class);
    if (V.is(Value::Kind::Symbolic) && !isFunction(Call.Solver.Prog, V) && !IsClass)
      Call.Solver.Used.noteApplied(V.Path);
    if (!isFunction(Call.Solver.Prog, V) && !IsClass)
      continue;
    Given.add(P, withoutCaptures(std::move(V)));
  }
  return Given;
}

/// True if O, an object that runs Method as far as the callee knows, has another one of that name.
static bool hasOther(const FunctionFrame &In, ObjectId O, const ir::Function &Method) {
  const std::optional<Program::Entry> Its = In.Prog.Types.findMethod(In.object(O).Class, methodName(Method));
  return (Its && Its->F != &Method) || In.Prog.Inherited.replacing(In.object(O).Class, Method);
}

/// True for what a call gives of which nobody knows what it does.
static bool isMadeByUnknown(const Program &Prog, PathId P) {
  return Prog.Paths[Prog.Paths.root(P)].Kind == Path::Root::Site;
}

bool Instantiation::runsOther(llvm::ArrayRef<SolvedFunction::AssumedMethod> Assumed) {
  bool Other = false;
  for (const SolvedFunction::AssumedMethod &A : Assumed) {
    const Value V = Paths.eval(A.Of);
    const bool IsObject = V.is(Value::Kind::Object);
    // Of what nobody has seen made an annotation says what it is at least.
    if (IsObject)
      Other |= hasOther(Call.Solver, V.Obj, *A.F) ||
               (Call.Solver.object(V.Obj).Path && isMadeByUnknown(Call.Solver.Prog, Call.Solver.object(V.Obj).Path));
    else if (V.Elements)
      Other |= llvm::any_of(*V.Elements, [&](const Value &Part) {
        return Part.is(Value::Kind::Object) && hasOther(Call.Solver, Part.Obj, *A.F);
      });
    else // it may be of any of them
      Other |= V.is(Value::Kind::Unknown) || (V.is(Value::Kind::Symbolic) && isMadeByUnknown(Call.Solver.Prog, V.Path));
    const PathId Given = IsObject ? Call.Solver.object(V.Obj).Path : V.is(Value::Kind::Symbolic) ? V.Path : PathId();
    if (Given)
      Call.Solver.Used.noteAssumed(Given, *A.F);
  }
  return Other;
}

bool Instantiation::mayBeReplaced() const {
  const bool IsMethod = Call.Callee.Kind == ir::FunctionKind::Method;
  if (Call.Callee.Class.empty() || (!IsMethod && Call.Callee.Kind != ir::FunctionKind::StaticMethod))
    return false;
  // super().f(x), and an object that was made here.
  const bool IsNamed = IsMethod && Call.Solver.inst(Call.Id).Kind == InstKind::Call;
  const bool IsMade = IsMethod && !Call.Actuals.empty() && Call.Actuals[0].is(Value::Kind::Object) &&
                      Call.Solver.object(Call.Actuals[0].Obj).K == Object::Kind::Allocated;
  const bool IsOverridden =
      !IsNamed && !IsMade && Call.Solver.Prog.Links.overrides().contains(Call.Callee.Class, methodName(Call.Callee));
  return IsOverridden || mayBeAbstract(Call.Callee);
}

std::optional<Cube> Instantiation::returnPath() {
  bool Lost = false;
  std::optional<Cube> Path = Answers.cube(Call.Sum.ReturnPath, Lost);
  if (Path && Call.Solver.Out.OnlyGlobals) // as CallFrame::needAccelerator
    Path->removeIf([](Literal L) { return L == Literal::available(); });
  return Path;
}

/// None and False of a method that others replace may be a tensor and True of theirs.
Value Instantiation::result() {
  Value V = Values.value(Call.Sum.Result);
  const bool IsFlag = V.is(Value::Kind::Number) ? V.Cond.has_value() : isAnswer(V) && !V.isNone();
  if ((!IsFlag && !V.isNone()) || !mayBeReplaced())
    return V;
  return IsFlag ? Value::number() : Value::unknown();
}

} // namespace devtidy::dataflow
