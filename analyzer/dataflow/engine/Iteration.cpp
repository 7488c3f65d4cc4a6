//===- Iteration.cpp - What loops go over ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Iteration.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Protocols.h"
#include "dataflow/state/Batches.h"
#include "dataflow/state/PartMoves.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::TypeKind;

Value Iteration::next(const ir::Inst &Next) {
  const Value Over = Solver.operand(Next.Args[0], S);
  Value Each = elementOf(Over, Next);
  supposeLeast(S, std::max(Solver.counting(S).leastIfAny(Over), Each.leastBehind()));
  return Each;
}

/// What Next goes over; nothing if nobody knows.
static ir::ValueId iterated(const ir::Function &F, const ir::Inst &Next) {
  const ir::Inst *Iterator = F.definition(Next.Args[0].Value);
  return Iterator && Iterator->Kind == ir::InstKind::Iterate ? Iterator->Args[0].Value : ir::ValueId();
}

/// Parts of the batch at Batch are rather on the CPU, where loaders make them, as There says.
void Iteration::noteOnHost(const BatchParts::Part &Batch, PathId At, const Step *There) {
  PathTable &Paths = Solver.Prog.Paths;
  for (const BatchParts::Part &P : Batch.Parts) {
    const llvm::StringRef Name = Solver.Prog.Names.intern(P.Name.empty() ? std::to_string(P.Position) : P.Name);
    const PathId Of = P.IsMember ? Paths.child(At, Name) : Paths.element(At, Name);
    if (!Of || P.isObject())
      continue;
    if (P.Parts.empty() || P.IsMoved)
      Solver.Out.OnHost[Of.index()] = There;
    else
      noteOnHost(P, Of, There);
  }
}

/// What I takes, Each, of Of, of which nobody knows what it is: a batch, if parts of it are moved.
Value Iteration::asBatch(const ir::Inst &I, const Value &Of, Value Each) {
  const bool Takes = I.Kind == ir::InstKind::Next || I.Kind == ir::InstKind::Call;
  if (!Takes || Solver.M.declaresTypes() || !(Each.is(Value::Kind::Symbolic) || Each.is(Value::Kind::Unknown)))
    return Each;
  const BatchParts Parts(Solver.F, I.Result, Within);
  if (!Parts.areMovedOneByOne())
    return Each;
  Program &Prog = Solver.Prog;
  PathId At = Each.is(Value::Kind::Symbolic) ? Each.Path : PathId();
  if (!At) {
    At = Prog.Paths.site(Solver.F, Solver.F.value(I.Result).Definition);
    for (const unsigned Position : Within)
      At = Prog.Paths.element(At, std::to_string(Position));
  }
  Step Assumed{.Kind = StepKind::AssumedOnHost, .M = &Solver.M, .F = &Solver.F, .Range = I.Range, .I = &I};
  if (Of.Path)
    Assumed.Previous = Prog.Steps.get({.Kind = StepKind::Parameter,
                                       .M = &Solver.M,
                                       .F = &Solver.F,
                                       .Range = I.Range,
                                       .Subject = Prog.Names.intern(Prog.Paths.describe(Of.Path))});
  noteOnHost(Parts.whole(), At, Prog.Steps.get(Assumed));
  return At ? Value::symbolic(At) : Each;
}

/// One of several lists in its turn: `for column in zip(*rows)`.
std::optional<Value> Iteration::eachColumn(llvm::ArrayRef<Value> Parts) const {
  const auto IsList = [&](const Value &V) {
    return V.is(Value::Kind::Object) && Solver.object(V.Obj).Class == "list" &&
           Solver.object(V.Obj).K == Object::Kind::Allocated;
  };
  if (Parts.size() < 2 || !llvm::all_of(Parts, IsList))
    return std::nullopt;
  llvm::SmallVector<std::pair<Value, Cube>, 4> Columns;
  for (const Value &V : Parts)
    Columns.emplace_back(V, Cube());
  return oneOfSeveral(Columns, /*OfSummary=*/true);
}

