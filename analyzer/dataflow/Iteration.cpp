//===- Iteration.cpp - What loops go over ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Iteration.h"
#include "dataflow/Batches.h"
#include "dataflow/FunctionSolver.h"
#include "dataflow/Protocols.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::TypeKind;

Value Iteration::next(const ir::Inst &Next) {
  const Value Over = Solver.operand(Next.Args[0], S);
  Value Each = elementOf(Over, Next);
  const unsigned Least = std::max(Solver.counting(S).leastIfAny(Over), Each.leastBehind());
  if (Least > 0)
    S.suppose(Literal::available());
  if (Least > 1)
    S.suppose(Literal::multi());
  return Each;
}

/// What Next goes over; nothing if nobody knows.
static ir::ValueId iterated(const ir::Function &F, const ir::Inst &Next) {
  const ir::Inst *Iterator = F.definition(Next.Args[0].Value);
  return Iterator && Iterator->Kind == ir::InstKind::Iterate ? Iterator->Args[0].Value : ir::ValueId();
}

/// True if Move brings what it is called on to a device that is not the CPU by its spelling.
static bool isMoveAway(const ir::Function &F, const ir::Inst &Move) {
  if (Move.Kind != ir::InstKind::Invoke || (Move.Name != "to" && Move.Name != "cuda"))
    return false;
  if (Move.Name == "cuda")
    return true;
  const ir::Inst *To = Move.Args.size() > 1 ? F.definition(Move.Args[1].Value) : nullptr;
  const bool IsType = To && To->Kind == ir::InstKind::GetGlobal && knowledge::isDtype(std::string_view(To->Name));
  const bool IsHost = To && To->Kind == ir::InstKind::Const && To->Const.Text == "cpu";
  const llvm::StringRef Keyword = Move.Args.size() > 1 ? Move.Args[1].Keyword : llvm::StringRef();
  return Move.Args.size() > 1 && !IsType && !IsHost && (Keyword.empty() || Keyword == "device");
}

/// What Each is unpacked into.
static llvm::SmallVector<const ir::Inst *, 4> partsOf(const ir::Function &F, ir::ValueId Each) {
  llvm::SmallVector<const ir::Inst *, 4> Parts;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::Unpack && I.Args[0].Value == Each)
      Parts.push_back(&I);
  return Parts;
}

/// `for x, y in batches: x = x.to(device)`: what gives x gives y as well, where x was before somebody brought it away.
/// Modules move in place, and nobody binds them anew.
static bool isMovedInParts(const ir::Module &M, const ir::Function &F, const ir::Inst &Next, const ir::Inst *Over) {
  ir::ValueId Each = Next.Result;
  if (M.declaresTypes())
    return false;
  // for name, x in d.items()
  if (Over && (Over->Kind != ir::InstKind::Call || Over->Name != "enumerate"))
    return false;
  if (Over) {
    const auto Pair = partsOf(F, Each);
    const auto *Second = llvm::find_if(Pair, [](const ir::Inst *Part) { return Part->Index == 1; });
    if (Second == Pair.end())
      return false;
    Each = (*Second)->Result;
  }
  const auto IsMoved = [&](const ir::Inst *Part) {
    return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
      return isMoveAway(F, I) && I.Args[0].Value == Part->Result && !F.value(I.Result).Variable.empty();
    });
  };
  const auto Parts = partsOf(F, Each);
  const auto Moved = llvm::count_if(Parts, IsMoved);
  return Moved > 0 && static_cast<size_t>(Moved) < Parts.size();
}

/// True if something is read of Part that no tensor has: `graph.edata`.
static bool isUsedAsObject(const ir::Function &F, const ir::Inst &Part) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::GetField && I.Args[0].Value == Part.Result &&
           !knowledge::isSizeAttribute(std::string_view(I.Name)) &&
           !knowledge::isDataAttribute(std::string_view(I.Name)) &&
           !knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name));
  });
}

