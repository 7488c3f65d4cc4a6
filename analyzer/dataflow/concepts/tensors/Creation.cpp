//===- Creation.cpp - Where new tensors are -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `torch.zeros(2, device=d)`, `x.new_ones(3)`, `torch.FloatTensor(2)`, `torch::from_blob(p, {2})`.
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Tested.h"
#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

static Placement createdOnHost(CallFrame &F) {
  return Placement::of(Term::device({}), F.step(StepKind::CreatedOnHost));
}

/// True for a parameter, which a caller may give a tensor or numbers. Constructors are given numbers.
static bool isGivenAny(const PathTable &Paths, PathId P) {
  const Path &Given = Paths[P];
  return Given.Kind == Path::Root::Param && Given.Owner->Kind != ir::FunctionKind::Constructor;
}

/// True for what an operator of the library gives, of whatever that is: `torch.stack(rows)`.
static bool isOfOperator(CallFrame &F, const ir::Arg &Given) {
  const ir::Inst *Made = F.definition(Given.Value);
  const llvm::StringRef Name =
      Made && Made->Kind == InstKind::Call ? F.program().Types.canonical(Made->Name) : llvm::StringRef();
  return !Name.empty() && !knowledge::operatorForFunction(std::string_view(Name)).empty();
}

/// Where torch.tensor(v) or torch.Tensor(v) is, if v is a tensor: where that is (torch/csrc/utils/tensor_new.cpp). For
/// the first, a default device that somebody has set counts instead (torch/utils/_device.py). Nothing if it is made of
/// something else, as what may be a number and what a callable of unknown type gives rather are.
static std::optional<Placement> copiedPlace(CallFrame &F) {
  if (F.C.Canonical != "tensor" && F.C.Canonical != "Tensor")
    return std::nullopt;
  const Value Of = F.given("value");
  if (const ir::Arg *A = F.argument("value"); A && Of.is(Value::Kind::Unknown) && isOfOperator(F, *A))
    return Placement::unknown();
  // def wrap(v, many=False): v = [v] if many else v; return torch.tensor(v)
  if (const ir::Arg *A = F.argument("value"); A && !Of.isTensor() && mayBeGivenTensor(F, A->Value))
    return Placement::unknown();
  if (Of.Path && saysNoTensor(F.S.Path, Of.Path, F.conditions(), F.paths()))
    return std::nullopt;
  if (Of.isPlainPath() && isGivenAny(F.paths(), Of.Path)) {
    const Placement Else = F.C.Kind == Action::CreateCpu ? createdOnHost(F) : F.defaultDevice();
    return Else.guardedBy(Cube(~F.conditions().isTensor(Of.Path)));
  }
  if (!Of.isTensor() || Of.Partial || Of.MayBeModule)
    return std::nullopt;
  const Value *Set = F.S.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  const bool SetsDefault = Set && !Set->is(Value::Kind::Bottom);
  return SetsDefault && F.C.Canonical == "tensor" ? Placement::unknown() : Of.P;
}

/// Where torch.Tensor(2) is: of the default type of tensors, whatever the default device is
/// (torch/csrc/tensor/python_tensor.cpp, get_default_dispatch_key).
static Placement placeOfDefaultType(CallFrame &F) {
  const Value *Type = F.S.Mem.find({ObjectId(EnvironmentIndex), TypeDevice});
  if (Type && !Type->is(Value::Kind::Bottom)) {
    const Step *Origin = F.step(StepKind::Created);
    return Type->P.withOrigin([&](const Step *) { return Origin; });
  }
  // Somebody who is not seen here sets one or the other.
  const bool IsSetHere = F.S.Mem.has({ObjectId(EnvironmentIndex), DefaultDevice});
  return !IsSetHere && F.defaultDevice().isUnknown() ? Placement::unknown() : createdOnHost(F);
}

static Value made(CallFrame &F, const Placement &P, Rank Dim) {
  Value V = Value::tensor(P, Dim);
  V.Identity = F.Id.index() + 1;
  return V;
}

static Value made(CallFrame &F, const Placement &P) { return made(F, P, F.rankOfFactory(F.E.Name, F.E.Operands)); }

/// `torch.zeros(2, out=x)`: what is filled instead of made stays where it is.
static std::optional<Value> filled(CallFrame &F) {
  F.E.Kind = InstKind::Create;
  const ir::Arg *Into = F.I.findKeyword("out");
  const Value V = Into ? F.operand(*Into) : Value::none();
  if (V.isNone())
    return std::nullopt;
  F.E.Kind = F.I.Kind;
  return V.isTensor() || V.is(Value::Kind::Symbolic) ? V : F.unknown();
}

static Value create(CallFrame &F) {
  if (std::optional<Value> Into = filled(F))
    return *Into;
  const std::optional<Placement> Copied = copiedPlace(F);
  findTarget(F);
  if (!F.E.HasTarget)
    return made(F, Copied ? *Copied : F.defaultDevice());
  // Without a device a new tensor is on the default one, which the symbol of the device becomes.
  const Placement P = placeAtTarget(F, StepKind::Created);
  return made(F, Copied ? unlessTargetIsNone(F, P, [&] { return *Copied; }) : P);
}

static Value createOnCuda(CallFrame &F) {
  if (std::optional<Value> Into = filled(F))
    return *Into;
  F.E.Target = F.currentAccelerator();
  F.E.HasTarget = true;
  return made(F, placeAtTarget(F, StepKind::Created));
}

