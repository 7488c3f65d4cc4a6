//===- CallFrame.cpp - One call, as the rule of a concept sees it --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/CallFrame.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Questions.h"
#include "dataflow/state/SideReader.h"
#include "dataflow/state/TensorTypes.h"
#include "ir/Edges.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

CallFrame::CallFrame(FunctionSolver &Solver, ir::InstId Id, const knowledge::Callable &C, State &S, Event &E)
    : I(Solver.inst(Id)), Id(Id), C(C), S(S), E(E), SelfArg(argumentFor(C, I, "self")), T(Solver.staticType(I.Result)),
      Solver(Solver) {
  if (!SelfArg && (I.Kind == InstKind::Invoke || I.Kind == InstKind::GetField))
    SelfArg = &I.Args[0];
  Self = SelfArg ? operand(*SelfArg) : Value::bottom();
}

CallFrame::CallFrame(FunctionSolver &Solver, ir::InstId Id, const knowledge::ClassInfo *Class, Value Made, State &S,
                     Event &E)
    : I(Solver.inst(Id)), Id(Id), C(OfClass), S(S), E(E), SelfArg(nullptr), Self(std::move(Made)),
      T(Solver.staticType(I.Result)), Solver(Solver),
      OfClass(Class ? knowledge::Callable{.Name = Class->Name, .Params = Class->Params} : knowledge::Callable()) {}

const ir::Arg *CallFrame::argument(llvm::StringRef Role) const { return argumentFor(C, I, Role); }
Value CallFrame::operand(const ir::Arg &A) { return Solver.operand(A, S); }
Value CallFrame::given(llvm::StringRef Role) {
  const ir::Arg *A = argument(Role);
  return A ? operand(*A) : Value::unknown();
}
const Value &CallFrame::computed(ir::ValueId V) const { return Solver.Values[V.index()]; }
const ir::Inst *CallFrame::definition(ir::ValueId V) const { return Solver.F.definition(V); }
const ir::Inst *CallFrame::asked(Literal L) const {
  const Condition &C = Solver.Prog.Conditions[L.condition()];
  return C.K == Condition::Kind::Opaque && C.F == &Solver.F ? definition(C.V) : nullptr;
}
bool CallFrame::storesLater(llvm::StringRef Member) const {
  return llvm::any_of(llvm::drop_begin(Solver.F.Insts, Id.index() + 1), [&](const ir::Inst &Later) {
    return Later.Kind == ir::InstKind::SetField && Later.Name == Member;
  });
}
llvm::StringRef CallFrame::variable(ir::ValueId V) const { return Solver.F.value(V).Variable.split('#').first; }
ir::InstId CallFrame::idOf(ir::ValueId V) const { return Solver.F.value(V).Definition; }
ir::Type CallFrame::declaredType(ir::ValueId V) const { return Solver.F.value(V).StaticType; }
ir::Type CallFrame::typeOf(ir::ValueId V) const { return Solver.staticType(V); }
llvm::ArrayRef<ir::Inst> CallFrame::instructions() const { return Solver.F.Insts; }
bool CallFrame::isUsed(ir::InstId Of) const { return Solver.Out.isUsed(Of); }
llvm::StringRef CallFrame::subject() const { return I.Result ? variable(I.Result) : llvm::StringRef(); }
std::optional<Value> CallFrame::mergedKeyword(const Value &Given, llvm::StringRef Keyword) const {
  return dataflow::mergedKeyword(Solver.Objects, S.Mem, Given, Keyword);
}
std::optional<Value> CallFrame::passedKeyword(const Value &Given, llvm::StringRef Keyword) const {
  return dataflow::passedKeyword(Solver, S.Mem, Given, Keyword);
}
std::optional<Value> CallFrame::mergedDevice(const Value &Given, llvm::StringRef Keyword) const {
  return dataflow::mergedDevice(Solver, S.Mem, Given, Keyword);
}
bool CallFrame::mayBeLeftOut(PathId P) const { return Solver.Used.mayBeLeftOut(P); }
bool CallFrame::declaresTypes() const { return Solver.M.declaresTypes(); }

