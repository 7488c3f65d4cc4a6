//===- ModuleCall.cpp - Calls of modules ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/ModuleCall.h"
#include "dataflow/calls/InputMovers.h"
#include "dataflow/engine/CallMeaning.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/Batches.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/SelfMembers.h"
#include "dataflow/state/SideReader.h"
#include "dataflow/state/Texts.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Layers.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::ClassKind;

/// Tokenizers have such methods, too.
static bool isOfTokenizers(llvm::StringRef Method) { return Method == "encode" || Method == "decode"; }

/// True if something is done with V that only modules have: model.eval(), net.parameters().
static bool isAskedAsModule(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Invoke && I.Args[0].Value == V && !isOfTokenizers(I.Name) &&
           knowledge::findMethod(knowledge::Receiver::Module, {I.Name.data(), I.Name.size()});
  });
}

/// `criterion`, `loss_fn`, `objective`.
static bool isNamedAsLoss(llvm::StringRef Name) {
  const std::string Lower = Name.substr(Name.rfind('.') + 1).lower();
  auto Has = [&](llvm::StringRef Word) { return llvm::StringRef(Lower).contains(Word); };
  return Has("loss") || Has("crit") || Has("object");
}

/// `fn`, `step_function`, `callback`, but not `loss_fn`: what is called so is no module.
static bool isNamedAsFunction(llvm::StringRef Name) {
  const std::string Lower = Name.substr(Name.rfind('.') + 1).lower();
  auto Has = [&](llvm::StringRef Word) { return llvm::StringRef(Lower).contains(Word); };
  if (isNamedAsLoss(Name))
    return false;
  return Lower == "f" || Lower == "fn" || Has("func") || Has("callback") || llvm::StringRef(Lower).ends_with("_fn");
}

/// Recurrent layers give their output and the state that the next call is given (torch/nn/modules/rnn.py).
static bool isRecurrent(llvm::StringRef Layer) {
  return Layer == "RNN" || Layer == "GRU" || Layer == "LSTM" || Layer == "LSTMCell";
}

static Value withState(llvm::StringRef Layer, const Value &Output) {
  const Value Both = Value::tuple({Output, Output});
  return Layer == "LSTM" ? Value::tuple({Output, Both}) : Both;
}

/// What holds where V, which is called, runs no replicas of itself: `net = DataParallel(net) if many else net`. Those
/// take their inputs from anywhere. Nothing if it always does.
static std::optional<Cube> whereSingle(const FunctionFrame &In, const Value &V, const Cube &Path) {
  if (!V.is(Value::Kind::Choice) || Choices::isEach(V))
    return Path;
  std::vector<Cube> Single;
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
    const knowledge::ClassInfo *Of = In.Prog.Types.libraryClass(In.object(Part.Obj).Class);
    if (!Of || (Of->Kind != ClassKind::DataParallel && Of->Kind != ClassKind::DistributedParallel))
      Single.push_back(Guard);
  }
  if (Single.size() == V.Elements->size())
    return Path;
  if (Single.empty())
    return std::nullopt;
  return Path.meet(Single.size() == 1 ? Single[0] : Cube(In.Prog.Conditions.either(Single)));
}

/// True if an operation may fail with a device error.
static bool mayFail(const Demand &D, const ConditionTable &Conditions) {
  return llvm::any_of(judge(D, Conditions), [](const Verdict &V) { return V.fails() || V.SymbolAgainstCpu; });
}

Value FunctionSolver::forward(ir::InstId Id, State &S, Event &E) { return ModuleCall(*this, Id, S, E).run(); }

ModuleCall::ModuleCall(FunctionSolver &Solver, ir::InstId Id, State &S, Event &E)
    : Solver(Solver), I(Solver.inst(Id)), Id(Id), S(S), E(E) {}

