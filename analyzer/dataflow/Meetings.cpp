//===- Meetings.cpp - What meets beside the operands of operators -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::ClassKind;
using knowledge::DeviceRule;

/// A side that is no argument.
static Side namedSide(llvm::StringRef Name, Placement P) {
  return {.P = std::move(P), .Dim = Rank::AtLeastOne, .Position = ~0U, .Name = Name};
}

Value FunctionSolver::makeGenerator(ir::InstId Id, llvm::StringRef Params, State &S) {
  const ir::Inst &I = inst(Id);
  Placement P = Placement::of(Term::device({}));
  if (const ir::Arg *A = argumentFor(Params, I, "device")) {
    Value V = operand(*A, S);
    P = V.isNone() ? P : deviceOf(V).value_or(Placement::unknown());
  } else if (Params.contains("index")) {
    const ir::Arg *Index = argumentFor(Params, I, "index");
    Value V = Index ? operand(*Index, S) : Value::bottom();
    P = V.isInt() ? Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}))
        : Index   ? Placement::unknown()
                  : currentAccelerator(S, nullptr);
  }
  ObjectId O = allocate(Id, 0, "torch.Generator");
  S.Mem.set({O, DeviceField}, Value::tensor(P.withOrigin([&](const Step *) { return stepAt(StepKind::Created, Id); })));
  return Value::object(O);
}

bool FunctionSolver::isGenerator(ObjectId O) const {
  const knowledge::ClassInfo *Class = Prog.libraryClass(object(O).Class);
  return Class && Class->Kind == ClassKind::Generator;
}

/// Random numbers are made where the result is, and the generator has to be there (ATen/core/Generator.h,
/// check_generator). Samplers and data loaders draw theirs on the default device (torch/utils/data/dataloader.py).
void FunctionSolver::meetGenerators(ir::InstId Id, const Event &E, const Value &Result, State &S) {
  const bool Draws = E.Kind == InstKind::Create || E.Kind == InstKind::Aten || E.Kind == InstKind::View;
  // What a class of the program does with its generator is not known.
  const std::optional<Program::ClassEntry> Made = E.Kind == InstKind::Construct && Result.is(Value::Kind::Object)
                                                      ? Prog.findClass(object(Result.Obj).Class)
                                                      : std::nullopt;
  const bool Orders = E.Known || (E.Kind == InstKind::Construct && (!Made || Made->M->IsModel));
  for (unsigned N = 0; N < E.Operands.size(); ++N) {
    const Operand &O = E.Operands[N];
    const bool IsGiven = O.V.is(Value::Kind::Symbolic) && O.A->Keyword == "generator";
    if (!IsGiven && (!O.V.is(Value::Kind::Object) || !isGenerator(O.V.Obj)))
      continue;
    Placement P = placementOf(S, O.V);
    if (P.isBottom() || P.isUnknown())
      continue;
    // Whoever hands a generator in knows where it is.
    Side Generator{
        .P = P, .Dim = Rank::AtLeastOne, .Partial = O.V.Partial || IsGiven, .Position = N, .IsTrusted = true};
    Generator.Range = O.A->Range;
    if (Draws && Result.isTensor())
      recordDemand(Id, E.Name, DeviceRule::Same, {Generator, namedSide("the result", Result.P)}, S, Meeting::Generator);
    else if (O.A->Keyword == "generator" && Orders)
      recordDemand(Id, E.Name, DeviceRule::Same, {Generator, namedSide("the order", defaultDevice(S, Id))}, S,
                   Meeting::Generator);
  }
}