Value Iteration::elementOf(const Value &O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  const ir::Type T = Solver.staticType(I.Result);
  if (const ObjectId Counted = countedBy(I)) {
    Value Position = Value::key(Counted);
    Position.IsIndex = true;
    return Position;
  }
  const ir::ValueId Of = I.Kind == ir::InstKind::Next ? iterated(F, I) : ir::ValueId();
  const ir::Inst *Rounds = Of ? F.definition(Of) : nullptr;
  const bool IsRange = Rounds && Rounds->Kind == ir::InstKind::Call &&
                       knowledge::countsUp({Rounds->Name.data(), Rounds->Name.size()}, Rounds->Args.size());
  switch (O.K) {
  case Value::Kind::Tensor:
    return Value::tensor(O.P, O.Dim.plus(-1));
  case Value::Kind::Number: {
    // range(torch.cuda.device_count())
    Value Each = IsRange ? Value::integer() : Value::number();
    Each.Behind = O.IfAny;
    Each.IsCounted = O.IsCounted;
    return Each;
  }
  case Value::Kind::Constant:
    return Value::number();
  case Value::Kind::Tuple:
    return eachColumn(*O.Elements).value_or(Solver.choices().eachOf(*O.Elements));
  case Value::Kind::Symbolic:
    if (PartMoves::hasMoved(Solver, S, O))
      return Value::unknown();
    return asBatch(I, O,
                   symbolicValue(Solver, Solver.Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range));
  case Value::Kind::Object:
    return elementOfObject(O, I);
  default:
    return IsRange ? Value::integer() : asBatch(I, O, unknownOf(Solver, F.value(I.Result).Definition, T));
  }
}

/// An element of Of, which is at Position in what I takes.
Value Iteration::partOf(unsigned Position, const Value &Of, const ir::Inst &I) {
  Within.push_back(Position);
  Value Each = elementOf(Of, I);
  Within.pop_back();
  return Each;
}

/// What an object of the program gives that says itself how to go over it. What enumerate, zip and iter go over begins
/// where the loop does.
std::optional<Value> Iteration::ofProgram(const Value &O, const ir::Inst &I) {
  const ir::InstId Id = Solver.F.value(I.Result).Definition;
  const Value Operand = Solver.operand(I.Args[0], S);
  if (Operand.is(Value::Kind::Object) && Operand.Obj == O.Obj)
    for (llvm::StringRef Method : {"__next__", "__getitem__"})
      if (std::optional<Value> Given = callProtocol(Solver, Id, O, Method, S))
        return Given;
  const unsigned Number = Within.empty() ? 1 : Within.back() + 1;
  if (std::optional<Value> Given = callProtocolOfPart(Solver, Id, O, "__next__", Number, S))
    return Given;
  const ir::InstId Begin = Solver.F.value(I.Args[0].Value).Definition;
  if (const std::optional<Value> Begun =
          Begin ? callProtocolOfPart(Solver, Begin, O, "__iter__", Number, S) : std::nullopt)
    return Begun->is(Value::Kind::Object) && Begun->Obj == O.Obj ? std::nullopt : std::optional(elementOf(*Begun, I));
  return callProtocolOfPart(Solver, Id, O, "__getitem__", Number, S);
}