Value ModuleCall::run() {
  E.Kind = InstKind::Forward;
  E.Known = nullptr;
  CallFrame Frame(Solver, Id, nullptr, E.Operands[0].V, S, E);
  if (std::optional<Value> Result = callObject(Frame))
    return *Result;
  Receiver = E.Operands[0].V;
  IsOpen = Receiver.is(Value::Kind::Symbolic) && !isAskedAsModule(Solver.F, I.Args[0].Value);
  if (isOther())
    return Solver.unknownCall(Id, S);
  for (const Operand &O : IsOpen ? llvm::ArrayRef(E.Operands).drop_front() : llvm::ArrayRef<Operand>())
    PartMoves(Solver, S).noteHanded(O.V);
  // Whoever takes something to the CPU in the call knows that a function of the host is called.
  const ir::Inst *Given = IsOpen && I.Args.size() == 2 ? Solver.F.definition(I.Args[1].Value) : nullptr;
  if (Given && Given->Kind == InstKind::Invoke && Given->Name == "cpu")
    return Solver.unknownCall(Id, S);
  if (holdsInputMovers(Solver, S.Mem, Receiver))
    return Solver.unknownCall(Id, S);
  findClass();
  readSides();
  readReceiver();
  if (!Sides.empty() && Sides[0].IsModule && isFunctionByDefault())
    Sides.erase(Sides.begin());
  demand();
  return result();
}

bool ModuleCall::isOther() const {
  // A tokenizer makes its tensors of what is none: `processor("a photo of " + name)`.
  const auto IsOfTokenizers = [&](const Operand &O) {
    return O.A && (O.A->Keyword == "return_tensors" || (O.A != I.Args.begin() && isText(Solver, O.A->Value, S)));
  };
  if (!Solver.isModule(Receiver) && llvm::any_of(E.Operands, IsOfTokenizers))
    return true;
  if (I.Kind == InstKind::Invoke && isOfTokenizers(I.Name) && !Solver.isModule(Receiver) &&
      !Receiver.is(Value::Kind::Choice) && !isAskedAsModule(Solver.F, I.Args[0].Value))
    return true;
  // Modules are hardly ever given modules or their parameters, nor are losses: `make(net.parameters())`.
  auto IsGivenModule = [&](unsigned N) {
    const Value &V = E.Operands[N].V;
    return Solver.isModule(V) || (V.is(Value::Kind::Object) && S.Mem.has({V.Obj, HeldField}));
  };
  return IsOpen && llvm::any_of(llvm::seq<unsigned>(1, I.Args.size()), IsGivenModule);
}

void ModuleCall::findClass() {
  if (Receiver.is(Value::Kind::Object))
    Class = Solver.object(Receiver.Obj).Class;
  else if (Receiver.is(Value::Kind::Choice))
    Class = Solver.choices().classOfAll(Receiver);
  Library = Solver.Prog.Types.libraryClass(Class);
  OfLibrary = Library && std::string_view(Class) == Library->Name && Library->Kind != ClassKind::ModuleContainer;
}

void ModuleCall::readSides() {
  // A module of some class may take a graph as well.
  if (OfLibrary && I.Args.size() > 1 && std::string_view(Class) != knowledge::ModuleClass)
    Solver.Used.noteTensor(E.Operands[1].V);
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    if (OfLibrary && N != 0 &&
        knowledge::mayBeCausalMask(*Library, {I.Args[N].Keyword.data(), I.Args[N].Keyword.size()}, N))
      continue;
    SideReader(Solver, S, Sides).add(I.Args[N], E.Operands[N].V, N);
    if (N == 0 && !Sides.empty()) {
      Sides[0].IsModule = true;
      // The member of what stands there is called.
      if (I.Kind == InstKind::Invoke && !(Receiver == Solver.operand(I.Args[0], S)))
        Sides[0].Range.End = I.Range.Point + I.Name.size();
    }
  }
  if (OfLibrary && Library->Kind == ClassKind::JitModule)
    readAttributes();
  if (!OfLibrary || Library->Kind != ClassKind::StatelessModule)
    return;
  // One that came from elsewhere may keep weights, but mostly keeps nothing: who made it knows.
  MayKeepWeights = !Sides.empty() && Sides[0].IsModule && Sides[0].P.hasSymbol();
  if (MayKeepWeights)
    Sides[0].IsTrusted = true;
  if (knowledge::movesItsInputs(*Library) && !Sides.empty())
    Sides.truncate(MayKeepWeights && Sides.size() > 1 ? 2 : 1);
}

