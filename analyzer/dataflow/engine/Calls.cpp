//===- Calls.cpp - Calls: who is called, and what comes back ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/CallDispatch.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/engine/Untyped.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Scopes.h"
#include "dataflow/state/Texts.h"
#include "knowledge/MethodNames.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

Value FunctionSolver::call(ir::InstId Id, State &S) { return CallDispatch(*this, Id, S).run(); }

bool FunctionSolver::hasAccelerator(const State &S) {
  if (LastAsked.Changes != Prog.Conditions.changes() || !(LastAsked.Path == S.Path))
    LastAsked = {S.Path, Prog.Conditions.changes(), Prog.Conditions.saysAvailable(S.Path)};
  return LastAsked.Answer;
}

/// What meets beside the operands of an operator.
void FunctionSolver::meetAround(ir::InstId Id, Event &E, State &S) {
  if (E.Known) {
    CallFrame F(*this, Id, *E.Known, S, E);
    return meet(Occasion::Called, F, Value(E.Result), E.Result.P);
  }
  CallFrame F(*this, Id, nullptr, Value(), S, E);
  meet(Occasion::Called, F, Value(E.Result), E.Result.P);
}

/// True for a call of a function of Python or numpy that gives a number.
static bool givesNumber(llvm::StringRef Name, const ir::Inst &I, llvm::ArrayRef<Value> Given) {
  if (knowledge::givesNumber(std::string_view(Name)))
    return true;
  if (!knowledge::keepsNumbers(std::string_view(Name), Given.size()))
    return false;
  return llvm::all_of(I.Args, [](const ir::Arg &A) { return A.Keyword.empty(); }) &&
         llvm::all_of(Given, [](const Value &V) {
           return V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isNone());
         });
}

/// True if F only reads V, asks it, or changes it where it is: `getattr(lstm, name).data.uniform_(-1, 1)`.
static bool staysInPlace(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  return Depth < MaxDepth &&
         llvm::all_of(
             F.Insts,
             [&](const ir::Inst &I) {
               const auto HandsOn = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
               const auto IsV = [&](const ir::Arg &A) { return A.Value == V; };
               if (llvm::none_of(I.Args, IsV) || I.Kind == InstKind::Branch)
                 return llvm::none_of(I.Targets, HandsOn);
               if (llvm::any_of(llvm::drop_begin(I.Args), IsV))
                 return I.Kind == InstKind::Op;
               const bool Moves = I.Kind == InstKind::Invoke && knowledge::movesInPlace(std::string_view(I.Name));
               return I.Kind == InstKind::Op || ((I.Kind == InstKind::GetField || I.Kind == InstKind::Invoke) &&
                                                 !Moves && staysInPlace(F, I.Result, Depth + 1));
             });
}

/// True if what the function that I calls is given stays where it is: it is a library's, or takes a member by its name,
/// which nobody moves.
static bool leavesInPlace(const Program &Prog, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != InstKind::Call)
    return false;
  const bool ReadsByName = knowledge::takesMembersByName(std::string_view(I.Name)) && I.Args.size() > 1;
  return (ReadsByName && staysInPlace(F, I.Result)) ||
         knowledge::keepsArguments(std::string_view(Prog.Types.canonical(I.Name)));
}

/// The same of the method that I calls of V, an object of Class.
static bool leavesInPlace(const Program &Prog, const ir::Inst &I, const Value &V, llvm::StringRef Class) {
  // Of whatever class it is: `optimizer.load_state_dict(state)`.
  if (Class.empty() && knowledge::fillsState(std::string_view(I.Name)) && !I.findKeyword("assign"))
    return true;
  return V.isTensor() || V.IsText || V.isString() || Class == "list" || Class == "dict" ||
         knowledge::keepsArguments(std::string_view(Prog.Types.canonical(Class)));
}

Value FunctionSolver::unknownCall(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  std::vector<Value> Given;
  for (const ir::Arg &A : I.Args)
    Given.push_back(operand(A, S));
  Record.handOver(Given, isToFail(Prog, I, S.Mem));
  if (I.Kind == InstKind::Invoke)
    Record.now().Calls.noteUnknown(I.Name);
  if (I.Kind == InstKind::Call) {
    if (std::optional<Value> Count = counting(S).countOf(Prog.Types.canonical(I.Name), I))
      return *Count;
    if (givesNumber(Prog.Types.canonical(I.Name), I, Given))
      return Value::number();
    // What is reported is what happens when the program runs.
    if (knowledge::asksForTracing(std::string_view(Prog.Types.canonical(I.Name))))
      return Value::boolean(false);
  }
  bool Library = leavesInPlace(Prog, F, I), KeepsSelf = false;
  if (I.Kind == InstKind::Invoke) {
    Value V = operand(I.Args[0], S);
    if (std::optional<Value> Text = respelled(*this, I, V))
      return *Text;
    // d.values(): who goes over them goes over d, if that is a dictionary; those of a sparse tensor are where it is.
    const knowledge::Callable *Of = knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name));
    if (V.is(Value::Kind::Symbolic) && I.Args.size() == 1 && Of && Of->Kind == knowledge::Action::Identity)
      return V;
    if ((V.is(Value::Kind::Symbolic) || V.isOneOfSeveral()) && knowledge::isArrayMethod(std::string_view(I.Name)))
      return UntypedOperation(*this, Id, S).method();
    llvm::StringRef Class = V.is(Value::Kind::Object) ? object(V.Obj).Class : staticType(I.Args[0].Value).Name;
    Library = leavesInPlace(Prog, I, V, Class);
    // A model has the methods that move what it holds; accelerator.backward(loss) does not.
    if (const std::optional<Program::ClassEntry> C = Class.empty() ? std::nullopt : Prog.Types.findClass(Class)) {
      const llvm::ArrayRef<ir::ValueId> Params = F.block(ir::BlockId(0)).Params;
      const bool OnSelf = !F.Class.empty() && !Params.empty() && Params[0] == I.Args[0].Value;
      KeepsSelf = C->M->IsModel || (OnSelf && Prog.Types.isMethodOfLibrary(Class, I.Name));
    }
  }
  for (const ir::Arg &A : I.Args) {
    Value V = operand(A, S);
    // multiprocessing.spawn(worker): it will be called.
    const ir::Inst *D = F.definition(A.Value);
    std::optional<Program::Entry> Passed =
        D && D->Kind == InstKind::GetGlobal ? Prog.Types.findFunction(D->Name) : std::nullopt;
    if (Passed)
      Record.now().Calls.notePassed(*Passed->F, F, hasAccelerator(S),
                                    S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
    if (!Library)
      PartMoves(*this, S).noteHanded(V);
    if (V.is(Value::Kind::Choice) && !Library)
      for (const Value &Module : *V.Elements)
        residence(S).forget(Module.Obj);
    if (!V.is(Value::Kind::Object))
      continue;
    bool IsCell = object(V.Obj).Class == "cell";
    if (IsCell || (!Library && !(KeepsSelf && &A == &I.Args[0])))
      residence(S).forget(V.Obj);
  }
  return Options(*this, S).givenBy(Id);
}

} // namespace devtidy::dataflow