void FunctionSolver::meetHost(ir::InstId Id, unsigned Position, const Event &E, State &S, Meeting Of) {
  llvm::StringRef Name = inst(Id).Name;
  if (size_t At = Name.find_last_of(":."); At != llvm::StringRef::npos)
    Name = Name.substr(At + 1);
  llvm::SmallVector<Side, 4> Sides;
  addSides(S, inst(Id).Args[Position], E.Operands[Position].V, Position, Sides);
  if (Sides.size() != 1)
    return;
  // Lengths that come in are on the CPU; those that were computed from the input are where the input is.
  const GuardedTerm *Mine = Sides[0].P.single();
  const GuardedTerm *Input = Position != 0 ? E.Operands[0].V.P.single() : nullptr;
  auto IsOfInput = [&]() {
    if (!Mine || !Input || !Mine->T.isSymbol() || !Input->T.isSymbol())
      return Mine && Input && Mine->T == Input->T;
    if (Prog.Paths.root(Mine->T.path()) == Prog.Paths.root(Input->T.path())) // parts of one batch
      return true;
    // The input was made of what it was computed from: `self.embed(x)`.
    auto Has = [](const Demand &D, Term T) {
      return llvm::any_of(D.Sides, [&](const Side &X) { return X.P.single() && X.P.single()->T == T; });
    };
    return llvm::any_of(Records, [&](const BlockRecord &R) {
      return llvm::any_of(R.Demands, [&](const PlacedDemand &P) { return Has(P.D, Mine->T) && Has(P.D, Input->T); });
    });
  };
  Sides[0].IsTrusted = Of == Meeting::HostAccess || !IsOfInput() || E.Operands[Position].V.Path;
  Sides.push_back(namedSide("the CPU", Placement::of(Term::device({}))));
  recordDemand(Id, Name, DeviceRule::Same, Sides, S, Of);
}

void FunctionSolver::keepState(ir::InstId Id, State &S, const Value &Optimizer, std::optional<Placement> Where) {
  if (!Optimizer.is(Value::Kind::Object))
    return;
  const Value *Given = S.Mem.find({Optimizer.Obj, OptimizedField});
  if (!Given)
    return;
  if (!Where) {
    Where = Placement::bottom();
    llvm::SmallVector<ObjectId, 2> Modules;
    modulesBehind(S, *Given, Modules);
    for (ObjectId M : Modules)
      Where->joinIn(moduleDevice(S, M));
    if (Modules.empty())
      Where = placementOf(S, Value(*Given));
  }
  const ir::Inst &I = inst(Id);
  llvm::StringRef Subject = I.Result ? subjectOf(Id) : llvm::StringRef();
  if (Subject.empty() && !I.Args.empty())
    Subject = F.value(I.Args[0].Value).Variable.split('#').first;
  bool Made = I.Kind == InstKind::Call && Objects[Optimizer.Obj.index()].Site == Id;
  const Step *Origin = stepAt(Made ? StepKind::Created : StepKind::Loaded, Id, Subject);
  S.Mem.set({Optimizer.Obj, StateField}, Value::tensor(Where->withOrigin([&](const Step *) { return Origin; })));
}

void FunctionSolver::modulesBehind(State &S, const Value &V, llvm::SmallVectorImpl<ObjectId> &Out,
                                   unsigned Depth) const {
  if (!V.is(Value::Kind::Object) || Depth > 3)
    return;
  const Object &O = object(V.Obj);
  if (O.K == Object::Kind::Allocated && O.Class == "list" && O.Inner == 0) {
    const ir::Inst &Made = inst(O.Site);
    const knowledge::Callable *C =
        Made.Kind == InstKind::Invoke
            ? knowledge::findMethod(knowledge::Receiver::Module, {Made.Name.data(), Made.Name.size()})
            : nullptr;
    if (C && C->Kind == knowledge::Action::ModuleState) {
      const Value &M = Values[Made.Args[0].Value.index()];
      if (M.is(Value::Kind::Object) && isModuleObject(M.Obj))
        Out.push_back(M.Obj);
      return;
    }
  }
  for (const auto &[Key, Held] : S.Mem.of(V.Obj))
    modulesBehind(S, Held, Out, Depth + 1);
}

