//===- Factories.cpp - Where tensors are created, moved and loaded ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartMoves.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::Action;
using knowledge::Device;
using knowledge::DeviceType;

/// The type of device that the name of a mover says: x.xpu().
static DeviceType typeOf(const knowledge::Callable &C) {
  std::optional<Device> D = knowledge::parseDevice(C.Canonical);
  return D ? D->Type : DeviceType::Other;
}

void FunctionSolver::needAccelerator(State &S, const Placement &Target, Event &E) {
  // By the path, or by the cases of the flags that it asks for.
  Cube Without = S.Path;
  bool Guarded = !Without.add(~Literal::available()) || !Prog.Conditions.allows(Without);
  E.Guarded = Guarded;
  const GuardedTerm *Only = Target.single();
  if (Only && !Only->T.isSymbol() && Only->T.device().Type == DeviceType::Cuda && !Guarded &&
      S.Path.size() < Cube::MaxPath)
    S.Path.add(Literal::available());
}

std::optional<Literal> FunctionSolver::leftOut(const Event &E, const State &S) {
  if (!E.TargetArg)
    return std::nullopt;
  Value V = operand(*E.TargetArg, S);
  if (E.Name == "type" && V.is(Value::Kind::Symbolic))
    return ~Prog.truthOf(Prog.Paths.question(V.Path, PlaceQuestion));
  if (!V.Path || !mayBeLeftOut(V.Path))
    return std::nullopt;
  Literal None = Prog.Conditions.isNone(V.Path);
  return S.Path.contains(~None) ? std::nullopt : std::optional(None);
}

/// `device`, `self.train_device`, `args.gpu`
static bool isNamedAsDevice(llvm::StringRef Name) {
  const llvm::StringRef Last = Name.substr(Name.rfind('.') + 1);
  return Last.ends_with("device") || llvm::is_contained({"dev", "device_id", "gpu", "gpu_id", "local_rank"}, Last);
}

