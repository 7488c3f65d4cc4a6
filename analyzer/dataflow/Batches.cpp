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

Placement Batches::placement(ObjectId Loader) const {
  const Value *It = S.Mem.find({Loader, BatchField});
  return !It ? Placement::of(Term::device({})) : It->P;
}

void Batches::place(State &S, ObjectId Loader, const Placement &P) {
  S.Mem.set({Loader, BatchField}, Value::tensor(P));
}

Value Batches::of(ObjectId Loader, ir::InstId Id) {
  Placement P = placement(Loader);
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
  Placement Where = placement(Loader);
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