/// Modules move in place: an optimizer made before keeps their parameters, but its own state stays where it is. A
/// tensor that moves is a new one, which the optimizer has never seen.
void FunctionSolver::meetMoved(ir::InstId Id, const Event &E, const Value &Self, const Placement &P, State &S) {
  auto Meet = [&](llvm::StringRef Name, Placement From) {
    // Back to the CPU is how models are saved.
    From = From.filtered(
        [](const GuardedTerm &T) { return !T.T.isSymbol() && T.T.device().Type == knowledge::DeviceType::Cpu; });
    if (!From.isUnknown() && !From.isBottom())
      recordDemand(Id, E.Name, DeviceRule::Same, {namedSide(Name, From), namedSide("the parameters", P)}, S,
                   Meeting::OptimizerState);
  };
  S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    const Value *Optimized = S.Mem.find({Key.first, OptimizedField});
    if (Key.second == StateField && E.OnModule && Optimized) {
      llvm::SmallVector<ObjectId, 2> Modules;
      modulesBehind(S, *Optimized, Modules);
      if (llvm::is_contained(Modules, Self.Obj))
        Meet("the optimizer's state", V.P);
    }
    bool Holds = Key.second == OptimizedField && Self.isTensor() && Self.Identity != 0 && V.is(Value::Kind::Object) &&
                 subjectOf(Id) == F.value(inst(Id).Args[0].Value).Variable.split('#').first;
    if (Holds)
      for (const auto &[Key, Held] : S.Mem.of(V.Obj))
        if (Held.isTensor() && Held.Identity == Self.Identity)
          Meet("what the optimizer was given", E.Before);
    // The wrapper, or what it has wrapped.
    bool Wraps = Key.second == WrappedField && E.OnModule &&
                 (Key.first == Self.Obj || (V.is(Value::Kind::Object) && V.Obj == Self.Obj));
    const knowledge::ClassInfo *Class = Wraps ? Prog.libraryClass(object(Key.first).Class) : nullptr;
    if (Class && Class->Kind == ClassKind::DistributedParallel) {
      Side Module{.P = E.Before, .Dim = Rank::AtLeastOne, .IsModule = true, .Range = inst(Id).Args[0].Range};
      recordDemand(Id, "DistributedDataParallel", DeviceRule::Same, {Module, namedSide("its next place", P)}, S,
                   Meeting::Replicas);
    }
  });
}

/// torch/nn/parallel/distributed.py refuses a module that is not on the device that device_ids names;
/// torch/nn/parallel/data_parallel.py looks only when it is called.
void FunctionSolver::makeParallel(ir::InstId Id, llvm::StringRef Params, bool Distributed, ObjectId O, State &S) {
  const ir::Inst &I = inst(Id);
  const ir::Arg *Module = argumentFor(Params, I, "value");
  Value V = Module ? operand(*Module, S) : Value::unknown();
  if (V.is(Value::Kind::Object)) {
    V.Registered = true;
    S.Mem.set({O, WrappedField}, V);
  }
  S.Mem.set({O, DeviceField}, Value::tensor(placementOf(S, V)));
  const ir::Arg *Devices = argumentFor(Params, I, "device_ids");
  Value List = Devices ? operand(*Devices, S) : Value::none();
  Value First = List.is(Value::Kind::Object) ? readElement(S, List.Obj, 0, {}) : Value::unknown();
  Placement P = Placement::unknown();
  if (First.isInt())
    P = Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(First.Const.Int)}));
  else if (First.is(Value::Kind::Device))
    P = First.P;
  else if (List.isNone() && !Distributed)
    P = Placement::of(Term::device({knowledge::DeviceType::Cuda, 0}));
  else if (!List.isNone()) // of some rank
    P = Placement::of(Term::device({knowledge::DeviceType::Cuda, UnknownIndex}));
  S.Mem.set({O, FirstField}, Value::device(P));
  if (!Distributed || !Module || P.isUnknown())
    return;
  llvm::SmallVector<Side, 2> Sides;
  addSides(S, *Module, V, Module - I.Args.begin(), Sides);
  Sides.push_back(namedSide("the first device", P));
  recordDemand(Id, "DistributedDataParallel", DeviceRule::Same, Sides, S, Meeting::Replicas);
}