void FunctionSolver::findTarget(const ir::Inst &I, const knowledge::Callable &C, State &S, Event &E) {
  auto Set = [&](const ir::Arg *A, Placement P) {
    E.TargetArg = A;
    E.HasTarget = true;
    E.Target = std::move(P);
  };
  if (const ir::Arg *A = C.Canonical == "type" ? argumentFor(C, I, "dtype") : nullptr) {
    Value V = operand(*A, S);
    const bool IsGiven = V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].Kind == Path::Root::Param;
    if (std::optional<Placement> P = placeOfType(V); P && !P->isBottom())
      Set(A, *P);
    else if (IsGiven && Prog.Paths.question(V.Path, PlaceQuestion)) // x.type(y.type()), for all that is known
      Set(A, Placement::of(Term::symbol(V.Path)));
    else if (V.is(Value::Kind::Unknown) ||
             (V.is(Value::Kind::Symbolic) && !llvm::StringRef(Prog.Paths.describe(V.Path)).ends_with("dtype")))
      Set(A, Placement::unknown());
    return;
  }
  for (llvm::StringRef Role : {"device", "options", "other", "like"}) {
    const ir::Arg *A = argumentFor(C, I, Role);
    if (!A)
      continue;
    Value V = operand(*A, S);
    if (V.isNone())
      continue;
    if (V.is(Value::Kind::Options)) {
      if (!V.P.isBottom())
        Set(A, V.P);
      return;
    }
    if (V.isTensor() || (V.is(Value::Kind::Object) && isModuleObject(V.Obj))) {
      Set(A, placementOf(S, V));
      return;
    }
    // x.to(y) may as well follow a tensor or change the type; what is called a device is meant as one.
    bool IsNamed = V.IsText || V.IsGiven || (V.isPlainPath() && isNamedAsDevice(Prog.Paths.describe(V.Path)));
    if (Role == "device" && (A->Keyword == "device" || C.Kind != Action::Move || IsNamed))
      noteDevice(V);
    // Nor is a device what is called a dtype: `x.to(model.dtype)`.
    if (V.Path && A->Keyword.empty() && llvm::StringRef(Prog.Paths.describe(V.Path)).ends_with("dtype"))
      continue;
    if (std::optional<Placement> P = deviceOf(V)) {
      Set(A, *P);
      return;
    }
    // An integer is an index of cuda(); of to() it is one in Python, and a dtype in C++.
    bool IsIndex = C.Kind == Action::MoveCuda || C.Kind == Action::MoveType || M.Lang == ir::Language::Python;
    if (V.isInt() && IsIndex) {
      DeviceType Type = C.Kind == Action::MoveType ? typeOf(C) : DeviceType::Cuda;
      Set(A, Placement::of(Term::device({Type, static_cast<int16_t>(V.Const.Int)})));
      return;
    }
    // A text that is put together is some device.
    if (V.is(Value::Kind::Number) && Role == "device" && staticType(A->Value).Kind == TypeKind::String) {
      Set(A, Placement::unknown());
      return;
    }
    // One that is not known: `.to(int(os.environ["LOCAL_RANK"]))`, `rank: int`. Who has one has accelerators. Types of
    // elements are numbers, too: torch.int.
    bool IsGiven = M.Lang == ir::Language::Python && V.Path && Prog.Paths[V.Path].Kind == Path::Root::Param;
    const bool IsCounted = V.is(Value::Kind::Number) && V.IsCounted && IsIndex;
    if (V.is(Value::Kind::Number) &&
        (V.IsIndex || IsCounted || (!V.IsText && (IsGiven || A->Keyword == "device" || C.Kind == Action::MoveCuda)))) {
      if (!IsCounted)
        suppose(S, Literal::available());
      Set(A, Placement::of(Term::device({DeviceType::Cuda, UnknownIndex})));
      return;
    }
    // A loader's argument is a place in any form: a function or a dict that says what goes where.
    if (V.is(Value::Kind::Unknown) || C.Kind == Action::Load) {
      Set(A, Placement::unknown());
      return;
    }
  }
  // f(**options)
  const llvm::StringRef Keyword = C.Kind == Action::Load ? "map_location" : "device";
  for (const ir::Arg &A : I.Args)
    if (A.Keyword == "**") {
      if (std::optional<Value> V = mergedKeyword(S, operand(A, S), Keyword); V && !V->isNone()) {
        std::optional<Placement> P = deviceOf(*V);
        Set(&A, P ? *P : Placement::unknown());
      }
    } else if (A.Keyword == "*" && (C.Kind == Action::Load || (C.Kind == Action::Move && !E.HasTarget))) {
      Set(&A, Placement::unknown());
    }
}

/// Where torch.tensor(V) or torch.Tensor(V) is, if V is a tensor: where that is (torch/csrc/utils/tensor_new.cpp). For
/// the first, a default device that somebody has set counts instead (torch/utils/_device.py). Nothing if it is made of
/// something else, as what may be a number and what a callable of unknown type gives rather are.
static std::optional<Placement> copiedPlace(const knowledge::Callable &C, const Value &V, bool SetsDefault) {
  if (!V.isTensor() || V.Partial || V.MayBeModule || (C.Canonical != "tensor" && C.Canonical != "Tensor"))
    return std::nullopt;
  return SetsDefault && C.Canonical == "tensor" ? Placement::unknown() : V.P;
}

