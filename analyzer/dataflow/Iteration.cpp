//===- Iteration.cpp - What loops go over ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::TypeKind;

/// What a round takes out of what it goes over, which is not there without the accelerators that put it in.
Value FunctionSolver::nextOf(const ir::Inst &Next, State &S) {
  const Value Over = operand(Next.Args[0], S);
  Value Each = elementOf(Over, Next, S);
  const unsigned Least = std::max(counting(S).leastIfAny(Over), Each.leastBehind());
  if (Least > 0)
    S.suppose(Literal::available());
  if (Least > 1)
    S.suppose(Literal::multi());
  return Each;
}

Placement FunctionSolver::batchPlacement(const State &S, ObjectId Loader) const {
  const Value *It = S.Mem.find({Loader, BatchField});
  return !It ? Placement::of(Term::device({})) : It->P;
}

/// Somebody wraps the loader and moves what it gives.
void FunctionSolver::placeBatches(State &S, ObjectId Loader, const Placement &P) {
  S.Mem.set({Loader, BatchField}, Value::tensor(P));
}

Value FunctionSolver::batchOf(const State &S, ObjectId Loader, ir::InstId Id) {
  Placement P = batchPlacement(S, Loader);
  if (P.isUnknown())
    return Value::unknown();
  return Value::tensor(batched(P, Id),
                       Rank::atLeast(knowledge::leastBatchRank(*Prog.libraryClass(object(Loader).Class))));
}

/// The loader says where its batches are, unless they come from where the program put them.
Placement FunctionSolver::batched(const Placement &P, ir::InstId Id, llvm::StringRef Field) {
  return P.withOrigin([&](const Step *O) { return O && !P.isOnHost() ? O : stepAt(StepKind::Batched, Id, Field); });
}

/// An element of what a data loader gives. It collates on the CPU (torch/data/transforms/stack.h: torch::stack of what
/// the data set returns; torch/utils/data/_utils/collate.py), unless the program brings its own function for that.
Value FunctionSolver::batch(const Value &Loader, const ir::Inst &I, State &S) {
  ir::Type T = staticType(I.Result);
  ir::InstId Id = F.value(I.Result).Definition;
  Placement Where = batchPlacement(S, Loader.Obj);
  if (Where.isUnknown())
    return unknownOf(Id, T);
  auto Element = [&](llvm::StringRef Field) { return Value::tensor(batched(Where, Id, Field), Rank::AtLeastOne); };
  if (T.isTensor())
    return Element({});
  // A list of tensors mostly, of which each has a dimension for the batch.
  if (T.isUnknown())
    return Value::tensor(batched(Where, Id, {}), Rank::atLeast(2));
  ObjectId Batch = Objects.allocated(Id, 0, T.Kind == TypeKind::Object ? T.Name : "list", true);
  // The batch is new in each iteration: what an earlier one stored is gone.
  for (const auto &[Key, Held] : S.Mem.of(Batch))
    S.Mem.erase(Key);
  Objects[Batch].Weak = false;
  if (T.Kind == TypeKind::Object)
    for (llvm::StringRef Field : {"data", "target"})
      writeField(S, Batch, Field,
                 Element(Prog.intern((F.value(I.Result).Variable.split('#').first + "." + Field).str())));
  else if (T.Element == TypeKind::Tensor)
    writeField(S, Batch, ElementField, Element({}));
  return Value::object(Batch);
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
  return Value::tensor(Placement::of(Term::device({}), Assumed), Rank::atLeast(2));
}

Value FunctionSolver::elementOf(const Value &O, const ir::Inst &I, State &S) {
  ir::Type T = staticType(I.Result);
  ir::InstId Id = F.value(I.Result).Definition;
  auto Kept = [&](unsigned N) {
    const Value *It = S.Mem.find({O.Obj, IteratedFields[N]});
    return !It ? Value::unknown() : *It;
  };
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
    return choices().eachOf(*O.Elements);
  case Value::Kind::Symbolic:
    return hostIfPartsMove(Prog, M, F, I, Rounds,
                           symbolicValue(Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range));
  case Value::Kind::Object:
    break;
  default:
    return IsRange ? Value::integer() : unknownOf(Id, T);
  }
  for (llvm::StringRef Method : {"__next__", "__getitem__"})
    if (std::optional<Value> Given = callProtocol(Id, O, Method, S))
      return *Given;
  llvm::StringRef Class = Objects[O.Obj].Class;
  if (Class == "enumerate" || Class == "items") {
    const Value Of = Kept(0);
    const bool IsContainer = Of.is(Value::Kind::Object) && Prog.isContainer(object(Of.Obj).Class);
    return Value::tuple({IsContainer ? Value::key(Of.Obj) : Value::number(), elementOf(Of, I, S)});
  }
  if (Class == "zip") {
    std::vector<Value> E;
    for (unsigned N = 0; N < std::size(IteratedFields) && S.Mem.has({O.Obj, IteratedFields[N]}); ++N)
      E.push_back(elementOf(Kept(N), I, S));
    return Value::tuple(std::move(E));
  }
  const knowledge::ClassInfo *Library = Prog.libraryClass(Class);
  if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
    return batch(O, I, S);
  // for (auto &[name, x] : map)
  if (const ir::Type Of = staticType(iterated(F, I)); Of.Kind == TypeKind::Dict && T.Kind == TypeKind::Tuple) {
    const ir::Type Mapped{.Kind = Of.Element, .Name = Of.Name};
    return Value::tuple({Value::number(), readElement(S, O.Obj, std::nullopt, Mapped)});
  }
  return heldBy(O.Obj, I, S);
}

/// The list whose positions a loop counts: range(len(list)).
ObjectId FunctionSolver::countedBy(const ir::Inst &I) const {
  const ir::Inst *D = F.definition(I.Args[0].Value);
  for (llvm::StringRef Of : {"range", "len"}) {
    D = D && D->Args.size() == 1 ? F.definition(D->Args[0].Value) : nullptr;
    if (!D || D->Kind != ir::InstKind::Call || D->Name != Of)
      return {};
  }
  const Value &List = D->Args.size() == 1 ? Values[D->Args[0].Value.index()] : Values.front();
  const llvm::StringRef Class = List.is(Value::Kind::Object) ? object(List.Obj).Class : llvm::StringRef();
  return Class == "list" || (Prog.isContainer(Class) && isModuleObject(List.Obj)) ? List.Obj : ObjectId();
}

/// An element of a container in its turn; of a dictionary of Python's a key, unless the loop asks for its values.
Value FunctionSolver::heldBy(ObjectId O, const ir::Inst &I, State &S) {
  llvm::StringRef Class = Objects[O].Class;
  const bool IsDict = Class == "dict" || Prog.isModuleDict(Class);
  const ir::Inst *Iterator = F.definition(I.Args[0].Value);
  const ir::Inst *Over =
      Iterator && Iterator->Kind == ir::InstKind::Iterate ? F.definition(Iterator->Args[0].Value) : nullptr;
  const Value *Asked = Over ? &Values[Iterator->Args[0].Value.index()] : nullptr;
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
    if (Value Each = choices().eachOf(Held); Each.is(Value::Kind::Choice))
      return Each;
  return inThisRound(O, readElement(S, O, std::nullopt, staticType(I.Result)), F.value(I.Result).Definition, S);
}

} // namespace devtidy::dataflow