/// True if F is where the type of the elements of V has an answer: `if x.dtype != torch.long: x = torch.LongTensor(x)`.
static bool isBehindType(CallFrame &F, ir::ValueId V) {
  const auto AsksType = [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    return D && D->Kind == InstKind::GetField && D->Name == "dtype" && D->Args[0].Value == V;
  };
  return llvm::any_of(F.S.Path.literals(), [&](Literal L) {
    const ir::Inst *Asked = F.asked(L);
    return Asked && Asked->Kind == InstKind::Op && llvm::any_of(Asked->Args, AsksType);
  });
}

/// torch.FloatTensor(x) of a tensor takes one of the CPU alone (torch/csrc/utils/tensor_new.cpp,
/// legacy_tensor_generic_ctor_new); torch.Tensor(x) takes any, and FloatTensor(n, m) sizes from anywhere. Nobody here
/// knows what type the elements of a tensor are of, so what is done for one of several is not held against it.
static void meetTyped(CallFrame &F) {
  const ir::Arg *Of = knowledge::isTensorType(F.C) && F.I.Args.size() == 1 ? F.argument("value") : nullptr;
  const Value V = Of ? F.operand(*Of) : Value::none();
  if (V.isTensor() && !V.Partial && !V.MayBeModule && !isBehindType(F, Of->Value))
    F.meetHost(Of - F.I.Args.begin(), Meeting::HostArgument);
}

/// Fails for another device than the CPU: what comes out is where it was asked for.
static Value createOnHost(CallFrame &F) {
  if (std::optional<Value> Into = filled(F))
    return *Into;
  meetTyped(F);
  const std::optional<Placement> Copied = copiedPlace(F);
  if (F.I.findKeyword("device"))
    findTarget(F);
  if (!F.E.HasTarget)
    return made(F, Copied ? *Copied : F.C.Canonical == "Tensor" ? placeOfDefaultType(F) : createdOnHost(F));
  const Placement P = placeAtTarget(F, StepKind::Created);
  F.E.HasTarget = false;
  return made(F, P);
}

static Value createBlob(CallFrame &F) {
  if (std::optional<Value> Into = filled(F))
    return *Into;
  findTarget(F);
  const Placement P = F.E.HasTarget ? placeAtTarget(F, StepKind::Created) : createdOnHost(F);
  if (const ir::Arg *Memory = F.argument("value"))
    MemoryFrame(F).demand(*Memory, {Side::named("the tensor", P)}, Meeting::BlobMemory);
  return made(F, P);
}

/// Where what follows V is: the tensor, or what may be one; `torch.as_tensor([0.5, 1.0])` follows none.
static Placement followed(CallFrame &F, const Value &V, const ir::Arg &Given) {
  const bool TakesNumbers = F.C.Canonical == "as_tensor" || F.C.Canonical == "asarray";
  // Of what turns out to be a number it makes a tensor, which only its own step tells.
  const bool IsGiven = V.is(Value::Kind::Symbolic) || (V.isTensor() && V.Path);
  if (IsGiven && TakesNumbers && saysNoTensor(F.S.Path, V.Path, F.conditions(), F.paths()))
    return F.defaultDevice();
  if (IsGiven && TakesNumbers)
    return F.placementOf(V).withOrigin([&](const Step *Of) { return F.step(StepKind::Created, {}, std::nullopt, Of); });
  if (V.isTensor())
    return V.P;
  if (TakesNumbers && V.is(Value::Kind::Unknown) && isHostArray(F, Given.Value))
    return F.defaultDevice();
  if (V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Unknown))
    return F.placementOf(V);
  const bool IsList =
      V.is(Value::Kind::Object) && F.object(V.Obj).Class == "list" && F.object(V.Obj).K == Object::Kind::Allocated;
  const bool AreNumbers = IsList || V.is(Value::Kind::Tuple) || V.is(Value::Kind::Number);
  return TakesNumbers && AreNumbers ? F.defaultDevice() : Placement::unknown();
}

/// device= wins over the tensor that is followed.
static Value createLike(CallFrame &F) {
  if (F.I.Kind == InstKind::Call)
    F.noteTensor(F.Self);
  if (std::optional<Value> Into = filled(F))
    return *Into;
  if (F.I.findKeyword("device") || F.I.findKeyword("options") || F.I.findKeyword("**"))
    findTarget(F);
  const ir::Arg *Like = F.argument("self");
  const Value V = Like ? F.operand(*Like) : Value();
  const auto Followed = [&] { return Like ? followed(F, V, *Like) : Placement(); };
  if (F.E.HasTarget)
    return made(F, unlessTargetIsNone(F, placeAtTarget(F, StepKind::Created), Followed));
  const Placement P = Followed();
  if (!V.isTensor())
    return made(F, P);
  llvm::StringRef Name = F.E.Name;
  return made(F, P,
              Name.consume_front("new_") ? F.rankOfFactory(Name, llvm::ArrayRef(F.E.Operands).drop_front()) : V.Dim);
}

static constexpr Rule Rules[] = {
    {Action::Create, create},           {Action::CreateLike, createLike}, {Action::CreateCpu, createOnHost},
    {Action::CreateCuda, createOnCuda}, {Action::CreateBlob, createBlob},
};
REGISTER_CONCEPT(Creation, Rules)

} // namespace devtidy::dataflow