/// What TorchScript keeps without moving it meets the inputs, too.
void ModuleCall::readAttributes() {
  if (!Receiver.is(Value::Kind::Object))
    return;
  for (const auto &[Key, Held] : S.Mem.of(Receiver.Obj)) {
    if (isOwnField(Key.second) || !Held.isTensor() || Held.Registered)
      continue;
    Side X = Side::named(Solver.Prog.Names.intern(("'" + Key.second + "'").str()), Held.P);
    X.Dim = Held.Dim;
    Sides.push_back(std::move(X));
  }
}

void ModuleCall::readReceiver() {
  if (Sides.empty() || Sides[0].Position != 0 || Receiver.is(Value::Kind::Object))
    return;
  Sides[0].Dim = Rank::AtLeastOne;
  Sides[0].Untyped = false;
  Sides[0].IsOpenCallee = IsOpen;
  // It may be a loss, which has nothing that moves.
  if (IsOpen && Sides.back().Position > 1)
    Sides[0].IsTrusted = true;
  const ObjectId Self = Solver.Self;
  const knowledge::ClassInfo *Base = Self ? Solver.Prog.Types.libraryClass(Solver.object(Self).Class) : nullptr;
  if (!Base || !knowledge::registersByAssignment(*Base) || !Receiver.is(Value::Kind::Symbolic))
    return;
  const Path &Member = Solver.Prog.Paths[Receiver.Path];
  if (Member.Kind == Path::Root::Child && Member.Parent == Solver.Prog.Paths.param(Solver.F, 0) &&
      !Solver.residence(S).isApart(Self, Member.Name))
    Sides[0].P = Solver.residence(S).place(Self);
}

bool ModuleCall::isFunctionByDefault() const {
  const llvm::StringRef Name = IsOpen ? functionByDefault(Solver, I.Args[0].Value) : llvm::StringRef();
  return !Name.empty() && Solver.Prog.Types.isCallable(Name) && !Solver.Prog.Types.findClass(Name) &&
         !Solver.Prog.Types.libraryClass(Name);
}

bool ModuleCall::mayBeLoss() const {
  if (IsOpen || (Receiver.is(Value::Kind::Choice) && Class.empty()))
    return true;
  const bool IsSomeModule = Receiver.is(Value::Kind::Object) && std::string_view(Class) == knowledge::ModuleClass;
  const PathId Called = IsSomeModule ? Solver.object(Receiver.Obj).Path : PathId();
  return Called && isNamedAsLoss(Solver.Prog.Paths.describe(Called));
}

void ModuleCall::demand() {
  if (mayBeLoss())
    llvm::erase_if(Sides, [](const Side &X) { return X.Position > 2; });
  // AutoModel.from_pretrained makes an AutoModel, or what counts as one.
  if (auto [Maker, Method] = Class.rsplit('.'); llvm::isLower(Method.empty() ? 'A' : Method.front()))
    if (llvm::StringRef Of = Maker.rsplit('.').second; !Of.empty() && llvm::isUpper(Of.front()))
      Class = Maker;
  if (!Class.empty())
    E.Name = Class.rsplit(Class.contains("::") ? "::" : ".").second;
  E.Name.consume_back("Impl");
  const bool IsOfUnknownClass = E.Name.empty() || E.Name == "Module" || E.Name == "forward";
  if (IsOfUnknownClass)
    E.Name = "forward";
  if (OfLibrary)
    if (std::string_view Operator = knowledge::operatorOfLoss(*Library); !Operator.empty())
      Rule = knowledge::findOperator(Operator).front().Rule;
  // What computes a loss has both together.
  const bool IsLoss = Receiver.Path && isNamedAsLoss(Solver.Prog.Paths.describe(Receiver.Path));
  for (Side &X : Sides) {
    X.IsUnread = !OfLibrary && !IsLoss;
    X.IsOfUnknownClass = IsOfUnknownClass;
    X.IsWhole = X.Position != 0 && X.Position < I.Args.size() && isWholeElement(Solver, I.Args[X.Position].Value);
    X.IsOfUnknownMethod = Class.empty() && I.Kind == InstKind::Invoke && E.Name == I.Name;
  }
  // A method has a name of its own: `model.generate(ids)`.
  const bool IsMethod = I.Kind == InstKind::Invoke && knowledge::isNamedPass(std::string_view(I.Name)) &&
                        Receiver == Solver.operand(I.Args[0], S);
  if (!IsOpen || !isNamedAsFunction(Solver.Prog.Paths.describe(Receiver.Path)))
    if (const std::optional<Cube> Single = whereSingle(Solver, Receiver, S.Path)) {
      const Cube Path = std::exchange(S.Path, *Single);
      Solver.Record.demand(I, IsMethod ? I.Name : E.Name, Rule, Sides, S);
      S.Path = Path;
    }
  if (MayKeepWeights)
    Sides.erase(Sides.begin());
}

