//===- Iteration.cpp - What loops go over ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::TypeKind;

/// What a round takes out of what it goes over, which is not there without the accelerators that put it in.
Value FunctionSolver::nextOf(const ir::Inst &Next, State &S) {
  const Value Over = operand(Next.Args[0], S);
  Value Each = elementOf(Over, Next, S);
  const unsigned Least = std::max(counting(S).leastIfAny(Over), Each.leastBehind());
  if (Least > 0)
    suppose(S, Literal::available());
  if (Least > 1)
    suppose(S, Literal::multi());
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
  return Value::tensor(batched(P, Id), Rank::atLeast(M.Lang == ir::Language::Python ? 2 : 1));
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
  ObjectId Batch = allocate(Id, 0, T.Kind == TypeKind::Object ? T.Name : "list", true);
  // The batch is new in each iteration: what an earlier one stored is gone.
  for (const auto &[Key, Held] : S.Mem.of(Batch))
    S.Mem.erase(Key);
  Objects[Batch.index()].Weak = false;
  if (T.Kind == TypeKind::Object)
    for (llvm::StringRef Field : {"data", "target"})
      writeField(S, Batch, Field,
                 Element(Prog.intern((F.value(I.Result).Variable.split('#').first + "." + Field).str())));
  else if (T.Element == TypeKind::Tensor)
    writeField(S, Batch, ElementField, Element({}));
  return Value::object(Batch);
}

/// Some tensor in V may be elsewhere than on the CPU.
static bool holdsElsewhere(const Value &V, const Summary &Sum, unsigned Depth = 0) {
  auto Recurse = [&](const Value &E) { return Depth < 3 && holdsElsewhere(E, Sum, Depth + 1); };
  if (V.isTensor())
    return !V.P.isUnknown() && !V.P.isOnHost();
  if (V.is(Value::Kind::Tuple))
    return llvm::any_of(*V.Elements, Recurse);
  if (V.is(Value::Kind::Object))
    return llvm::any_of(Sum.Final.of(V.Obj), [&](const auto &Entry) { return Recurse(Entry.second); });
  return false;
}

/// True if F moves something to what nobody knows: a variable of the function around its class.
static bool movesToUnknown(const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::Invoke || I.Name != "to")
      return false;
    return llvm::any_of(llvm::drop_begin(I.Args), [&](const ir::Arg &A) {
      const ir::Inst *D = F.definition(A.Value);
      return D && D->Kind == ir::InstKind::Opaque;
    });
  });
}

/// Where the tensors are that a function of the program, with the summary Sum, gives as V, if all are in one place:
/// what it takes out of Batch, its argument, is at Where. Nowhere if V holds none; unknown if somebody does not know.
static Placement placeOfBatch(const Value &V, const Summary &Sum, const PathTable &Paths, PathId Batch,
                              const Placement &Where, unsigned Depth = 0) {
  Placement All;
  auto Add = [&](const Placement &P) {
    const bool BothOnHost = All.isOnHost() && P.isOnHost();
    All = All.isBottom() || All == P || BothOnHost ? P : Placement::unknown();
  };
  auto Recurse = [&](const Value &E) {
    if (Placement P = placeOfBatch(E, Sum, Paths, Batch, Where, Depth + 1); !P.isBottom())
      Add(P);
  };
  constexpr unsigned MaxDepth = 3;
  switch (Depth > MaxDepth ? Value::Kind::Unknown : V.K) {
  case Value::Kind::Tensor: {
    Placement P = V.P.isUnknown() ? V.P : Placement::bottom();
    for (const GuardedTerm &T : V.P.terms())
      if (!T.T.isSymbol())
        P.joinIn(Placement::of(T.T, T.Origin).guardedBy(T.Guard));
      else
        P.joinIn(Paths.root(T.T.path()) == Batch ? Where : Placement::unknown());
    return P;
  }
  case Value::Kind::Tuple:
    llvm::for_each(*V.Elements, Recurse);
    return All;
  case Value::Kind::Object:
    for (const auto &[Key, Held] : Sum.Final.of(V.Obj))
      Recurse(Held);
    return All;
  case Value::Kind::Number:
  case Value::Kind::Constant:
    return All;
  default:
    return Placement::unknown();
  }
}

