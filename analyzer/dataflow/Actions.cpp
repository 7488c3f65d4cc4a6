//===- Actions.cpp - Calls that the knowledge tables describe -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartMoves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::Action;
using knowledge::Device;
using knowledge::DeviceType;

namespace {
llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// torch.accelerator is whichever the machine has.
bool names(std::string_view Type, DeviceType Accelerator) {
  std::optional<Device> D = knowledge::parseDevice(Type);
  return Type == "accelerator" || (D && D->Type == Accelerator);
}
} // namespace

Value FunctionSolver::known(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Known = &C;
  E.Name = ref(C.Canonical);
  ir::Type T = staticType(I.Result);
  const ir::Arg *SelfArg = argumentFor(C, I, "self");
  if (!SelfArg && (I.Kind == InstKind::Invoke || I.Kind == InstKind::GetField))
    SelfArg = &I.Args[0];
  Value Self = SelfArg ? operand(*SelfArg, S) : Value::bottom();
  auto Ask = [&]() {
    E.Kind = InstKind::Query;
    const Placement P = placementOf(S, Self);
    for (const GuardedTerm &G : P.terms())
      if (G.T.isSymbol())
        Now->Asked.push_back(G.T.path());
  };
  if (I.Kind == InstKind::Call && (C.Kind == Action::CreateLike || C.Kind == Action::View))
    noteTensor(Self);
  switch (C.Kind) {
  case Action::Submodules:
  case Action::NamedSubmodules:
  case Action::SubmoduleTable:
  case Action::AppliesToEach:
  case Action::AppliesToState:
  case Action::TakesState:
  case Action::SetData:
    return PartMoves(*this, S).call(Id, C, Self, E);
  case Action::Create:
  case Action::CreateLike:
  case Action::CreateCpu:
  case Action::CreateCuda:
  case Action::CreateBlob:
    return create(Id, C, S, E);
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveType:
  case Action::MoveCpu:
  case Action::MoveLike:
    return move(Id, C, S, E);
  case Action::Load:
    return load(Id, C, S, E);
  case Action::Copy:
    E.Kind = InstKind::Copy;
    return Self;
  case Action::Available:
    E.Kind = InstKind::Query;
    // The CPU is always there, and the worlds have one kind of accelerator.
    return names(C.Canonical, Prog.accelerator()) ? Value::literal(Literal::available())
                                                  : Value::boolean(C.Canonical == "cpu");
  case Action::DeviceCount: {
    E.Kind = InstKind::Query;
    if (!names(C.Canonical, Prog.accelerator()))
      return Value::constant({.K = ir::Constant::Kind::Int, .Int = 0});
    Value V = Value::number();
    V.IsCount = true;
    return V;
  }
  case Action::CurrentAccelerator: {
    E.Kind = InstKind::Query;
    // Nobody moves to None, and without an accelerator everything is on the CPU.
    const Step *Origin = stepAt(StepKind::Named, Id);
    Value V = Value::device(Placement::of(Term::device({Prog.accelerator(), -1}), Origin))
                  .guardedBy(Cube(Literal::available()));
    V.P.joinIn(Placement::of(Term::device({}), Origin).guardedBy(Cube(~Literal::available())));
    V.Partial = true;
    V.Cond = Literal::available();
    return V;
  }
  case Action::QueryDefault:
    E.Kind = InstKind::Query;
    return Value::device(defaultDevice(S, Id));
  case Action::CurrentDevice:
  case Action::NeedsAccelerator: {
    E.Target = currentAccelerator(S, nullptr);
    E.HasTarget = true;
    needAccelerator(S, Placement::of(Term::device({DeviceType::Cuda, -1})), E);
    if (T.Kind == TypeKind::Number || C.Kind == Action::CurrentDevice)
      return Value::device(E.Target);
    // torch.cuda.Event() is never None.
    if (const llvm::StringRef Made = ref(C.Name);
        M.Lang == ir::Language::Python && llvm::isUpper(Made.rsplit('.').second.front()))
      return Value::object(allocate(Id, 0, Made));
    return unknownOf(Id, T);
  }
  case Action::QueryDevice: {
    Ask();
    Placement P = placementOf(S, Self);
    return P.isBottom() && !Self.isTensor() ? unknownOf(Id, {.Kind = TypeKind::Device})
                                            : Value::device(P.isBottom() ? Placement::unknown() : P); // settles
  }
  case Action::QueryIsType: {
    Ask();
    std::optional<Device> D = knowledge::parseDevice(C.Canonical);
    Value Place = Self;
    Place.P = placementOf(S, Self);
    return typeQuery(Place, SelfArg->Value, D ? D->Type : DeviceType::Other);
  }
  case Action::QueryType:
  case Action::QueryIndex:
    Ask();
    return Self.is(Value::Kind::Unknown) ? Value::number() : Value::device(placementOf(S, Self));
  case Action::QueryOptions:
    Ask();
    return Value::options(placementOf(S, Self));
  case Action::MakeDevice:
    E.Kind = InstKind::MakeDevice;
    return makeDevice(C, I, S);
  case Action::MakeOptions:
    E.Kind = InstKind::MakeOptions;
    return makeOptions(C, I, S);
  case Action::LoadState:
    keepState(Id, S, Self, std::nullopt);
    return unknownOf(Id, T);
  case Action::GuardAutocast: {
    ObjectId O = allocate(Id, 0, "guard");
    if (std::optional<Placement> P = autocastDevice(C, I, S))
      S.Mem.set({O, AutocastDevice}, Value::device(*P));
    return Value::object(O);
  }
  case Action::SetAutocast:
    S.Mem.set({ObjectId(EnvironmentIndex), AutocastDevice},
              Value::device(autocastDevice(C, I, S).value_or(Placement::bottom())));
    return Value::none();
  case Action::MakeGenerator:
    return makeGenerator(Id, llvm::StringRef(C.Params.data(), C.Params.size()), S);
  case Action::GuardDevice:
  case Action::GuardDefault: {
    ObjectId O = allocate(Id, 0, "guard");
    const ir::Arg *D = argumentFor(C, I, "device");
    if (!D)
      D = argumentFor(C, I, "index");
    Value Which = D ? operand(*D, S) : Value::unknown();
    std::optional<Placement> P = acceleratorOf(Which);
    S.Mem.set({O, C.Kind == Action::GuardDevice ? CurrentDevice : DefaultDevice},
              Value::device(P ? *P : Placement::unknown()));
    if (P && C.Kind == Action::GuardDevice && llvm::StringRef(C.Params.data(), C.Params.size()).contains("index"))
      addTested(S, *P);
    return Value::object(O);
  }
  case Action::CheckDevice:
    testOperands(I, S);
    return Value::none();
  case Action::GuardStream: {
    ObjectId O = allocate(Id, 0, "guard");
    S.Mem.set({O, CurrentDevice}, Value::device(Placement::unknown()));
    return Value::object(O);
  }
  case Action::SetDevice:
  case Action::SetDefault: {
    const ir::Arg *D = argumentFor(C, I, "device");
    if (!D)
      D = argumentFor(C, I, "index");
    Value V = D ? operand(*D, S) : Value::unknown();
    std::optional<Placement> P = acceleratorOf(V);
    if (const ir::Arg *Type = argumentFor(C, I, "type"))
      P = placeOfType(operand(*Type, S));
    if (C.Kind == Action::SetDevice) {
      E.Target = P ? *P : Placement::unknown();
      E.HasTarget = true;
      needAccelerator(S, E.Target, E);
    }
    S.Mem.set({ObjectId(EnvironmentIndex), C.Kind == Action::SetDevice ? CurrentDevice : DefaultDevice},
              Value::device(P ? *P : Placement::unknown()));
    return Value::none();
  }
  case Action::RegisterParameter:
  case Action::RegisterBuffer:
  case Action::RegisterModule:
    return registerWith(Id, C, S, E);
  case Action::HostAccess:
  case Action::DataPointer:
    // Functions of other libraries take anything.
    if (!C.Name.starts_with("torch") && M.Lang == ir::Language::Python && I.Kind == InstKind::Call) {
      const std::optional<unsigned> Read = readOnHost(S, E);
      if (!Read) {
        for (unsigned N = 0; N < I.Args.size(); ++N)
          if (E.Operands[N].V.is(Value::Kind::Symbolic) && !C.Params.starts_with("elements"))
            meetHost(Id, N, E, S, Meeting::HostAccess);
        return unknownCall(Id, S);
      }
      E.Subject = *Read;
      SelfArg = &I.Args[*Read];
      Self = E.Operands[*Read].V;
    }
    if (SelfArg)
      noteMovedTensor(SelfArg->Value, S);
    E.Kind = InstKind::HostAccess;
    E.Tested = isTested(S, E.Operands[0].V);
    E.Before = placementOf(S, Self);
    if ((C.Kind == Action::HostAccess || Prog.isReadOnHost({&M, &F}, I.Result)) && SelfArg && !E.Tested)
      meetHost(Id, SelfArg - I.Args.data(), E, S, Meeting::HostAccess);
    if (Self.isTensor() && E.Name.ends_with("data_ptr"))
      return Value::pointer(E.Before);
    return unknownOf(Id, T);
  case Action::IsDefined:
    if (Self.isNone())
      return Value::boolean(false);
    return Self.Path ? Value::literal(~Prog.Conditions.isNone(Self.Path)) : unknownOf(Id, T);
  case Action::HostValue:
    if (SelfArg)
      noteMovedTensor(SelfArg->Value, S);
    E.Kind = InstKind::HostValue;
    return counting(S).countOf(ref(C.Canonical), I).value_or(C.Canonical == "int" ? Value::integer() : Value::number());
  case Action::View: {
    E.Kind = InstKind::View;
    if (!Self.isTensor())
      return Self.is(Value::Kind::Symbolic) ? Self : unknownOf(Id, T);
    // In place: what comes out is what went in, a parameter, too.
    if (E.Name.ends_with("_") || C.Name.starts_with("torch.nn.init."))
      return Self;
    Value V = Self;
    V.Path = PathId();
    V.Identity = 0;
    V.IsParameter = false;
    if (I.Kind == InstKind::GetField)
      V.Dim = rankOfAttribute(E.Name, V.Dim);
    return V;
  }
  case Action::ModuleState:
    return parametersOf(Id, Self, S);
  case Action::DeepCopy: {
    if (Self.is(Value::Kind::Symbolic))
      return Value::computed(Self.Path);
    if (!Self.is(Value::Kind::Object) && !Self.isTensor())
      return unknownCall(Id, S);
    std::map<ObjectId, ObjectId> Copies;
    return copied(Id, Self, S, Copies);
  }
  case Action::Identity: {
    Value V = SelfArg ? Self : I.Args.empty() ? unknownOf(Id, T) : operand(I.Args[0], S);
    if (E.Name == "Parameter" || E.Name == "Buffer") {
      noteTensor(V);
      if (V.is(Value::Kind::Symbolic))
        V = Value::tensor(placementOf(S, V), V.rank());
      V.IsParameter = V.isTensor();
    }
    return V.is(Value::Kind::Unknown) ? unknownOf(Id, T) : V;
  }
  case Action::Append:
  case Action::Extend: {
    if (!Self.is(Value::Kind::Object) || I.Args.size() < 2)
      return unknownOf(Id, T);
    if (object(Self.Obj).Class == "dict" && M.Lang != ir::Language::Python)
      return insertEntry(Id, Self, S);
    if (object(Self.Obj).Class == "dict")
      return updateDict(Id, Self, S);
    bool ToModule = isModuleObject(Self.Obj);
    Value Last = operand(I.Args.back(), S);
    if (C.Kind == Action::Extend && ToModule && Last.is(Value::Kind::Object) && isContainer(object(Last.Obj).Class)) {
      fillContainer(Self.Obj, {{nullptr, Last}}, S, restDevice(S, Self.Obj));
      return Self;
    }
    bool IsMany = C.Kind == Action::Extend && Last.is(Value::Kind::Object);
    Value Item = IsMany ? readElement(S, Last.Obj, std::nullopt, {}) : Last;
    if (ToModule && Item.is(Value::Kind::Object)) {
      Item.Registered = true;
      S.Mem.set({Item.Obj, "$registered"}, Value::boolean(true));
      Placement P = restDevice(S, Self.Obj);
      P.joinIn(placementOf(S, Item));
      S.Mem.set({Self.Obj, DeviceField}, Value::tensor(P));
      addToHolders(S, Self.Obj, P, 0);
    }
    if (ToModule)
      PartMoves(*this, S).registerSame(Item);
    Item.Registered |= Item.is(Value::Kind::Object) && S.Mem.has({Item.Obj, "$registered"});
    append(S, Self.Obj, Item);
    return Self;
  }
  case Action::Element: {
    if (!Self.is(Value::Kind::Object))
      return unknownOf(Id, T);
    const ir::Arg *Index = argumentFor(C, I, "index");
    Value K = Index ? operand(*Index, S) : Value::unknown();
    if (isModuleObject(Self.Obj) && E.Name.starts_with("get_")) {
      Value V = K.isString() ? memberAt(S, Self, K.Const.Text) : Value::unknown();
      return V.is(Value::Kind::Unknown) ? unknownOf(Id, T) : V;
    }
    if (K.isString())
      if (const Value *It = S.Mem.find({Self.Obj, K.Const.Text}))
        return *It;
    std::optional<int64_t> Position;
    if (K.isInt())
      Position = K.Const.Int;
    Value V = readElement(S, Self.Obj, Position, T);
    return V.is(Value::Kind::Unknown) ? unknownOf(Id, T) : V;
  }
  case Action::CallFunction: // Makers.cpp, if there is a function
    return unknownCall(Id, S);
  case Action::CallParallel:
    return callParallel(Id, ref(C.Params), S, E);
  case Action::Enumerate:
  case Action::Items:
    return iterator(Id, C.Kind == Action::Items ? "items" : "enumerate",
                    {I.Args.empty() ? Value::unknown() : operand(I.Args[0], S)}, S);
  case Action::Zip: {
    if (I.Args.size() == 1 && I.Args[0].Keyword == "*")
      return transposed(Id, operand(I.Args[0], S), S);
    llvm::SmallVector<Value, 4> Of;
    for (const ir::Arg &A : I.Args)
      Of.push_back(operand(A, S));
    return iterator(Id, "zip", Of, S);
  }
  case Action::Sum:
    return sum(Id, S, E);
  case Action::NextOf: {
    const ir::Arg *From = argumentFor(C, I, "value");
    return elementOf(From ? operand(*From, S) : Value::unknown(), I, S);
  }
  case Action::NewContainer:
    if (C.Canonical == "dict" && !I.Args.empty() && (C.Name != "collections.defaultdict" || I.Args.size() > 1))
      return fillDict(allocate(Id, 0, "dict"), Id, S);
    if (C.Canonical != "dict" && !I.Args.empty() && I.Args[0].Keyword.empty())
      return operand(I.Args[0], S);
    return newContainer(Id, C.Canonical == "dict" ? "dict" : "list", S);
  case Action::Leaves:
    S.Reachable = false;
    return Value::bottom();
  case Action::Check:
    if (!I.Args.empty())
      S.Reachable = assume(S, I.Args[0].Value, true);
    return Value::none();
  case Action::Collective:
    for (const Operand &O : E.Operands)
      if (O.V.isTensor() || (O.V.is(Value::Kind::Object) && O.A != SelfArg))
        E.Before.joinIn(placementOf(S, O.V));
    break;
  case Action::AllocateDevice:
  case Action::PitchedPointer:
  case Action::AllocatePinned:
  case Action::AllocateManaged:
  case Action::AllocateHost:
    return allocateMemory(Id, C, S);
  case Action::ReadDeviceCount:
  case Action::ReadDevice:
    readDevices(argumentFor(C, I, "ptr"), C, S);
    break;
  case Action::InitGroup: {
    // NCCL refuses to start without an accelerator (ProcessGroupNCCL.cpp, "no GPUs found").
    const ir::Arg *Backend = argumentFor(C, I, "backend");
    Value Given = Backend ? operand(*Backend, S) : Value::unknown();
    if (Given.isString() && Given.Const.Text.equals_insensitive("nccl"))
      suppose(S, Literal::available());
    break;
  }
  case Action::Save:
  case Action::SaveObject:
  case Action::Forward:
  case Action::CudaMemcpy:
    noteMembers(argumentFor(C, I, "parameters"), S, E);
    break;
  case Action::PinHost:
  case Action::CudaMemset:
  case Action::CudaFree:
  case Action::CudaLaunch:
    break;
  case Action::Pure:
    if (C.Canonical == "isinstance" && I.Args.size() == 2)
      if (std::optional<Value> Is = isInstance(I, S))
        return *Is;
    if (C.Canonical == "is_tensor" && I.Args.size() == 1)
      if (std::optional<Value> Is = isTensor(operand(I.Args[0], S)))
        return *Is;
    if (C.Canonical == "empty" && Self.is(Value::Kind::Object) && S.Mem.has({Self.Obj, HeldField}))
      return Value::boolean(false);
    if (std::optional<Value> Count = counting(S).countOf(ref(C.Canonical), I))
      return *Count;
    // As often as it is asked, if nobody changes the list.
    if (C.Canonical == "len" && I.Args.size() == 1)
      return ask(" len", operand(I.Args[0], S));
    // A size, a type, a name.
    if (T.isUnknown() && (Self.isTensor() || Self.is(Value::Kind::Device)))
      return Value::number();
    break;
  }
  return unknownOf(Id, T);
}

} // namespace devtidy::dataflow
