//===- Target.cpp - Where a call wants something to be -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Target.h"
#include "dataflow/engine/FunctionSolver.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::DeviceType;

/// `device`, `self.train_device`, `args.gpu`
static bool isNamedAsDevice(llvm::StringRef Name) {
  const llvm::StringRef Last = Name.substr(Name.rfind('.') + 1);
  return Last.ends_with("device") || llvm::is_contained({"dev", "device_id", "gpu", "gpu_id", "local_rank"}, Last);
}

namespace {
class Search {
public:
  explicit Search(CallFrame &F) : F(F) {}

  void run();

private:
  bool set(const ir::Arg &A, Placement P) {
    F.E.TargetArg = &A;
    F.E.HasTarget = true;
    F.E.Target = std::move(P);
    return true;
  }
  bool isParameter(const Value &V) const { return V.Path && F.paths()[V.Path].Kind == Path::Root::Param; }
  /// `model.dtype`
  bool isNamedAsType(const Value &V) const { return llvm::StringRef(F.paths().describe(V.Path)).ends_with("dtype"); }
  /// True for an object that may be a tensor or a device for all that is known of its class.
  bool isOfUnknownClass(const Value &V) const {
    const llvm::StringRef Class = V.is(Value::Kind::Object) ? F.object(V.Obj).Class : "";
    return !Class.empty() && !ir::lastName(Class).ends_with("dtype") && !F.isContainer(Class) &&
           !F.program().Types.findClass(Class) && !F.program().Types.libraryClass(Class);
  }
  bool isNamedAsPlace(const Value &V) const {
    return V.isPlainPath() && !V.is(Value::Kind::Number) && isNamedAsDevice(F.paths().describe(V.Path));
  }

  void ofType(const ir::Arg &A);
  // True if the search is over.
  bool ofArgument(const ir::Arg &A, bool IsDevice);
  bool ofDevice(const ir::Arg &A, const Value &V, bool IsDevice);
  bool ofUnknown(const ir::Arg &A, const Value &V);
  bool ofNumber(const ir::Arg &A, const Value &V);
  void ofPacked();

  CallFrame &F;
};
} // namespace

void Search::run() {
  if (const ir::Arg *Type = F.C.Canonical == "type" ? F.argument("dtype") : nullptr)
    return ofType(*Type);
  for (llvm::StringRef Role : {"device", "options", "other", "like"})
    if (const ir::Arg *A = F.argument(Role); A && ofArgument(*A, Role == "device"))
      return;
  ofPacked();
}

/// x.type(torch.cuda.FloatTensor)
void Search::ofType(const ir::Arg &A) {
  const Value V = F.operand(A);
  if (std::optional<Placement> P = F.placeOfType(V); P && !P->isBottom())
    set(A, *P);
  else if (const Path *Type = V.is(Value::Kind::Symbolic) ? &F.paths()[V.Path] : nullptr;
           Type && Type->Kind == Path::Root::Child && Type->Name == TypeField)
    set(A, Placement::of(Term::symbol(Type->Parent)));
  else if (V.is(Value::Kind::Symbolic) && isParameter(V) && F.paths().question(V.Path, PlaceQuestion))
    set(A, Placement::of(Term::symbol(V.Path))); // x.type(y.type()), for all that is known
  else if (V.is(Value::Kind::Unknown) || (V.is(Value::Kind::Number) && V.IsText) ||
           (V.is(Value::Kind::Symbolic) && !isNamedAsType(V)))
    set(A, Placement::unknown());
}

bool Search::ofArgument(const ir::Arg &A, bool IsDevice) {
  const Value V = F.operand(A);
  if (V.isNone())
    return false;
  if (V.is(Value::Kind::Options))
    return V.P.isBottom() || set(A, V.P);
  if (V.isTensor() || (V.is(Value::Kind::Object) && F.isModuleObject(V.Obj)))
    return set(A, F.placementOf(V));
  if (isOfUnknownClass(V))
    return set(A, Placement::unknown());
  return ofDevice(A, V, IsDevice);
}

bool Search::ofDevice(const ir::Arg &A, const Value &V, bool IsDevice) {
  // x.to(y) may as well follow a tensor or change the type; what is called a device is meant as one.
  const bool IsMeant = V.IsText || V.IsGiven || V.is(Value::Kind::Device) || isNamedAsPlace(V);
  if (IsDevice && (A.Keyword == "device" || F.C.Kind != Action::Move || IsMeant))
    F.noteDevice(V);
  // Nor is a device what is called a dtype: `x.to(model.dtype)`.
  if (A.Keyword.empty() && (V.Path ? isNamedAsType(V) : F.variable(A.Value).ends_with("dtype")))
    return false;
  if (std::optional<Placement> P = F.deviceOf(V))
    return set(A, *P);
  // A text that is put together is some device, and so is the key of a dictionary: `for d, x in copies.items()`.
  const bool IsKey = V.is(Value::Kind::Number) && V.Obj && F.object(V.Obj).Class == "dict";
  if (V.is(Value::Kind::Number) && IsDevice && (IsKey || F.typeOf(A.Value).Kind == ir::TypeKind::String))
    return set(A, Placement::unknown());
  if (ofNumber(A, V))
    return true;
  if (ofUnknown(A, V))
    return true;
  // A loader's argument is a place in any form: a function or a dict that says what goes where.
  return (V.is(Value::Kind::Unknown) || F.C.Kind == Action::Load) && set(A, Placement::unknown());
}

