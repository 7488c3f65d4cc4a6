//===- PartLists.cpp - The modules that a value was taken from --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of the parts of modules, callbacks that are given them, and rounds over them: one object stands for each part,
// and its WholeField says whose part it is.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Callables.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/PartMoves.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

std::optional<Value> PartMoves::entry(const Value &Table, const Value &Key) {
  const ObjectId Whole = Key.isString() ? wholeOf(Table) : ObjectId();
  if (!Whole || Solver.isModuleObject(Table.Obj))
    return std::nullopt;
  Value V = Containers(Solver, S).memberAt(Value::object(Whole), Key.Const.Text);
  return V.is(Value::Kind::Unknown) ? std::nullopt : std::optional(std::move(V));
}

/// The body of the function that V is, and what it has captured.
std::optional<Program::Entry> PartMoves::function(const Value &V, std::vector<Value> &Captures) const {
  if (V.is(Value::Kind::Function) && V.Func) {
    if (V.Elements)
      Captures = *V.Elements;
    return Solver.Prog.Links.closure(*V.Func);
  }
  const llvm::StringRef Name = nameOfCallable(Solver.Prog, V);
  return Name.empty() ? std::nullopt : Solver.Prog.Types.findFunction(Name);
}

/// The modules in V: itself, what it holds, or whose parts those are.
void PartMoves::collect(const Value &V, llvm::SmallVectorImpl<ObjectId> &Out, unsigned Depth) const {
  constexpr unsigned MaxNesting = 3;
  if (V.is(Value::Kind::Choice) || V.is(Value::Kind::Tuple))
    for (const Value &E : *V.Elements)
      if (Depth < MaxNesting)
        collect(E, Out, Depth + 1);
  if (!V.is(Value::Kind::Object) || Depth > MaxNesting)
    return;
  if (Solver.isModuleObject(V.Obj)) {
    if (!llvm::is_contained(Out, V.Obj))
      Out.push_back(V.Obj);
    return;
  }
  // optimizer.param_groups
  if (const Value *Optimized = S.Mem.find({V.Obj, OptimizedField}))
    collect(Value(*Optimized), Out, Depth + 1);
  const llvm::StringRef Class = Solver.object(V.Obj).Class;
  if (knowledge::holdsOthers(std::string_view(Class)))
    for (const auto &[Key, Held] : S.Mem.of(V.Obj))
      collect(Held, Out, Depth + 1);
}

/// True if I computes something of tensors, or of a module and its inputs: what it gives is no module.
static bool computes(const ir::Inst &I, llvm::ArrayRef<Value> Values) {
  const knowledge::Callable *C = I.Kind == InstKind::Invoke
                                     ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name))
                                     : nullptr;
  return (C && C->Kind == Action::Forward) || llvm::any_of(I.Args, [&](const ir::Arg &A) {
           const Value &V = Values[A.Value.index()];
           return V.isTensor() && !V.MayBeModule;
         });
}

/// True if I asks an object for its members without their names, `self.modules()` of `return [v for v in
/// vars(self).values()]`.
static bool handsOut(const FunctionFrame &In, const ir::Inst &I) {
  const Value &Of = In.Values[I.Args[0].Value.index()];
  if (I.Kind != InstKind::Invoke || !Of.is(Value::Kind::Object) || In.isModuleObject(Of.Obj))
    return false;
  const llvm::StringRef Class = In.object(Of.Obj).Class;
  return In.Prog.Members.movesByName(Class) && In.Prog.Types.findMethod(Class, I.Name);
}

/// What this function puts into the container V: parts.append(x).
void PartMoves::collectStored(ir::ValueId V, Search &For) const {
  const Value &Container = Solver.Values[V.index()];
  if (!Container.is(Value::Kind::Object) || Solver.object(Container.Obj).K != Object::Kind::Allocated)
    return;
  for (const ir::Inst &I : Solver.F.Insts)
    if ((I.Kind == InstKind::Invoke || I.Kind == InstKind::SetItem) && I.Args.size() > 1 &&
        Solver.Values[I.Args[0].Value.index()] == Container)
      collect(I.Args.back().Value, For);
}