Placement CallFrame::placementOf(const Value &V) { return Solver.placementOf(S, V); }
std::optional<Placement> CallFrame::deviceOf(const Value &V) const { return dataflow::deviceOf(V); }
std::optional<Placement> CallFrame::acceleratorOf(const Value &V) {
  Solver.Used.noteDevice(V);
  if (V.isInt())
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}));
  // cudaSetDevice(device): the parameter is a device, wherever else it counts.
  if (V.is(Value::Kind::Number) && V.Path && !V.IsText && declaresTypes() &&
      paths()[paths().root(V.Path)].Owner == &Solver.F) {
    paths().markDevice(V.Path);
    return Placement::of(Term::symbol(V.Path));
  }
  return deviceOf(V);
}
Placement CallFrame::currentAccelerator(const Step *Origin) { return dataflow::currentAccelerator(S, Origin); }
Placement CallFrame::constructedByDefault() {
  return defaultDevice().withOrigin([&](const Step *) { return step(StepKind::Constructed); });
}
Placement CallFrame::defaultDevice() { return dataflow::defaultDevice(Solver, S, Id); }

void CallFrame::needAccelerator(const Placement &Target) {
  E.Guarded = conditions().saysAvailable(S.Path);
  const GuardedTerm *Only = Target.single();
  const bool IsKnown = Only && !Only->Imprecise;
  // Who gives the device knows whether every machine has it, unless it is one of several here; and who gives the flag
  // knows whether it is needed.
  const bool IsGiven = IsKnown && E.TargetArg && !Target.isUnknown() && Only->T.isSymbol() &&
                       paths()[paths().root(Only->T.path())].Kind == Path::Root::Param;
  const bool IsNamed = IsKnown && !Only->T.isSymbol() && Only->T.device().Type == program().Links.accelerator();
  const bool IsAsked = llvm::any_of(S.Path.literals(), [&](Literal L) { return isChoiceOfGiven(program(), L); });
  if (!E.Guarded && (IsGiven || (IsNamed && IsAsked)))
    demand(E.Name, knowledge::DeviceRule::Same,
           Side{.P = Target, .Range = E.TargetArg ? E.TargetArg->Range : E.I->Range, .Name = "the device"},
           Meeting::Accelerator);
  // What globals hold once this is repaired is asked of all machines: `net.cuda()` at the top of a script, and then
  // `device = "cuda" if is_available() else "cpu"`, which is no cuda without one.
  const bool IsAccelerator = Only && !Only->T.isSymbol() && Only->T.device().Type == knowledge::DeviceType::Cuda;
  if (IsAccelerator && !E.Guarded && !Solver.Out.OnlyGlobals && S.Path.size() < Cube::MaxPath)
    S.Path.add(Literal::available());
}

std::optional<Placement> CallFrame::placeOfType(const Value &V) const { return dataflow::placeOfType(V); }
Value CallFrame::isOnType(const Value &V, ir::ValueId Of, knowledge::DeviceType Type) {
  return Solver.flags().askType(V, Of, Type);
}

ObjectId CallFrame::allocate(llvm::StringRef Class, uint32_t Number) {
  return Solver.Objects.allocated(Id, Number, Class);
}
const Object &CallFrame::object(ObjectId O) const { return Solver.object(O); }
bool CallFrame::isModuleObject(ObjectId O) const { return Solver.isModuleObject(O); }
bool CallFrame::isContainer(llvm::StringRef Class) const { return Solver.Prog.Types.isContainer(Class); }
Value CallFrame::readField(ObjectId O, llvm::StringRef Name, const ir::Type &Type) {
  return Solver.fields(S).read(O, Name, Type);
}
void CallFrame::writeField(ObjectId O, llvm::StringRef Name, Value V) { Solver.fields(S).write(O, Name, std::move(V)); }
Value CallFrame::readElement(ObjectId O, std::optional<int64_t> Index, const ir::Type &Type) {
  return Solver.fields(S).element(O, Index, Type);
}
Value CallFrame::copied(const Value &V) {
  std::map<ObjectId, ObjectId> Copies;
  return Solver.fields(S).copied(Id, V, Copies);
}