std::optional<Value> FunctionSolver::forwardParallel(ir::InstId Id, const Value &Self, llvm::StringRef Name, State &S) {
  if (!Self.is(Value::Kind::Object))
    return std::nullopt;
  const knowledge::ClassInfo *Class = Prog.libraryClass(object(Self.Obj).Class);
  const Value *First = S.Mem.find({Self.Obj, FirstField});
  // With a list of devices it moves its inputs to the first, where its module is (torch/nn/parallel/distributed.py).
  if (Class && Class->Kind == ClassKind::DistributedParallel && First && !First->P.isUnknown())
    return Value::tensor(moduleDevice(S, Self.Obj), Rank::AtLeastOne);
  if (!Class || Class->Kind != ClassKind::DataParallel || !First)
    return std::nullopt;
  Placement Where = First->P, Module = moduleDevice(S, Self.Obj);
  llvm::SmallVector<Side, 2> Sides;
  addSides(S, inst(Id).Args[0], Self, 0, Sides);
  Sides.push_back(namedSide("the first device", Where));
  recordDemand(Id, Name, DeviceRule::Same, Sides, S, Meeting::Replicas);
  // Inputs are scattered from anywhere, results gathered on the first device; without an accelerator nothing happens.
  Placement Result = Where.guardedBy(Cube(Literal::available()));
  Result.joinIn(Module.guardedBy(Cube(~Literal::available())));
  return Value::tensor(Result, Rank::AtLeastOne);
}

/// The function does what a DataParallel does that is made and called.
Value FunctionSolver::callParallel(ir::InstId Id, llvm::StringRef Params, State &S, Event &E) {
  ObjectId O = allocate(Id, 0, "torch.nn.DataParallel");
  makeParallel(Id, Params, false, O, S);
  std::optional<Value> Result = forwardParallel(Id, Value::object(O), E.Name, S);
  return Result ? *Result : unknownOf(Id, staticType(inst(Id).Result));
}

void FunctionSolver::meetAutocast(ir::InstId Id, const Event &E, State &S) {
  const ir::Inst &I = inst(Id);
  bool Called = I.Kind == InstKind::Apply || (I.Kind == InstKind::Invoke && I.Name == "forward");
  const Value *Region = S.Mem.find({ObjectId(EnvironmentIndex), AutocastDevice});
  if (!Called || !Region || !E.Operands[0].V.is(Value::Kind::Object) || !isModuleObject(E.Operands[0].V.Obj))
    return;
  llvm::SmallVector<Side, 2> Sides;
  addSides(S, I.Args[0], E.Operands[0].V, 0, Sides);
  if (Sides.empty() || Region->P.isBottom())
    return;
  Sides.push_back(namedSide("the autocast region", Region->P));
  for (Side &X : Sides)
    X.IsTrusted = true;
  recordDemand(Id, E.Name.empty() ? "forward" : E.Name, DeviceRule::Same, Sides, S, Meeting::Autocast);
}

/// A gradient that is given has to be where its output is, unless it is 0-dim (torch/csrc/autograd/engine.cpp,
/// validate_outputs).
void FunctionSolver::meetGradient(ir::InstId Id, const ir::Arg &Gradient, const Event &E, State &S) {
  const ir::Arg *Output = argumentFor(*E.Known, inst(Id), "self");
  const Value Of = Output ? operand(*Output, S) : Value::unknown(), Given = operand(Gradient, S);
  if (!Of.isTensor() || !Given.isTensor())
    return;
  llvm::SmallVector<Side, 2> Sides;
  addSides(S, *Output, Of, 0, Sides);
  addSides(S, Gradient, Given, 1, Sides);
  recordDemand(Id, E.Name, DeviceRule::Iterator, Sides, S);
}

void FunctionSolver::meetExample(ir::InstId Id, unsigned Position, const Event &E, State &S) {
  const ir::Inst &I = inst(Id);
  const ir::Arg *Module = argumentFor(*E.Known, I, "value");
  if (!Module)
    return;
  llvm::SmallVector<Side, 4> Sides;
  addSides(S, *Module, operand(*Module, S), Module - I.Args.begin(), Sides);
  if (Sides.size() != 1 || !Sides[0].IsModule)
    return;
  addSides(S, I.Args[Position], E.Operands[Position].V, Position, Sides);
  recordDemand(Id, E.Name, DeviceRule::Same, Sides, S, Meeting::Export);
}

} // namespace devtidy::dataflow