Placement ModuleCall::place() const {
  if (E.comesFromFailure())
    return Placement::bottom();
  Demand D{.M = &Solver.M, .F = &Solver.F, .I = &I, .Name = E.Name, .Rule = Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  // A part that its class does not register is told of there: where the call comes through, it is beside its input.
  const auto IsLeft = [&](const Side &X) { return isOfUnregisteredMember(Solver.Prog, Solver.F, X.P); };
  if (!llvm::all_of(D.Sides, IsLeft))
    llvm::erase_if(D.Sides, IsLeft);
  if (mayFail(D, Solver.Prog.Conditions))
    return meetingPlace(D, Solver.Prog.Conditions, Solver.Prog.Paths);
  return D.Sides.empty() ? Placement::unknown() : D.Sides[0].P;
}

bool ModuleCall::fails() const {
  Demand D{.M = &Solver.M, .F = &Solver.F, .I = &I, .Name = E.Name, .Rule = Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  return mayFail(D, Solver.Prog.Conditions);
}

/// What the parts of a sequence do, whatever the whole is given: what fails at once does no more.
std::optional<Value> ModuleCall::resultOfParts() {
  if (!Library || std::string_view(Class) != Library->Name || Library->Kind != ClassKind::ModuleContainer ||
      E.Operands.size() != 2 || !Receiver.is(Value::Kind::Object) || E.comesFromFailure() || fails())
    return std::nullopt;
  const std::optional<Value> Given = Solver.callInTurn(Id, Receiver.Obj, E.Operands[1].V, S, E);
  return Given && Given->isTensor() && !Given->P.isUnknown() ? Given : std::nullopt;
}

/// The dimensions of what a layer of that name gives.
static Rank rankOf(llvm::StringRef Layer, llvm::ArrayRef<Side> Sides) {
  if (!knowledge::comparesVectors(std::string_view(Layer)))
    return Layer.ends_with("Loss") ? Rank::Zero : Rank::AtLeastOne;
  Rank Largest = Rank::Zero;
  for (const Side &X : Sides)
    Largest = Largest.larger(X.Dim);
  return Largest.orMore().plus(-1);
}

Value ModuleCall::result() {
  if (std::optional<Value> OfParts = resultOfParts())
    return *OfParts;
  Value Result = Value::tensor(place(), rankOf(E.Name, Sides));
  // What a callable of unknown type gives may move in place: a batch of a tokenizer, a module that a registry makes.
  Result.MayBeModule = !Solver.isModule(Receiver) && !Receiver.is(Value::Kind::Choice) && !Receiver.isTensor();
  if (OfLibrary && isRecurrent(E.Name))
    return withState(E.Name, Result);
  const ir::Type T = Solver.staticType(I.Result);
  if (T.Kind != TypeKind::Tuple && T.Kind != TypeKind::List)
    return Result;
  const ObjectId O = Solver.Objects.allocated(Id, 0, "list");
  S.Mem.set({O, ElementField}, Result);
  return Value::object(O);
}

} // namespace devtidy::dataflow