Value FunctionSolver::create(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Create;
  // What is filled instead of made stays where it is.
  if (const ir::Arg *Into = I.findKeyword("out"))
    if (Value V = operand(*Into, S); !V.isNone()) {
      E.Kind = I.Kind;
      return V.isTensor() || V.is(Value::Kind::Symbolic) ? V : unknownOf(Id, staticType(I.Result));
    }
  Placement P;
  Rank Dim = ranks().ofFactory(E.Name, E.Operands);
  auto FromTarget = [&]() {
    needAccelerator(S, E.Target, E);
    Placement Current = currentAccelerator(S, nullptr);
    return E.Target.withCurrent(Current).withOrigin([&](const Step *) { return stepAt(StepKind::Created, Id); });
  };
  const ir::Arg *From = M.Lang == ir::Language::Python ? argumentFor(C, I, "value") : nullptr;
  const Value Of = From ? operand(*From, S) : Value::unknown();
  const Value *Set = S.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  const bool IsOther = Of.Path && S.Path.contains(~Prog.Conditions.isTensor(Of.Path));
  const std::optional<Placement> Copied =
      IsOther ? std::nullopt : copiedPlace(C, Of, Set && !Set->is(Value::Kind::Bottom));
  switch (C.Kind) {
  case Action::CreateCuda:
    E.Target = currentAccelerator(S, nullptr);
    E.HasTarget = true;
    P = FromTarget();
    break;
  case Action::CreateCpu:
    // Fails for another device than the CPU: what comes out is where it was asked for.
    if (I.findKeyword("device"))
      findTarget(I, C, S, E);
    if (E.HasTarget) {
      P = FromTarget();
      E.HasTarget = false;
      break;
    }
    P = Copied.value_or(Placement::of(Term::device({}), stepAt(StepKind::CreatedOnHost, Id)));
    break;
  case Action::CreateLike: {
    // device= wins over the tensor that is followed.
    const ir::Arg *Self = argumentFor(C, I, "self");
    const ir::Arg *D = I.findKeyword("device"), *O = I.findKeyword("options");
    if (D || O)
      findTarget(I, C, S, E);
    if (E.HasTarget) {
      P = FromTarget();
    } else if (Self) {
      Value V = operand(*Self, S);
      // torch.as_tensor([0.5, 1.0])
      const bool IsList =
          V.is(Value::Kind::Object) && object(V.Obj).Class == "list" && object(V.Obj).K == Object::Kind::Allocated;
      const bool OfNumbers = (C.Canonical == "as_tensor" || C.Canonical == "asarray") &&
                             (IsList || V.is(Value::Kind::Tuple) || V.is(Value::Kind::Number));
      P = V.isTensor() ? V.P : OfNumbers ? defaultDevice(S, Id) : Placement::unknown();
      if (V.isTensor())
        Dim = !C.Canonical.starts_with("new_")
                  ? V.Dim
                  : ranks().ofFactory(E.Name.drop_front(4), llvm::ArrayRef(E.Operands).drop_front());
      if (V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Unknown))
        P = placementOf(S, V);
    }
    break;
  }
  case Action::CreateBlob:
    findTarget(I, C, S, E);
    P = E.HasTarget ? FromTarget() : Placement::of(Term::device({}), stepAt(StepKind::CreatedOnHost, Id));
    break;
  default:
    findTarget(I, C, S, E);
    P = E.HasTarget ? FromTarget() : Copied ? *Copied : defaultDevice(S, Id);
    break;
  }
  Value V = Value::tensor(P, Dim);
  V.Identity = Id.index() + 1;
  return V;
}