Value Iteration::elementOfObject(const Value &O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  Program &Prog = Solver.Prog;
  const ir::Type T = Solver.staticType(I.Result);
  auto Kept = [&](unsigned N) {
    const Value *It = S.Mem.find({O.Obj, IteratedFields[N]});
    return !It ? Value::unknown() : *It;
  };
  if (std::optional<Value> Given = ofProgram(O, I))
    return *Given;
  llvm::StringRef Class = Solver.Objects[O.Obj].Class;
  // Who goes over what was moved like a module, and is none that holds others, goes over a loader, which gives its
  // batches elsewhere now: `net, loader = prepare(net, loader)`.
  if (Solver.object(O.Obj).K == Object::Kind::Symbolic && std::string_view(Class) == knowledge::ModuleClass &&
      S.Mem.has({O.Obj, DeviceField}))
    return unknownOf(Solver, F.value(I.Result).Definition, T);
  if (Class == "enumerate" || Class == "items") {
    const Value Of = Kept(0);
    const bool IsContainer = Of.is(Value::Kind::Object) && Prog.Types.isContainer(Solver.object(Of.Obj).Class);
    Value Key = IsContainer ? Value::key(Of.Obj) : Value::number();
    Key.IsIndex = Class == "enumerate"; // layer.to(i)
    return Value::tuple({std::move(Key), partOf(1, Of, I)});
  }
  if (Class == "zip") {
    std::vector<Value> E;
    for (unsigned N = 0; N < std::size(IteratedFields) && S.Mem.has({O.Obj, IteratedFields[N]}); ++N)
      E.push_back(partOf(N, Kept(N), I));
    return Value::tuple(std::move(E));
  }
  const knowledge::ClassInfo *Library = Prog.Types.libraryClass(Class);
  if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
    return Batches(Solver, S).inRound(O.Obj, I, Within);
  // for (auto &[name, x] : map)
  if (const ir::Type Of = Solver.staticType(iterated(F, I)); Of.Kind == TypeKind::Dict && T.Kind == TypeKind::Tuple) {
    const ir::Type Mapped{.Kind = Of.Element, .Name = Of.Name};
    return Value::tuple({Value::number(), Solver.fields(S).element(O.Obj, std::nullopt, Mapped)});
  }
  return heldBy(O.Obj, I);
}

ObjectId Iteration::countedBy(const ir::Inst &I) const {
  const ir::Function &F = Solver.F;
  const ir::Inst *D = F.definition(I.Args[0].Value);
  for (llvm::StringRef Of : {"range", "len"}) {
    D = D && D->Args.size() == 1 ? F.definition(D->Args[0].Value) : nullptr;
    if (!D || D->Kind != ir::InstKind::Call || D->Name != Of)
      return {};
  }
  const Value &List = D->Args.size() == 1 ? Solver.Values[D->Args[0].Value.index()] : Solver.Values.front();
  const llvm::StringRef Class = List.is(Value::Kind::Object) ? Solver.object(List.Obj).Class : llvm::StringRef();
  return Class == "list" || (Solver.Prog.Types.isContainer(Class) && Solver.isModuleObject(List.Obj)) ? List.Obj
                                                                                                      : ObjectId();
}

Value Iteration::heldBy(ObjectId O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  const Program &Prog = Solver.Prog;
  llvm::StringRef Class = Solver.Objects[O].Class;
  const bool IsDict = Class == "dict" || Prog.Types.isModuleDict(Class);
  const ir::Inst *Iterator = F.definition(I.Args[0].Value);
  const ir::Inst *Over =
      Iterator && Iterator->Kind == ir::InstKind::Iterate ? F.definition(Iterator->Args[0].Value) : nullptr;
  const Value *Asked = Over ? &Solver.Values[Iterator->Args[0].Value.index()] : nullptr;
  const bool AsksItself = Asked && Asked->is(Value::Kind::Object) && Asked->Obj == O;
  if (IsDict && AsksItself && !(Over->Kind == ir::InstKind::Invoke && Over->Name == "values"))
    return Value::key(O);
  // What a dictionary holds under names that are known is all that it holds.
  llvm::SmallVector<Value, 8> Held;
  bool HasOthers = false;
  for (const auto &[Key, V] : S.Mem.of(O)) {
    if (Key.second == ElementField)
      HasOthers = !IsDict;
    else if (!isOwnField(Key.second))
      Held.push_back(V);
  }
  if (!HasOthers && Prog.Types.isContainer(Class))
    if (Value Each = Solver.choices().eachOf(Held); Each.is(Value::Kind::Choice))
      return Each;
  const Value Element = Solver.fields(S).element(O, std::nullopt, Solver.staticType(I.Result));
  return Generators(Solver).inThisRound(O, Element, F.value(I.Result).Definition, S);
}

} // namespace devtidy::dataflow