/// What Next takes from what the function was given, Each: a batch on the CPU, as loaders make it, if that is why parts
/// of it are moved.
static Value hostIfPartsMove(Program &Prog, const ir::Module &M, const ir::Function &F, const ir::Inst &Next,
                             const ir::Inst *Over, Value Each) {
  const PathId Of = Each.is(Value::Kind::Symbolic) ? Prog.Paths[Each.Path].Parent : PathId();
  if (!Of || Prog.Paths[Of].Kind != Path::Root::Param || !isMovedInParts(M, F, Next, Over))
    return Each;
  const Step *Given = Prog.step({.Kind = StepKind::Parameter,
                                 .M = &M,
                                 .F = &F,
                                 .Range = Next.Range,
                                 .Subject = Prog.intern(Prog.Paths.describe(Of))});
  const Step *Assumed = Prog.step(
      {.Kind = StepKind::AssumedOnHost, .M = &M, .F = &F, .Range = Next.Range, .I = &Next, .Previous = Given});
  const Placement There = Placement::of(Term::device({}), Assumed);
  const auto Parts = partsOf(F, Next.Result);
  if (Over || llvm::none_of(Parts, [&](const ir::Inst *Part) { return isUsedAsObject(F, *Part); }))
    return Value::tensor(There, Rank::atLeast(2));
  // An object in a batch is what the caller put there.
  std::vector<Value> Elements;
  for (const ir::Inst *Part : Parts) {
    Elements.resize(std::max<size_t>(Elements.size(), Part->Index + 1), Value::unknown());
    const PathId Own = Prog.Paths.element(Each.Path, std::to_string(Part->Index));
    if (!isUsedAsObject(F, *Part))
      Elements[Part->Index] = Value::tensor(There, Rank::AtLeastOne);
    else if (Own)
      Elements[Part->Index] = Value::symbolic(Own);
  }
  return Value::tuple(std::move(Elements));
}

Value Iteration::elementOf(const Value &O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  const ir::Type T = Solver.staticType(I.Result);
  if (const ObjectId Counted = countedBy(I))
    return Value::key(Counted);
  const ir::ValueId Of = I.Kind == ir::InstKind::Next ? iterated(F, I) : ir::ValueId();
  const ir::Inst *Rounds = Of ? F.definition(Of) : nullptr;
  const bool IsRange =
      Rounds && Rounds->Kind == ir::InstKind::Call && knowledge::countsUp({Rounds->Name.data(), Rounds->Name.size()});
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
    return Solver.choices().eachOf(*O.Elements);
  case Value::Kind::Symbolic:
    return hostIfPartsMove(
        Solver.Prog, Solver.M, F, I, Rounds,
        symbolicValue(Solver, Solver.Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range));
  case Value::Kind::Object:
    return elementOfObject(O, I);
  default:
    return IsRange ? Value::integer() : unknownOf(Solver, F.value(I.Result).Definition, T);
  }
}

Value Iteration::elementOfObject(const Value &O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  Program &Prog = Solver.Prog;
  const ir::Type T = Solver.staticType(I.Result);
  auto Kept = [&](unsigned N) {
    const Value *It = S.Mem.find({O.Obj, IteratedFields[N]});
    return !It ? Value::unknown() : *It;
  };
  for (llvm::StringRef Method : {"__next__", "__getitem__"})
    if (std::optional<Value> Given = callProtocol(Solver, F.value(I.Result).Definition, O, Method, S))
      return *Given;
  llvm::StringRef Class = Solver.Objects[O.Obj].Class;
  if (Class == "enumerate" || Class == "items") {
    const Value Of = Kept(0);
    const bool IsContainer = Of.is(Value::Kind::Object) && Prog.isContainer(Solver.object(Of.Obj).Class);
    return Value::tuple({IsContainer ? Value::key(Of.Obj) : Value::number(), elementOf(Of, I)});
  }
  if (Class == "zip") {
    std::vector<Value> E;
    for (unsigned N = 0; N < std::size(IteratedFields) && S.Mem.has({O.Obj, IteratedFields[N]}); ++N)
      E.push_back(elementOf(Kept(N), I));
    return Value::tuple(std::move(E));
  }
  const knowledge::ClassInfo *Library = Prog.libraryClass(Class);
  if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
    return Batches(Solver, S).inRound(O.Obj, I);
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
  return Class == "list" || (Solver.Prog.isContainer(Class) && Solver.isModuleObject(List.Obj)) ? List.Obj : ObjectId();
}

Value Iteration::heldBy(ObjectId O, const ir::Inst &I) {
  const ir::Function &F = Solver.F;
  const Program &Prog = Solver.Prog;
  llvm::StringRef Class = Solver.Objects[O].Class;
  const bool IsDict = Class == "dict" || Prog.isModuleDict(Class);
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
  if (!HasOthers && Prog.isContainer(Class))
    if (Value Each = Solver.choices().eachOf(Held); Each.is(Value::Kind::Choice))
      return Each;
  const Value Element = Solver.fields(S).element(O, std::nullopt, Solver.staticType(I.Result));
  return Generators(Solver).inThisRound(O, Element, F.value(I.Result).Definition, S);
}

} // namespace devtidy::dataflow