Value FunctionSolver::move(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Move;
  const ir::Arg *SelfArg = argumentFor(C, I, "self");
  if (!SelfArg)
    return unknownOf(Id, staticType(I.Result));
  Value Self = operand(*SelfArg, S);
  E.Before = placementOf(S, Self);
  if (C.Canonical == "type" && I.Args.size() == 1 && M.Lang == ir::Language::Python) {
    E.Kind = I.Kind;
    return Value::options(E.Before);
  }
  if (C.Kind == Action::MoveCpu) {
    E.Target = Placement::of(Term::device({}));
    E.HasTarget = true;
  } else {
    findTarget(I, C, S, E);
    if (C.Kind == Action::MoveCuda && !E.HasTarget) {
      E.Target = currentAccelerator(S, nullptr);
      E.HasTarget = true;
    }
    if (C.Kind == Action::MoveType && !E.HasTarget) {
      E.Target = Placement::of(Term::device({typeOf(C), -1}));
      E.HasTarget = true;
    }
  }
  bool Module = Self.is(Value::Kind::Object) && isModuleObject(Self.Obj);
  E.OnModule = Module;
  if (!E.HasTarget) {
    // Only a dtype changes: the place stays, the tensor is new.
    Self.Identity = 0;
    if (!Self.is(Value::Kind::Symbolic))
      Self.Path = PathId();
    return Self.is(Value::Kind::Unknown) ? unknownOf(Id, staticType(I.Result)) : Self;
  }
  needAccelerator(S, E.Target, E);
  llvm::StringRef Subject = subjectOf(Id);
  if (Subject.empty())
    Subject = F.value(SelfArg->Value).Variable;
  const GuardedTerm *Only = E.Before.single();
  const Step *Origin = stepAt(StepKind::Moved, Id, Subject, Only ? Only->Origin : nullptr);
  const Placement Current = currentAccelerator(S, nullptr);
  const auto Here = [&](const Step *) { return Origin; };
  const Placement IfNone =
      C.Kind == Action::MoveType ? Placement::of(Term::device({typeOf(C), -1}), Origin) : Current.withOrigin(Here);
  Placement P = E.Target.withCurrent(Current).withOrigin(Here);
  if (std::optional<Literal> None = leftOut(E, S)) {
    P = P.guardedBy(Cube(~*None));
    // x.cuda(None) is x.cuda()
    P.joinIn((C.Kind == Action::Move ? E.Before : IfNone).guardedBy(Cube(*None)));
    E.HasTarget = E.Name != "type"; // rather a type of elements
  }
  meetMoved(Id, E, Self, P, S);
  PartMoves Parts(*this, S);
  // One of several, to one of several places: which of them goes where is not followed.
  const bool IsEach = Self.is(Value::Kind::Choice) || (Module && object(Self.Obj).Weak);
  if (IsEach && !P.isExclusive())
    P = P.imprecise();
  // type(part).cuda(part)
  for (const ir::Arg &A : I.Args)
    if (&A != SelfArg && A.Keyword.empty() && isModule(operand(A, S)))
      Parts.loosenBehind(A.Value, Placement::unknown());
  if (Module) {
    if (!Parts.moveElement(*SelfArg, Id, P))
      moveModule(S, Self.Obj, P, 0, object(Self.Obj).Weak && Parts.coversAll(SelfArg->Value, Id));
    return Self;
  }
  if (Self.is(Value::Kind::Choice)) {
    E.OnModule = true;
    moveChoice(S, Self, P, Parts.coversAll(SelfArg->Value, Id));
    return Self;
  }
  if (Self.is(Value::Kind::Object))
    return unknownOf(Id, staticType(I.Result));
  if (!Self.isTensor() || Self.MayBeModule)
    Parts.loosenBehind(SelfArg->Value, P);
  // `net = library.Net(); net.to(device)`: nobody says what it is, but only a module moves in place.
  if (const Value &Given = Values[SelfArg->Value.index()];
      isOpen(Given) && Given.is(Value::Kind::Unknown) && !Out.isUsed(Id)) {
    S.Mem.set({symbolicObject(Given.Path, ""), DeviceField}, Value::tensor(P));
    E.OnModule = true;
    keepMoved(*SelfArg, S);
    return Value::unknown();
  }
  // A tensor or a module, for all that is known; a module moves in place.
  if (Self.is(Value::Kind::Symbolic)) {
    noteMoved(Self);
    E.OnModule = true;
    S.Mem.set({symbolicObject(Self.Path, ""), DeviceField}, Value::tensor(P));
  }
  bool MayBeModule =
      !Self.isTensor() && !(Self.Path && Prog.Paths[Self.Path].IsTensor) && !staticType(SelfArg->Value).isTensor();
  Value V = Value::tensor(MayBeModule && isMovedAgain(I.Result) ? Placement::unknown() : P, Self.rank());
  V.Identity = Id.index() + 1;
  V.Partial = Self.Partial;
  V.MayBeModule = MayBeModule || Self.MayBeModule;
  return V;
}