/// V is an object, and some member of it is what is looked for.
void PartMoves::addHolder(const Value &V, Search &For) const {
  if (V.is(Value::Kind::Symbolic))
    For.Holders.push_back(Solver.Objects.symbolic(V.Path, ""));
  else if (V.is(Value::Kind::Object) && !Solver.isModuleObject(V.Obj))
    For.Holders.push_back(V.Obj);
}

/// True if V, the member of that name of Of, moves with what Of was taken from.
bool PartMoves::isPartOf(ir::ValueId V, ir::ValueId Of, std::string_view Name, const Search &For) const {
  const Value &Whole = Solver.Values[Of.index()], &Known = Solver.Values[V.index()];
  // optimizer.param_groups
  const bool IsOptimizer = Whole.is(Value::Kind::Object) && S.Mem.has({Whole.Obj, OptimizedField});
  const bool IsParameter = For.OfTensors && Known.isTensor() && Solver.isModule(Whole);
  // layers[i].conv
  const ir::Inst *Taken = Solver.F.definition(Of);
  const bool IsOneOfSeveral =
      Whole.is(Value::Kind::Choice) ||
      (Whole.is(Value::Kind::Unknown) && Taken && (Taken->Kind == InstKind::GetItem || Taken->Kind == InstKind::Next));
  // model.encoder, and nobody knows what a model of the library has
  const bool IsOpen = For.Moves && Known.is(Value::Kind::Unknown) && Solver.isModule(Whole) &&
                      !Solver.Prog.Types.findClass(Solver.object(Whole.Obj).Class);
  return knowledge::keepsMembers(Name) || IsOptimizer || IsParameter || IsOneOfSeveral || IsOpen;
}

/// The modules that V was taken from: by calls, out of containers, in rounds of a loop.
void PartMoves::collect(ir::ValueId V, Search &For) const {
  constexpr unsigned MaxValues = 64;
  const bool IsFirst = For.Seen.empty();
  if (!V || For.Seen.size() > MaxValues || !For.Seen.insert(V.index()).second)
    return;
  const Value &Known = Solver.Values[V.index()];
  const size_t Before = For.Found.size();
  collect(Known, For.Found);
  if (For.Found.size() != Before || Known.is(Value::Kind::Constant) || (Known.isTensor() && !IsFirst && !For.OfTensors))
    return;
  collectStored(V, For);
  const ir::Function &F = Solver.F;
  const ir::Inst *D = F.definition(V);
  // Another value on each way here.
  if (!D) {
    for (ir::ValueId Coming : ir::incoming(F, V))
      collect(Coming, For);
    return;
  }
  const bool IsParameter = For.OfTensors && Known.isTensor();
  switch (D->Kind) {
  case InstKind::GetField:
    if (!isPartOf(V, D->Args[0].Value, std::string_view(D->Name), For))
      return;
    if (knowledge::keepsMembers(std::string_view(D->Name)))
      addHolder(Solver.Values[D->Args[0].Value.index()], For);
    break;
  case InstKind::Call:
  case InstKind::Invoke:
    if (IsParameter || computes(*D, Solver.Values))
      return;
    if (!D->Args.empty() && (knowledge::takesMembersByName(std::string_view(D->Name)) || handsOut(Solver, *D)))
      addHolder(Solver.Values[D->Args[0].Value.index()], For);
    break;
  case InstKind::GetItem:
  case InstKind::Iterate:
  case InstKind::Next:
  case InstKind::Unpack:
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
  case InstKind::GetCell:
    break;
  default:
    return;
  }
  for (const ir::Arg &A : D->Args)
    collect(A.Value, For);
}

void PartMoves::loosenBehind(ir::ValueId V, const Placement &P, bool OfTensors) {
  Search For;
  For.OfTensors = OfTensors;
  For.Moves = !P.isUnknown();
  collect(V, For);
  for (ObjectId O : For.Found)
    loosen(O, P);
  for (ObjectId Holder : For.Holders)
    LooseStores(Solver, S).anywhere(Holder, Value::tensor(Placement::unknown()));
}

} // namespace devtidy::dataflow