Value CallFrame::unknown() { return dataflow::unknownOf(Solver, Id, T); }
Value CallFrame::unknownOf(const ir::Type &Type) { return dataflow::unknownOf(Solver, Id, Type); }
Value CallFrame::unfollowed() { return Options(Solver, S).givenBy(Id); }
Value CallFrame::unknownCall() { return Solver.unknownCall(Id, S); }
Value CallFrame::symbol(PathId P, StepKind Kind, const ir::Type &Type) {
  return symbolicValue(Solver, P, Type, Kind, I.Range);
}
PathId CallFrame::site() const { return Solver.Prog.Paths.site(Solver.F, Id); }
Value CallFrame::call(const Program::Entry &Callee, llvm::ArrayRef<Value> Actuals) {
  const InstKind Kind = E.Kind;
  Value Result = Solver.instantiate(Id, Callee, Actuals, S, E);
  E.Kind = Kind;
  return Result;
}
Rank CallFrame::rankOfFactory(llvm::StringRef Name, llvm::ArrayRef<Operand> Operands) const {
  return Solver.ranks().ofFactory(Name, Operands);
}
Rank CallFrame::rankOfAttribute(Rank Of) const { return Ranks::ofAttribute(E.Name, Of); }

const Step *CallFrame::step(StepKind Kind, llvm::StringRef Subject, std::optional<ir::InstId> At,
                            const Step *Previous) {
  return Solver.stepAt(Kind, At.value_or(Id), Subject, Previous);
}
void CallFrame::suppose(Literal L) { S.suppose(L); }
void CallFrame::noteTensor(const Value &V) { Solver.Used.noteTensor(V); }
void CallFrame::noteDevice(const Value &V) { Solver.Used.noteDevice(V); }
void CallFrame::noteMoved(const Value &V) { Solver.Used.noteMoved(V); }
void CallFrame::noteRead(ir::ValueId V) { Solver.Used.noteMovedTensor(V, Solver.reader(S)); }
void CallFrame::noteAsked(const Placement &P) {
  for (const GuardedTerm &G : P.terms())
    if (G.T.isSymbol())
      Solver.Record.now().Asked.push_back(G.T.path());
}
void CallFrame::noteTested(const Placement &P) { addTested(S, P); }
bool CallFrame::isTested(const Value &V) { return dataflow::isTested(S, Solver.fields(S).unboxed(V)); }
void CallFrame::addSides(const ir::Arg &A, const Value &V, llvm::SmallVectorImpl<Side> &Sides) {
  SideReader(Solver, S, Sides).add(A, V, &A - I.Args.begin());
}
void CallFrame::demand(llvm::StringRef Name, knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides, Meeting Of) {
  Solver.Record.demand(I, Name, Rule, Sides, S, Of);
}
Placement CallFrame::meetingPlace(knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides) const {
  Demand D{.M = &Solver.M, .F = &Solver.F, .I = &I, .Name = E.Name, .Rule = Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  return dataflow::meetingPlace(D, conditions(), paths());
}

/// What the host reads holds several, or lists in lists: `rows.append([i, x])`, and np.array(rows).
static void meetHostInside(CallFrame &F, unsigned Position, llvm::StringRef Name, llvm::ArrayRef<Side> Own) {
  constexpr unsigned MaxInside = 8, MaxDepth = 3;
  llvm::SmallVector<Side, 8> Inside(Own);
  auto Collect = [&](auto &&Recurse, const Value &V, unsigned Depth) -> void {
    if (Depth == MaxDepth || Inside.size() > MaxInside)
      return;
    if (V.is(Value::Kind::Object) && F.object(V.Obj).Class == "list")
      for (const auto &[Key, Held] : llvm::to_vector(F.S.Mem.of(V.Obj)))
        if (Held.is(Value::Kind::Tuple) || Held.is(Value::Kind::Object)) {
          F.addSides(F.I.Args[Position], Held, Inside);
          Recurse(Recurse, Held, Depth + 1);
        }
    if (V.is(Value::Kind::Tuple) && Depth > 0)
      for (const Value &Part : *V.Elements)
        Recurse(Recurse, Part, Depth + 1);
  };
  Collect(Collect, F.E.Operands[Position].V, 0);
  llvm::SmallVector<Placement, 4> Met;
  for (Side &X : Inside) {
    if (llvm::is_contained(Met, X.P))
      continue;
    Met.push_back(X.P);
    X.IsTrusted = X.IsElement = true;
    F.demand(Name, knowledge::DeviceRule::Same, {X, Side::named("the CPU", Placement::of(Term::device({})))},
             Meeting::HostAccess);
  }
}

/// True for what is counted of a tensor: mask.sum(1), ids.ne(0).sum(-1).long()
static bool isCounted(const CallFrame &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 4;
  const ir::Inst *D = F.definition(V);
  for (unsigned Steps = 0; D && Steps < MaxSteps; ++Steps) {
    if (D->Kind == ir::InstKind::Invoke && knowledge::addsUp(std::string_view(D->Name)))
      return true;
    D = D->Kind == ir::InstKind::Invoke || D->Kind == ir::InstKind::Unpack ? F.definition(D->Args[0].Value) : nullptr;
  }
  return false;
}

void CallFrame::meetHost(unsigned Position, Meeting Of) {
  llvm::StringRef Name = I.Name;
  if (size_t At = Name.find_last_of(":."); At != llvm::StringRef::npos)
    Name = Name.substr(At + 1);
  llvm::SmallVector<Side, 4> Sides;
  addSides(I.Args[Position], E.Operands[Position].V, Sides);
  if (Of == Meeting::HostAccess && Sides.size() != 1)
    return meetHostInside(*this, Position, Name, Sides);
  // A list of numbers, or of tensors with one each, is made a tensor of the CPU (torch/nn/utils/rnn.py).
  if (Sides.size() != 1 || (Of == Meeting::HostArgument && Sides[0].IsElement))
    return;
  // Lengths that come in are on the CPU; those that were computed from the input are where the input is.
  const GuardedTerm *Mine = Sides[0].P.single();
  const GuardedTerm *Input = Position != 0 ? E.Operands[0].V.P.single() : nullptr;
  auto IsOfInput = [&]() {
    if (!Mine || !Input || !Mine->T.isSymbol() || !Input->T.isSymbol())
      return Mine && Input && Mine->T == Input->T;
    if (paths().root(Mine->T.path()) == paths().root(Input->T.path())) // parts of one batch
      return true;
    // What forward is called with is where the module is.
    auto IsThere = [&](Term T) {
      const Path &Root = paths()[paths().root(T.path())];
      return Root.Kind == Path::Root::Param && Root.Owner == &Solver.F;
    };
    if (isForward(Solver.F) && isCounted(*this, I.Args[Position].Value) && IsThere(Mine->T) && IsThere(Input->T))
      return true;
    // The input was made of what it was computed from: `self.embed(x)`.
    auto Has = [](const Demand &D, Term T) {
      return llvm::any_of(D.Sides, [&](const Side &X) { return X.P.single() && X.P.single()->T == T; });
    };
    return llvm::any_of(Solver.Record.all(), [&](const BlockRecord &R) {
      return llvm::any_of(R.Demands, [&](const PlacedDemand &P) { return Has(P.D, Mine->T) && Has(P.D, Input->T); });
    });
  };
  Sides[0].IsTrusted = Of == Meeting::HostAccess || !IsOfInput() || E.Operands[Position].V.Path;
  Sides.push_back(Side::named("the CPU", Placement::of(Term::device({}))));
  demand(Name, knowledge::DeviceRule::Same, Sides, Of);
}

bool CallFrame::assume(ir::ValueId Condition) { return Solver.assume(S, Condition, true); }

Program &CallFrame::program() const { return Solver.Prog; }
Counting CallFrame::counting() const { return Solver.counting(S); }
Value CallFrame::ask(llvm::StringRef Words, const Value &V) { return Solver.questions(S).ask(Words, V); }
std::optional<Value> CallFrame::isInstance() {
  const Value Asked = operand(I.Args[0]);
  if (std::optional<Value> Is = isOneOfClasses(Solver, Asked, typesOf(Solver.Prog, Solver.F, I.Args[1].Value)))
    return Is;
  return Solver.questions(S).isInstance(I, Asked, operand(I.Args[1]));
}
std::optional<Value> CallFrame::isTensor(const Value &V) { return Solver.questions(S).isTensor(V); }
bool CallFrame::isReadOnHost() const { return Solver.Prog.Pointers.isReadOnHost({&Solver.M, &Solver.F}, I.Result); }

bool isHostArray(const CallFrame &F, ir::ValueId V) { return isHostArray(F.Solver, V); }

/// What the questions have answered that lead to that edge of From and no other.
static Cube askedBefore(const FunctionFrame &In, ir::BlockId From, unsigned Edge) {
  Cube Asked;
  for (unsigned N = 0; N < In.F.Blocks.size(); ++N) {
    const ir::BlockId B(N);
    const ir::Inst &T = In.F.terminator(B);
    const Value *Answer = T.Kind == InstKind::Branch ? &In.Values[T.Args[0].Value.index()] : nullptr;
    for (unsigned To = 0; Answer && Answer->Cond && To < T.Targets.size(); ++To)
      if (B == From ? To == Edge : ir::isOnlyThrough(In.F, B, To, From))
        Asked.add(To == 0 ? *Answer->Cond : ~*Answer->Cond);
  }
  return Asked;
}

bool mayBeGivenTensor(const CallFrame &Frame, ir::ValueId V) {
  const FunctionFrame &In = Frame.Solver;
  constexpr unsigned MaxJoins = 8;
  llvm::SmallVector<ir::ValueId, 4> Joined{V};
  for (unsigned N = 0; N < Joined.size() && N < MaxJoins; ++N) {
    const ir::BlockId B = In.F.value(Joined[N]).Block;
    const auto &Params = In.F.block(B).Params;
    const unsigned Index = llvm::find(Params, Joined[N]) - Params.begin();
    if (B.index() == 0 || In.F.definition(Joined[N]) || Index == Params.size())
      continue;
    for (unsigned From = 0; From < In.F.Blocks.size(); ++From)
      for (const auto &[Edge, To] : llvm::enumerate(In.F.terminator(ir::BlockId(From)).Targets)) {
        if (To.Block != B)
          continue;
        const ir::ValueId Brought = To.Args[Index];
        const Value &Given = In.Values[Brought.index()];
        const bool IsGiven = Given.Path && (Given.isPlainPath() || Given.isTensor()) &&
                             In.Prog.Paths[Given.Path].Kind == Path::Root::Param;
        if (IsGiven &&
            !saysNoTensor(askedBefore(In, ir::BlockId(From), Edge), Given.Path, In.Prog.Conditions, In.Prog.Paths))
          return true;
        if (Given.is(Value::Kind::Unknown) && !llvm::is_contained(Joined, Brought))
          Joined.push_back(Brought);
      }
  }
  return false;
}

} // namespace devtidy::dataflow