/// Where batches are that Collate, a function of the program, makes of what is at Where; unknown if it is none.
Placement FunctionSolver::collated(const Value &Collate, const Placement &Where) {
  std::optional<Program::Entry> Made;
  if (Collate.is(Value::Kind::Function) && Collate.Func)
    Made = Prog.closure(*Collate.Func);
  else if (llvm::StringRef Name = nameOfCallable(Collate); !Name.empty())
    Made = Prog.findFunction(Name);
  if (!Made || Made->F->Params.empty() || !Made->F->Class.empty())
    return Placement::unknown();
  const std::shared_ptr<const Summary> Sum = Prog.solved(*Made).Sum;
  const Placement P = Sum->Known ? placeOfBatch(Sum->Result, *Sum, Prog.Paths, Prog.Paths.param(*Made->F, 0), Where)
                                 : Placement::unknown();
  return P.isBottom() ? Placement::unknown() : P;
}

/// What a data loader's batches are made from: a tensor on that device in BatchField.
void FunctionSolver::fillLoader(ObjectId Loader, const ir::Inst &I, llvm::ArrayRef<Operand> Operands, State &S) {
  Placement Where = Placement::of(Term::device({}));
  const Value *Set = nullptr;
  if (const ir::Arg *A = I.findKeyword("dataset"))
    Set = &Values[A->Value.index()];
  else if (!Operands.empty() && Operands[0].A && Operands[0].A->Keyword.empty())
    Set = &Operands[0].V;
  // The tensors of a TensorDataset are stacked where they are.
  if (Set && Set->is(Value::Kind::Object))
    if (const Value *It = S.Mem.find({Set->Obj, BatchField}))
      Where = It->P;
  // So is what a data set of the program gives.
  if (Set && Set->is(Value::Kind::Object))
    if (std::optional<Program::Entry> Get = Prog.findMethod(object(Set->Obj).Class, "__getitem__"))
      if (std::shared_ptr<const Summary> Sum = Prog.solved(*Get).Sum;
          Sum->Known && (holdsElsewhere(Sum->Result, *Sum) || movesToUnknown(*Get->F)))
        Where = Placement::unknown();
  if (const ir::Arg *Collate = I.findKeyword("collate_fn"))
    if (const Value &Given = Values[Collate->Value.index()]; !Given.isNone())
      Where = collated(Given, Where);
  S.Mem.set({Loader, BatchField}, Value::tensor(Where));
}

void FunctionSolver::fillDataset(ObjectId Set, llvm::ArrayRef<Operand> Operands, State &S) {
  Placement P;
  for (const Operand &O : Operands)
    if (hasPlacement(S, O.V))
      P.joinIn(placementOf(S, O.V));
  if (!P.isBottom())
    S.Mem.set({Set, BatchField}, Value::tensor(P));
}

/// What Next goes over; nothing if nobody knows.
static ir::ValueId iterated(const ir::Function &F, const ir::Inst &Next) {
  const ir::Inst *Iterator = F.definition(Next.Args[0].Value);
  return Iterator && Iterator->Kind == ir::InstKind::Iterate ? Iterator->Args[0].Value : ir::ValueId();
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
    return eachOf(*O.Elements);
  case Value::Kind::Symbolic:
    return symbolicValue(Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range);
  case Value::Kind::Object:
    break;
  default:
    return IsRange ? Value::integer() : unknownOf(Id, T);
  }
  for (llvm::StringRef Method : {"__next__", "__getitem__"})
    if (std::optional<Value> Given = callProtocol(Id, O, Method, S))
      return *Given;
  llvm::StringRef Class = Objects[O.Obj.index()].Class;
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
  llvm::StringRef Class = Objects[O.index()].Class;
  const bool IsDict = Class == "dict" || Prog.isModuleDict(Class);
  const ir::Inst *Iterator = F.definition(I.Args[0].Value);
  const ir::Inst *Over =
      Iterator && Iterator->Kind == ir::InstKind::Iterate ? F.definition(Iterator->Args[0].Value) : nullptr;
  const Value *Asked = Over ? &Values[Iterator->Args[0].Value.index()] : nullptr;
  const bool AsksItself = Asked && Asked->is(Value::Kind::Object) && Asked->Obj == O;
  if (IsDict && AsksItself && M.Lang == ir::Language::Python &&
      !(Over->Kind == ir::InstKind::Invoke && Over->Name == "values"))
    return Value::key(O);
  // What a dictionary holds under names that are known is all that it holds.
  llvm::SmallVector<Value, 8> Held;
  bool HasOthers = false;
  for (const auto &[Key, V] : S.Mem.of(O)) {
    if (Key.second == ElementField)
      HasOthers = !IsDict;
    else if (!Key.second.starts_with("$"))
      Held.push_back(V);
  }
  if (!HasOthers && Prog.isContainer(Class))
    if (Value Each = eachOf(Held); Each.is(Value::Kind::Choice))
      return Each;
  return inThisRound(O, readElement(S, O, std::nullopt, staticType(I.Result)), F.value(I.Result).Definition, S);
}

} // namespace devtidy::dataflow