/// What nobody knows is a device if it is called one: `device = config.pick()`. It is the same wherever it is read.
bool Search::ofUnknown(const ir::Arg &A, const Value &V) {
  const ir::Inst *D =
      F.C.Kind != Action::Load && V.is(Value::Kind::Unknown) && !V.Elements ? F.definition(A.Value) : nullptr;
  const bool Reads = D && D->Kind == ir::InstKind::GetGlobal;
  // `x.device` of what may be a number.
  if (!D || D->Kind == ir::InstKind::GetField || !isNamedAsDevice(Reads ? D->Name : F.variable(A.Value)))
    return false;
  const PathId P = V.Path ? V.Path : F.paths().site(F.Solver.F, F.idOf(A.Value));
  F.noteDevice(Value::symbolic(P));
  return set(A, Placement::of(Term::symbol(P)));
}

/// True if V is computed of numbers, or counted in the rounds of a loop, as types of elements are not: `to(i + 1)`.
static bool isComputed(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 2;
  if (const ir::Inst *D = F.definition(V))
    return D->Kind == ir::InstKind::Op;
  return Depth < MaxDepth &&
         llvm::any_of(ir::incoming(F, V), [&](ir::ValueId Coming) { return isComputed(F, Coming, Depth + 1); });
}

/// An index of cuda(), or of to(), which takes types of elements as well: those are numbers for us.
bool Search::ofNumber(const ir::Arg &A, const Value &V) {
  if (V.isInt()) {
    const DeviceType Type = F.C.Kind == Action::MoveType ? typeOfMover(F.C) : DeviceType::Cuda;
    return set(A, Placement::of(Term::device({Type, static_cast<int16_t>(V.Const.Int)})));
  }
  // One that is not known: `.to(int(os.environ["LOCAL_RANK"]))`, `rank: int`. Who has one has accelerators.
  const bool IsGiven = !F.declaresTypes() && isParameter(V);
  const bool IsIndex =
      V.IsIndex || V.IsCounted || (!V.IsText && (IsGiven || A.Keyword == "device" || F.C.Kind == Action::MoveCuda));
  if (!V.is(Value::Kind::Number))
    return false;
  // for device, part in parts.items(): part.to(device)
  if (!IsIndex && V.Obj)
    return set(A, Placement::unknown());
  if (!IsIndex && (V.IsText || !isComputed(F.Solver.F, A.Value)))
    return false;
  if (!V.IsCounted)
    F.suppose(Literal::available());
  return set(A, Placement::of(Term::device({DeviceType::Cuda, UnknownIndex})));
}

/// f(**options)
void Search::ofPacked() {
  const llvm::StringRef Keyword = F.C.Kind == Action::Load ? "map_location" : "device";
  for (const ir::Arg &A : F.I.Args)
    if (A.Keyword == "**") {
      const Value Packed = F.operand(A);
      const bool IsLoad = F.C.Kind == Action::Load;
      const bool IsOwn = Packed.is(Value::Kind::Symbolic) && F.paths()[Packed.Path].isKeywords();
      // Nobody says that the function's own `**kwargs` have a device, but who calls knows.
      const std::optional<Value> V = IsOwn && !IsLoad ? F.passedKeyword(Packed, Keyword)
                                     : IsLoad         ? F.mergedKeyword(Packed, Keyword)
                                                      : F.mergedDevice(Packed, Keyword);
      if (!V || V->isNone())
        continue;
      // What the function has put there itself is a device.
      if (Packed.is(Value::Kind::Object) && F.object(Packed.Obj).K == Object::Kind::Allocated)
        F.noteDevice(*V);
      set(A, F.deviceOf(*V).value_or(Placement::unknown()));
    } else if (A.Keyword == "*" && (F.C.Kind == Action::Load || (F.C.Kind == Action::Move && !F.E.HasTarget))) {
      set(A, Placement::unknown());
    }
}

void findTarget(CallFrame &F) { Search(F).run(); }

DeviceType typeOfMover(const knowledge::Callable &C) {
  const std::optional<knowledge::Device> D = knowledge::parseDevice(C.Canonical);
  return D ? D->Type : DeviceType::Other;
}

/// The path of what may be None, of which F.E's target is.
static PathId optionalTarget(CallFrame &F) {
  if (F.E.TargetArg->Keyword != "**") {
    const Value V = F.operand(*F.E.TargetArg);
    return V.Path && F.mayBeLeftOut(V.Path) ? V.Path : PathId();
  }
  // Who has noted that there is a device in the dictionary reads it elsewhere.
  const GuardedTerm *Only = F.E.Target.isUnknown() ? nullptr : F.E.Target.single();
  return Only && Only->T.isSymbol() && !F.paths()[Only->T.path()].IsDevice ? Only->T.path() : PathId();
}

std::optional<Literal> targetIsNone(CallFrame &F) {
  const PathId P = F.E.TargetArg ? optionalTarget(F) : PathId();
  if (!P)
    return std::nullopt;
  const Literal None = F.conditions().isNone(P);
  return F.S.Path.contains(~None) ? std::nullopt : std::optional(None);
}

Placement unlessTargetIsNone(CallFrame &F, Placement P, llvm::function_ref<Placement()> IfNone) {
  const std::optional<Literal> None = targetIsNone(F);
  if (!None)
    return P;
  P = P.guardedBy(Cube(~*None));
  P.joinIn(IfNone().guardedBy(Cube(*None)));
  return P;
}

Placement placeAtTarget(CallFrame &F, StepKind Kind) {
  F.needAccelerator(F.E.Target);
  return F.E.Target.withCurrent(F.currentAccelerator()).withOrigin([&](const Step *) { return F.step(Kind); });
}

} // namespace devtidy::dataflow
