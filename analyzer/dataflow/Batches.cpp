//===- Batches.cpp - What data loaders give -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Batches.h"
#include "dataflow/BatchParts.h"
#include "dataflow/FunctionFrame.h"
#include "knowledge/Packages.h"

namespace devtidy::dataflow {

using ir::TypeKind;

/// The first of what an item has.
static const Value &firstOf(const Value &Item) {
  return Item.is(Value::Kind::Tuple) && !Item.Elements->empty() ? firstOf(Item.Elements->front()) : Item;
}

/// The member of the object that it is a method of, of which F gives an element: `return self.rows[index], 0`. Empty if
/// it gives something else.
static llvm::StringRef memberGiven(const PathTable &Paths, const ir::Function &F, const Value &Result) {
  const Value &First = firstOf(Result);
  const GuardedTerm *Only = First.isTensor() && !First.P.isUnknown() ? First.P.single() : nullptr;
  PathId P = Only && Only->T.isSymbol() ? Only->T.path() : First.is(Value::Kind::Symbolic) ? First.Path : PathId();
  for (; P && Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent) {
    const Path &Of = Paths[Paths[P].Parent];
    if (Of.Kind == Path::Root::Param && Of.Owner == &F && Of.Index == 0)
      return Paths[P].Name;
    if (!Paths[P].Name.starts_with("["))
      break;
  }
  return {};
}

/// Where the tensors are out of which the loader's data set, one of the program, takes its items, for the batch that Id
/// takes: stacked, they stay there. Nowhere if that is the CPU, or if they are none.
Placement Batches::elsewhere(ObjectId Loader, ir::InstId Id) {
  const Value *Set = S.Mem.find({Loader, "dataset"});
  const std::optional<Program::Entry> Get =
      Set && Set->is(Value::Kind::Object) ? In.Prog.findMethod(In.object(Set->Obj).Class, "__getitem__") : std::nullopt;
  if (!Get || !Get->F->Decorators.empty())
    return {};
  const std::shared_ptr<const Summary> Sum = In.Prog.solved(*Get).Sum;
  const llvm::StringRef Member = Sum->Known ? memberGiven(In.Prog.Paths, *Get->F, Sum->Result) : llvm::StringRef();
  const Value *Held = Member.empty() ? nullptr : S.Mem.find({Set->Obj, Member});
  // Of what nobody says what it is the caller may know that it is a tensor, and where.
  if (Held && Held->is(Value::Kind::Symbolic) && Held->Path && !In.M.declaresTypes()) {
    const Step *There = In.stepAt(StepKind::AssumedOnHost, Id, {}, In.stepAt(StepKind::Batched, Id));
    In.Out.OnHost[Held->Path.index()] = There;
    return Placement::of(Term::symbol(Held->Path), There);
  }
  return Held && Held->isTensor() && !Held->P.isUnknown() && !Held->P.isOnHost() ? Held->P : Placement();
}

Placement Batches::placement(ObjectId Loader, ir::InstId Id) {
  const Value *It = S.Mem.find({Loader, BatchField});
  const Placement There = !It ? Placement::of(Term::device({})) : It->P;
  const Placement Items = There.isOnHost() ? elsewhere(Loader, Id) : Placement();
  return Items.isBottom() ? There : Items;
}

void Batches::place(State &S, ObjectId Loader, const Placement &P) {
  S.Mem.set({Loader, BatchField}, Value::tensor(P));
}

Value Batches::of(ObjectId Loader, ir::InstId Id) {
  Placement P = placement(Loader, Id);
  if (P.isUnknown())
    return Value::unknown();
  return Value::tensor(batched(P, Id),
                       Rank::atLeast(knowledge::leastBatchRank(*In.Prog.libraryClass(In.object(Loader).Class))));
}

/// The loader says where its batches are, unless they come from where the program put them.
Placement Batches::batched(const Placement &P, ir::InstId Id, llvm::StringRef Field) {
  return P.withOrigin([&](const Step *O) { return O && !P.isOnHost() ? O : In.stepAt(StepKind::Batched, Id, Field); });
}

/// True if F asks the batch, which Next takes, for members that no tensor has: `batch.x`.
static bool hasMembers(const ir::Function &F, const ir::Inst &Next, llvm::ArrayRef<unsigned> Within) {
  const BatchParts Batch(F, Next.Result, Within);
  return llvm::any_of(Batch.whole().Parts, [](const BatchParts::Part &P) { return P.IsMember; });
}

Value Batches::inRound(ObjectId Loader, const ir::Inst &I, llvm::ArrayRef<unsigned> Within) {
  const ir::Type T = In.staticType(I.Result);
  const ir::InstId Id = In.F.value(I.Result).Definition;
  Placement Where = placement(Loader, Id);
  if (Where.isUnknown())
    return unknownOf(In, Id, T);
  auto Element = [&](llvm::StringRef Field) { return Value::tensor(batched(Where, Id, Field), Rank::AtLeastOne); };
  if (T.isTensor())
    return Element({});
  if (T.isUnknown() && !In.M.declaresTypes() && hasMembers(In.F, I, Within))
    return unknownOf(In, Id, T);
  // A list of tensors mostly, of which each has a dimension for the batch.
  if (T.isUnknown())
    return Value::tensor(batched(Where, Id, {}), Rank::atLeast(2));
  ObjectId Batch = In.Objects.allocated(Id, 0, T.Kind == TypeKind::Object ? T.Name : "list", true);
  // The batch is new in each iteration: what an earlier one stored is gone.
  for (const auto &[Key, Held] : S.Mem.of(Batch))
    S.Mem.erase(Key);
  In.Objects[Batch].Weak = false;
  if (T.Kind == TypeKind::Object)
    for (llvm::StringRef Field : {"data", "target"})
      In.fields(S).write(Batch, Field,
                         Element(In.Prog.intern((In.F.value(I.Result).Variable.split('#').first + "." + Field).str())));
  else if (T.Element == TypeKind::Tensor)
    In.fields(S).write(Batch, ElementField, Element({}));
  return Value::object(Batch);
}

} // namespace devtidy::dataflow