/// The member that A was read from holds what was moved, unless it is moved again.
void FunctionSolver::keepMoved(const ir::Arg &A, State &S) {
  const ir::Inst *From = F.definition(A.Value);
  if (!From || From->Kind != InstKind::GetField)
    return;
  auto Moves = [&](const ir::Inst &I) {
    const bool IsMove = I.Kind == InstKind::Invoke && knowledge::movesModules({I.Name.data(), I.Name.size()});
    const ir::Inst *Of = IsMove ? F.definition(I.Args[0].Value) : nullptr;
    return Of && Of->Kind == InstKind::GetField && Of->Name == From->Name;
  };
  if (const Value Holder = operand(From->Args[0], S);
      Holder.is(Value::Kind::Object) && llvm::count_if(F.Insts, Moves) == 1)
    writeField(S, Holder.Obj, From->Name, operand(A, S));
}

bool FunctionSolver::isMovedAgain(ir::ValueId V) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Invoke && I.Args[0].Value == V &&
           knowledge::movesModules({I.Name.data(), I.Name.size()}) && !Out.isUsed(F.value(I.Result).Definition);
  });
}

Value FunctionSolver::load(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  // Module::load(archive) copies what the archive's own load has placed.
  if (I.Kind == InstKind::Invoke && I.Args.size() > 1)
    if (Value From = operand(I.Args[1], S);
        From.is(Value::Kind::Object) && object(From.Obj).Class.ends_with("InputArchive")) {
      if (Value Self = operand(I.Args[0], S); Self.is(Value::Kind::Object) && isModuleObject(Self.Obj))
        moveModule(S, Self.Obj, Placement::unknown());
      return Value::none();
    }
  E.Kind = InstKind::Load;
  findTarget(I, C, S, E);
  Placement P = Placement::unknown();
  if (E.HasTarget) {
    needAccelerator(S, E.Target, E);
    P = E.Target.withOrigin([&](const Step *) { return stepAt(StepKind::Loaded, Id); });
  }
  const ir::Arg *Into = argumentFor(C, I, "value");
  if (!Into && I.Kind == InstKind::Invoke)
    Into = argumentFor(C, I, "self");
  if (Into) {
    Value V = operand(*Into, S);
    E.Before = placementOf(S, V);
    if (V.is(Value::Kind::Object)) {
      E.OnModule = isModuleObject(V.Obj);
      if (E.OnModule)
        moveModule(S, V.Obj, P);
      else if (object(V.Obj).Class == "cell")
        S.Mem.set({V.Obj, CellField}, Value::tensor(P));
      else if (object(V.Obj).Class == "list")
        forgetObject(S, V.Obj);
      else
        keepState(Id, S, V, E.HasTarget ? P : Placement::unknown());
    }
    // A variable of this function: torch::load(x, path)
    const ir::Inst *Read = F.definition(Into->Value);
    const Value Cell = Read && Read->Kind == InstKind::GetCell ? operand(Read->Args[0], S) : Value::unknown();
    if (Cell.is(Value::Kind::Object) && staticType(Into->Value).isTensor())
      S.Mem.set({Cell.Obj, CellField}, Value::tensor(P));
    return Value::none();
  }
  ir::Type T = staticType(I.Result);
  if (T.Kind == TypeKind::Object) {
    ObjectId O = allocate(Id, 0, T.Name);
    E.OnModule = isModuleObject(O);
    S.Mem.set({O, DeviceField}, Value::tensor(P));
    return Value::object(O);
  }
  return T.isTensor() ? Value::tensor(P) : unknownOf(Id, T);
}

} // namespace devtidy::dataflow
