//===- Batches.cpp - What data loaders give -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Batches.h"
#include "dataflow/state/BatchKeys.h"
#include "dataflow/state/BatchParts.h"
#include "dataflow/state/FunctionFrame.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"

namespace devtidy::dataflow {

using ir::TypeKind;

/// Of a loader: the object of a class of the program that its own function puts each batch into (Loaders.cpp).
static constexpr llvm::StringLiteral CollatedField = "$collated";

/// The member of the object that it is a method of, of which F gives an element as V: `return self.rows[index]`. Empty
/// if it gives something else.
static llvm::StringRef memberGiven(const PathTable &Paths, const ir::Function &F, const Value &V) {
  const GuardedTerm *Only = V.isTensor() && !V.P.isUnknown() ? V.P.single() : nullptr;
  PathId P = Only && Only->T.isSymbol() ? Only->T.path() : V.is(Value::Kind::Symbolic) ? V.Path : PathId();
  for (; P && Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent) {
    const Path &Of = Paths[Paths[P].Parent];
    if (Of.Kind == Path::Root::Param && Of.Owner == &F && Of.Index == 0)
      return Paths[P].Name;
    if (!Paths[P].Name.starts_with("["))
      break;
  }
  return {};
}

/// Where the member Held of a data set is, out of which it takes what the batch Id is stacked of; nowhere if that is
/// the CPU, or no tensor.
Placement Batches::elsewhere(const Value &Held, ir::InstId Id) {
  // Of what nobody says what it is the caller may know that it is a tensor, and where.
  if (Held.is(Value::Kind::Symbolic) && Held.Path && !In.M.declaresTypes()) {
    const Step *There = In.stepAt(StepKind::AssumedOnHost, Id, {}, In.stepAt(StepKind::Batched, Id));
    In.Out.OnHost[Held.Path.index()] = There;
    return Placement::of(Term::symbol(Held.Path), There);
  }
  return Held.isTensor() && !Held.P.isUnknown() && !Held.P.isOnHost() ? Held.P : Placement();
}

/// The batch that Id takes, of items that the loader's data set, one of the program, takes out of tensors: stacked,
/// they stay where those are. Nothing if all are on the CPU.
std::optional<Value> Batches::stacked(ObjectId Loader, ir::InstId Id) {
  const Value *From = S.Mem.find({Loader, BatchField}), *Set = S.Mem.find({Loader, "dataset"});
  const std::optional<Program::Entry> Get = From && From->P.isOnHost() && Set && Set->is(Value::Kind::Object)
                                                ? In.Prog.Types.findMethod(In.object(Set->Obj).Class, "__getitem__")
                                                : std::nullopt;
  if (!Get || !Get->F->Decorators.empty())
    return std::nullopt;
  const std::shared_ptr<const Summary> Sum = In.Prog.solved(*Get).Sum;
  if (!Sum->Known)
    return std::nullopt;
  bool AnyElsewhere = false;
  const auto Stacked = [&](const Value &Part) {
    const llvm::StringRef Member = memberGiven(In.Prog.Paths, *Get->F, Part);
    const Value *Held = Member.empty() ? nullptr : S.Mem.find({Set->Obj, Member});
    const Placement P = Held ? elsewhere(*Held, Id) : Placement();
    AnyElsewhere |= !P.isBottom();
    return Value::tensor(batched(P.isBottom() ? From->P : P, Id), Rank::AtLeastOne);
  };
  Value Batch = Value::bottom();
  if (!Sum->Result.is(Value::Kind::Tuple)) {
    Batch = Stacked(Sum->Result);
  } else {
    std::vector<Value> Parts;
    llvm::transform(*Sum->Result.Elements, std::back_inserter(Parts), Stacked);
    Batch = Value::tuple(std::move(Parts));
  }
  return AnyElsewhere ? std::optional(std::move(Batch)) : std::nullopt;
}

Placement Batches::placement(ObjectId Loader) const {
  const Value *It = S.Mem.find({Loader, BatchField});
  return !It ? Placement::of(Term::device({})) : It->P;
}

void Batches::place(State &S, ObjectId Loader, const Placement &P) {
  S.Mem.set({Loader, BatchField}, Value::tensor(P));
}

Value Batches::of(ObjectId Loader, ir::InstId Id) {
  if (std::optional<Value> Batch = stacked(Loader, Id))
    return *Batch;
  Placement P = placement(Loader);
  if (P.isUnknown())
    return Value::unknown();
  return Value::tensor(batched(P, Id),
                       Rank::atLeast(knowledge::leastBatchRank(*In.Prog.Types.libraryClass(In.object(Loader).Class))));
}

/// The loader says where its batches are, unless they come from where the program put them.
Placement Batches::batched(const Placement &P, ir::InstId Id, llvm::StringRef Field) {
  return P.withOrigin([&](const Step *O) { return O && !P.isOnHost() ? O : In.stepAt(StepKind::Batched, Id, Field); });
}

/// True if F asks Batch for members that no tensor has: `batch.x`.
static bool hasMembers(const BatchParts::Part &Batch) {
  return llvm::any_of(Batch.Parts, [](const BatchParts::Part &P) { return P.IsMember; });
}

/// A pair of which a part is a table, or holds some: what that is nobody knows, and the other parts are tensors.
/// Nothing if there is none.
std::optional<Value> Batches::beside(const BatchParts::Part &Whole, ir::InstId Id, const Placement &Where) {
  const auto IsTable = [&](const BatchParts::Part &P) { return hasNames(In.Prog, In.F, P); };
  if (holdsTables(In.Prog, In.F, Whole))
    return unknownOf(In, Id, {});
  if (llvm::none_of(Whole.Parts,
                    [&](const BatchParts::Part &P) { return IsTable(P) || holdsTables(In.Prog, In.F, P); }))
    return std::nullopt;
  const auto Taken = llvm::find_if(
      In.F.Insts, [&](const ir::Inst &I) { return I.Kind == ir::InstKind::Unpack && Whole.has(I.Args[0].Value); });
  if (Taken == In.F.Insts.end())
    return unknownOf(In, Id, {});
  std::vector<Value> Parts(Taken->Count, Value::tensor(batched(Where, Id), Rank::AtLeastOne));
  for (const BatchParts::Part &P : Whole.Parts)
    if (P.Name.empty() && P.Position < Parts.size() && (IsTable(P) || holdsTables(In.Prog, In.F, P)))
      Parts[P.Position] = Value::unknown();
  return Value::tuple(std::move(Parts));
}

Value Batches::inRound(ObjectId Loader, const ir::Inst &I, llvm::ArrayRef<unsigned> Within) {
  const ir::Type T = In.staticType(I.Result);
  const ir::InstId Id = In.F.value(I.Result).Definition;
  if (const Value *Collated = T.isUnknown() ? S.Mem.find({Loader, CollatedField}) : nullptr)
    return In.fields(S).renewed(Id, Value(*Collated));
  Placement Where = placement(Loader);
  if (Where.isUnknown())
    return unknownOf(In, Id, T);
  auto Element = [&](llvm::StringRef Field) { return Value::tensor(batched(Where, Id, Field), Rank::AtLeastOne); };
  if (T.isTensor())
    return Element({});
  const bool IsOpen = T.isUnknown() && !In.M.declaresTypes();
  const BatchParts::Part Used = IsOpen ? BatchParts(In.F, I.Result, Within).whole() : BatchParts::Part();
  if (hasMembers(Used))
    return unknownOf(In, Id, T);
  if (std::optional<Value> Pair = beside(Used, Id, Where))
    return *Pair;
  if (std::optional<Value> Batch = T.isUnknown() ? stacked(Loader, Id) : std::nullopt)
    return *Batch;
  // A list of tensors mostly, of which each has a dimension for the batch.
  const bool IsDict = IsOpen && hasNames(In.Prog, In.F, Used), IsList = replacesElements(In.F, Used);
  if (T.isUnknown() && !IsDict && !IsList)
    return Value::tensor(batched(Where, Id, {}), Rank::atLeast(2));
  const llvm::StringRef Class = IsDict ? "dict" : T.Kind == TypeKind::Object ? T.Name : "list";
  ObjectId Batch = In.Objects.allocated(Id, Within.empty() ? 0 : Within.back() + 1, Class, true);
  // The batch is new in each iteration: what an earlier one stored is gone.
  for (const auto &[Key, Held] : S.Mem.of(Batch))
    S.Mem.erase(Key);
  In.Objects[Batch].Weak = false;
  if (T.Kind == TypeKind::Object)
    for (llvm::StringRef Field : {"data", "target"})
      In.fields(S).write(
          Batch, Field,
          Element(In.Prog.Names.intern((In.F.value(I.Result).Variable.split('#').first + "." + Field).str())));
  else if (T.Element == TypeKind::Tensor || IsDict || IsList)
    In.fields(S).write(Batch, ElementField, Element({}));
  return Value::object(Batch);
}

/// The same, of what defines V alone.
static bool isDefinedWhole(const FunctionFrame &In, ir::ValueId V) {
  const ir::Inst *D = In.F.definition(V);
  while (D && D->Kind == ir::InstKind::Unpack && In.Values[D->Args[0].Value.index()].is(Value::Kind::Tuple))
    D = In.F.definition(D->Args[0].Value);
  return D && (D->Kind == ir::InstKind::Next || (D->Kind == ir::InstKind::Call && D->Name == "next"));
}

bool isWholeElement(const FunctionFrame &In, ir::ValueId V) {
  if (In.F.definition(V))
    return isDefinedWhole(In, V);
  // `if not own: batch = batch.to(d)`
  return llvm::any_of(ir::incoming(In.F, V), [&](ir::ValueId From) { return isDefinedWhole(In, From); });
}

} // namespace devtidy::dataflow
