//===- Transfer.cpp - What one instruction does to values and memory -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Transfer.h"
#include "dataflow/engine/CallMeaning.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Iteration.h"
#include "dataflow/engine/Protocols.h"
#include "dataflow/engine/SeveralObjects.h"
#include "dataflow/engine/Untyped.h"
#include "dataflow/program/TableNames.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/GlobalReader.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/PartOfEach.h"
#include "dataflow/state/Placing.h"
#include "dataflow/state/PlainStores.h"
#include "dataflow/state/PointerSides.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/Scopes.h"
#include "dataflow/state/Shared.h"
#include "dataflow/state/Texts.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Exceptions.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// f"cuda:{k}", "cuda:" + str(k), "cuda:%d" % k, "cuda:{}".format(k)
static bool spellsAccelerator(const ir::Inst &I, llvm::ArrayRef<Value> Values) {
  const bool Joins = I.Kind == InstKind::Opaque || (I.Kind == InstKind::Op && (I.Name == "+" || I.Name == "%")) ||
                     (I.Kind == InstKind::Invoke && I.Name == "format");
  if (!Joins || I.Args.size() < 2)
    return false;
  const Value &Start = Values[I.Args[0].Value.index()];
  llvm::StringRef Text = Start.isString() ? llvm::StringRef(Start.Const.Text) : llvm::StringRef();
  return Text.consume_front("cuda:") && (Text.empty() || Text.starts_with("%") || Text.starts_with("{"));
}

/// Does what a function of a library does with what I is given, if I stands for one: `array[i] = x` makes an array of
/// x.
static void callOfLibrary(FunctionSolver &Solver, ir::InstId Id, State &S) {
  std::vector<Value> Actuals;
  for (const ir::Arg &A : Solver.inst(Id).Args)
    Actuals.push_back(Solver.operand(A, S));
  if (CallMeaning(Solver, Id, Actuals, S).other())
    Solver.call(Id, S);
}

Transfer::Transfer(FunctionSolver &Solver, ir::InstId Id, State &S)
    : Solver(Solver), I(Solver.inst(Id)), Id(Id), S(S) {}

/// The name that V puts together, with holes for what is not written: "w_{}" of f"w_{i}"; "" if it is nothing like
/// that.
static std::string namePattern(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (!D || D->Kind != InstKind::Opaque || F.value(V).StaticType.Kind != ir::TypeKind::String)
    return "";
  std::string Pattern;
  bool HasText = false;
  for (const ir::Arg &A : D->Args) {
    const ir::Inst *Part = F.definition(A.Value);
    const bool IsText = Part && Part->Kind == InstKind::Const && Part->Const.K == ir::Constant::Kind::String;
    Pattern += IsText ? Part->Const.Text.str() : "{}";
    HasText |= IsText && !Part->Const.Text.empty();
  }
  return HasText ? Pattern : "";
}

Value Transfer::operand(unsigned N) { return Solver.operand(I.Args[N], S); }
Value Transfer::unknown() { return unknownOf(Solver, Id, Solver.staticType(I.Result)); }

Value Transfer::run() {
  if (std::optional<Value> Device = spelledDevice())
    return *Device;
  switch (I.Kind) {
  case InstKind::Const:
    return Value::constant(I.Const);
  case InstKind::Opaque:
    // To read it raises, so whoever reads it came another way.
    return I.Name == ir::UnboundWord ? Value::bottom() : unknown();
  case InstKind::Invoke:
    if (knowledge::skipsTest(std::string_view(I.Name))) {
      S.Reachable = false;
      return Value::bottom();
    }
    return Solver.call(Id, S);
  case InstKind::Call:
  case InstKind::Apply:
  case InstKind::Op:
    return Solver.call(Id, S);
  case InstKind::Closure:
    return closure();
  case InstKind::MakeTuple:
    return makeTuple();
  case InstKind::MakeList:
  case InstKind::MakeDict:
    return Containers(Solver, S).makeContainer(
        Id, [&](const Value &Starred) { return Iteration(Solver, S).elementOf(Starred, Solver.inst(Id)); });
  case InstKind::Unpack:
    return unpack();
  case InstKind::Enter:
  case InstKind::Exit:
    return runScope();
  case InstKind::Swallows: // Swallowing.h says where it may be so
    return Value::boolean(false);
  case InstKind::Await:
    return operand(0);
  case InstKind::Assume:
    S.Reachable = Solver.assume(S, I.Args[0].Value, true);
    return {};
  case InstKind::Iterate:
  case InstKind::HasNext:
  case InstKind::Next:
  case InstKind::Yield:
    return runIteration();
  default:
    return runMemory();
  }
}

/// How many rows the tensor V has whose sizes are written where it is made: `torch.zeros(2, 0)`, `torch.ones((2, 3))`.
std::optional<int64_t> Transfer::writtenRows(ir::ValueId V) const {
  const ir::Inst *D = Solver.F.definition(V);
  const knowledge::Callable *C = D && D->Kind == InstKind::Call
                                     ? knowledge::findFunction(std::string_view(Solver.Prog.Types.canonical(D->Name)))
                                     : nullptr;
  if (!C || !knowledge::takesSize(*C) || D->Args.empty() || !D->Args[0].Keyword.empty())
    return std::nullopt;
  const ir::Inst *Size = Solver.F.definition(D->Args[0].Value);
  if (Size && (Size->Kind == InstKind::MakeTuple || Size->Kind == InstKind::MakeList) && !Size->Args.empty())
    Size = Solver.F.definition(Size->Args[0].Value);
  const bool IsWritten = Size && Size->Kind == InstKind::Const && Size->Const.K == ir::Constant::Kind::Int;
  return IsWritten && Size->Const.Int <= MaxIndexField ? std::optional(Size->Const.Int) : std::nullopt;
}

/// `(x, *rows)` has the rows as its elements, where it is known how many there are.
Value Transfer::makeTuple() {
  std::vector<Value> E;
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const Value V = operand(N);
    const bool IsStarred = I.Args[N].Keyword == "*";
    const std::optional<int64_t> Rows = IsStarred && V.isTensor() ? writtenRows(I.Args[N].Value) : std::nullopt;
    if (IsStarred && V.is(Value::Kind::Tuple))
      E.insert(E.end(), V.Elements->begin(), V.Elements->end());
    else if (Rows)
      E.insert(E.end(), *Rows, Value::tensor(V.P, V.Dim.plus(-1)));
    else
      E.push_back(V);
  }
  return Value::tuple(std::move(E));
}

std::optional<Value> Transfer::spelledDevice() {
  if (std::optional<Value> Joined = joinedDevice(Solver, I)) {
    const std::optional<Placement> There = Joined->isString() ? deviceOf(*Joined) : std::nullopt;
    // Who numbers accelerators has some.
    if (There && There->single()->T.device().isAccelerator() && There->single()->T.device().Index >= 0)
      S.suppose(Literal::available());
    return Joined;
  }
  if (!spellsAccelerator(I, Solver.Values))
    return std::nullopt;
  // Who numbers accelerators has some.
  // Not so who counts at least to one: `max(1, torch.cuda.device_count())`.
  if (!Solver.Values[I.Args.back().Value.index()].IsCounted)
    S.suppose(Literal::available());
  const Step *Named = Solver.stepAt(StepKind::Named, Id);
  ir::ValueId Number = I.Args.back().Value;
  if (const ir::Inst *Text = Solver.F.definition(Number); Text && Text->Kind == InstKind::Call && Text->Name == "str")
    Number = Text->Args.size() == 1 ? Text->Args[0].Value : Number;
  // The index of what is on an accelerator: f"cuda:{x.get_device()}".
  if (const Value &Of = Solver.Values[Number.index()]; Of.is(Value::Kind::Device))
    return Value::device(Of.P.withOrigin([&](const Step *) { return Named; }));
  Value V = Value::device(Placement::of(Term::device({knowledge::DeviceType::Cuda, UnknownIndex}), Named));
  V.IsCount = Solver.Values[Number.index()].IsCount;
  return V;
}

/// The tables in the table O, which goes into that variable, if somebody changes them under keys that nobody knows:
/// what constants they have is not known.
static void forgetInside(FunctionFrame &In, State &S, ObjectId O, llvm::StringRef Variable, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (Depth == MaxDepth || In.object(O).Class != "dict" ||
      !In.Prog.Members.mayTableChange(innerTables(Variable), /*Key=*/"[]"))
    return;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Held.is(Value::Kind::Object) && Held.Obj != O)
      forgetInside(In, S, Held.Obj, Variable, Depth + 1);
    else if (Depth != 0 && Held.is(Value::Kind::Constant) && !isOwnField(Key.second))
      S.Mem.set(Key, Value::unknown());
}

/// Variables that are shared, members and elements.
Value Transfer::runMemory() {
  switch (I.Kind) {
  case InstKind::GetGlobal:
    // Whoever holds the function calls it with something.
    if (const std::optional<Program::Entry> Held = Solver.Prog.Types.findFunction(I.Name)) {
      Solver.Record.now().Calls.noteReached(*Held->F, nullptr);
      // if is_available(): for f in (pin, to_gpu): f(x)
      if (Solver.Prog.Conditions.saysAvailable(S.Path))
        Solver.Record.now().Calls.notePassed(*Held->F, Solver.F, /*Guarded=*/true,
                                             S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
    }
    return GlobalReader(Solver, S).read(I);
  case InstKind::SetGlobal:
    if (const Value Table = operand(0); Table.is(Value::Kind::Object))
      forgetInside(Solver, S, Table.Obj, Solver.Prog.Types.canonical(I.Name));
    Solver.fields(S).write(Solver.Objects.symbolic(Solver.Prog.Paths.global(Solver.Prog.Types.canonical(I.Name)), ""),
                           CellField, operand(0));
    return {};
  case InstKind::Cell: {
    const ObjectId O = Solver.Objects.allocated(Id, 0, "cell");
    Solver.fields(S).write(O, CellField, unlessShared(Solver.M, Solver.F, I.Result, operand(0)));
    return Value::object(O);
  }
  case InstKind::GetCell: {
    const Value C = operand(0);
    if (!C.is(Value::Kind::Object))
      return Value::unknown();
    return unlessShared(Solver.M, Solver.F, I.Args[0].Value,
                        Solver.fields(S).read(C.Obj, CellField, Solver.staticType(I.Result)));
  }
  case InstKind::SetCell:
    if (const Value C = operand(0); C.is(Value::Kind::Object))
      Solver.fields(S).write(C.Obj, CellField, unlessShared(Solver.M, Solver.F, I.Args[0].Value, operand(1)));
    return {};
  case InstKind::GetField:
    noteDereference();
    return getField();
  case InstKind::SetField:
    noteDereference();
    setField();
    return {};
  case InstKind::GetItem:
    noteDereference();
    return getItem();
  case InstKind::SetItem:
    noteDereference();
    setItem();
    return {};
  default:
    return unknown();
  }
}

/// Host code reads or writes through a pointer. What is known of one is the memory that it points to: which call made
/// it, on which device that is, and who else may read it. A pointer that came from elsewhere is unknown.
void Transfer::noteDereference() {
  const Value Base = operand(0);
  const bool IsItem = I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem;
  // Who calls this knows where a pointer that came in points to.
  if (IsItem && Base.is(Value::Kind::Symbolic) && Solver.M.declaresTypes() &&
      Solver.staticType(I.Args[0].Value).isUnknown()) {
    llvm::SmallVector<Side, 1> Pointers;
    PointerSides(Solver, S).add({.Range = I.Args[0].Range}, Base, Pointers);
    for (const Side &X : Pointers)
      Solver.Record.demand(I, "", knowledge::DeviceRule::Same,
                           {X, Side::named("the CPU", Placement::of(Term::device({})))}, S, Meeting::HostMemory);
  }
  // What a library's class stands for it reads itself: `d[0]` of a thrust::device_vector copies the element.
  const ir::Type T = Solver.staticType(I.Args[0].Value);
  if (!Base.is(Value::Kind::Pointer) ||
      (T.Kind == ir::TypeKind::Object && knowledge::findFunction(std::string_view(T.Name))))
    return;
  Event E;
  E.Id = Id;
  E.I = &I;
  E.Kind = I.Kind;
  E.Path = S.Path;
  E.Operands = {{I.Args.data(), Base}};
  Solver.Record.event(std::move(E));
}

Value Transfer::runIteration() {
  switch (I.Kind) {
  case InstKind::Iterate: {
    const Value Over = operand(0);
    return callProtocol(Solver, Id, Over, "__iter__", S).value_or(operand(0));
  }
  case InstKind::HasNext:
    return hasNext();
  case InstKind::Next:
    return Iteration(Solver, S).next(I);
  default: // Yield
    if (!I.Args.empty())
      Generators(Solver).yield(operand(0), S);
    return Value::unknown();
  }
}

/// `next(model.parameters())` gives one, as parametersOf says; a loop over them ends.
Value Transfer::hasNext() {
  if (const ir::Inst *D = Solver.F.definition(I.Args[0].Value); D && D->Kind == InstKind::Iterate)
    return Value::number();
  const Value Over = operand(0);
  return Over.is(Value::Kind::Object) && S.Mem.has({Over.Obj, HeldField}) ? Value::boolean(true) : Value::number();
}

Value Transfer::runScope() {
  crossScope(Solver.Prog, Solver.F, I, operand(0), Solver.Objects, S.Mem);
  const bool Enters = I.Kind == InstKind::Enter, WasReachable = S.Reachable;
  const std::optional<Value> Given = callProtocol(Solver, Id, operand(0), Enters ? "__enter__" : "__exit__", S);
  S.Reachable = WasReachable;
  return !Enters ? Value() : Given && !Given->is(Value::Kind::Unknown) ? *Given : operand(0);
}

Value Transfer::closure() {
  Value V;
  V.K = Value::Kind::Function;
  V.Func = &Solver.M.function(I.Callee);
  std::vector<Value> Captures;
  for (unsigned N = 0; N < I.Args.size(); ++N)
    Captures.push_back(operand(N));
  V.Elements = std::make_shared<const std::vector<Value>>(Captures);
  // Whoever calls it, it is made under what holds here.
  Solver.noteCall(*V.Func, Captures, S);
  return V;
}

/// True if V, or what it holds, is on several devices at once: rounds of a loop made several of it.
static bool isOnSeveral(const Memory &Mem, const Value &V, unsigned Depth = 3) {
  bool Is = false;
  (void)V.mapped([&](const Placement &P) {
    Is |= !P.isExclusive();
    return P;
  });
  if (Is || !V.is(Value::Kind::Object) || Depth == 0)
    return Is;
  return llvm::any_of(Mem.of(V.Obj), [&](const Memory::Entry &E) { return isOnSeveral(Mem, E.second, Depth - 1); });
}

/// V, which Id reads, is one of what a container holds, nobody knows which: what not all of them are is sure of none.
/// One place of the program may have made all, `{d: torch.ones(3, device=d) for d in devices}`; of what it made
/// objects,
/// `{d: torch.Generator(d) for d in devices}`, the class is known.
static Value anyOf(FunctionFrame &Solver, State &S, ir::InstId Id, const Value &V) {
  if (V.is(Value::Kind::Object) && Solver.isOfRounds(V.Obj) && !Solver.isModule(V) && isOnSeveral(S.Mem, V))
    return unknownOf(Solver, Id, {.Kind = ir::TypeKind::Object, .Name = Solver.object(V.Obj).Class});
  return V.mapped([](const Placement &P) { return P.isExclusive() ? P : P.imprecise(); });
}

Value Transfer::unpack() {
  const Value T = operand(0);
  if (T.is(Value::Kind::Tuple) && I.Index < T.Elements->size())
    return (*T.Elements)[I.Index];
  if (T.is(Value::Kind::Object))
    return anyOf(Solver, S, Id, Solver.fields(S).element(T.Obj, I.Index, Solver.staticType(I.Result), /*IsPart=*/true));
  if (T.isTensor())
    return Value::tensor(T.P, T.Dim.plus(-1));
  if (T.is(Value::Kind::Number))
    return Value::number();
  if (T.is(Value::Kind::Symbolic)) {
    PathId Child = Solver.Prog.Paths.element(T.Path, std::to_string(I.Index));
    return symbolicValue(Solver, Child, Solver.staticType(I.Result), StepKind::Member, I.Range);
  }
  // args, rest = parser.parse_known_args()
  if (mayHaveMembers(T) && Solver.staticType(I.Result).isUnknown())
    if (std::optional<Value> V =
            Options::at(Solver, S.Mem, T, Solver.Prog.Paths.element(T.Path, std::to_string(I.Index))))
      return *V;
  return unknown();
}

void Transfer::setField() {
  const Value O = operand(0);
  if (O.is(Value::Kind::Object))
    return setFieldOf(O);
  if (knowledge::isDataAttribute(std::string_view(I.Name)))
    return PartMoves(Solver, S).setData(I.Args[0], operand(1), Id);
  // layer.conv = layer.conv.to(d)
  if (O.is(Value::Kind::Choice) && partOfEach(Solver, S.Mem, O, I.Name) == operand(1))
    return;
  if (const Value V = operand(1); V.IsParameter || Solver.isModule(V))
    PartMoves(Solver, S).loosenBehind(I.Args[0].Value, Solver.placementOf(S, V));
  else if (O.is(Value::Kind::Choice) && !V.isTensor())
    // `net.forward = patched`, `net.fast = True`: each of them may have it.
    for (const Value &Part : *O.Elements)
      LooseStores(Solver, S).maybe(Part.Obj, I.Name, V);
  if (mayHaveMembers(O))
    Options(Solver, S).keep(Solver.Prog.Paths.child(O.Path, I.Name), operand(1));
  else if (O.is(Value::Kind::Unknown) || O.is(Value::Kind::Tuple))
    LooseStores(Solver, S).behind(I.Args[0], I.Name, operand(1));
}

/// `self.scale = scale if fixed else Parameter(torch.ones(3))`: the module registers the one that is a parameter.
static void registerSome(FunctionSolver &Solver, State &S, ObjectId Module, llvm::StringRef Name, Value &V) {
  std::vector<Value> Parts = *V.Elements;
  for (Value &Part : Parts)
    Part.Registered |= Part.IsParameter && Solver.residence(S).registersByAssignment(Module, Name, Part);
  V.Elements = std::make_shared<const std::vector<Value>>(std::move(Parts));
}

void Transfer::setFieldOf(const Value &O) {
  Value V = operand(1);
  if (Solver.isModuleObject(O.Obj) && Solver.isModule(V)) {
    const bool IsGiven = Solver.object(V.Obj).K == Object::Kind::Symbolic;
    if ((IsGiven && isByFunction(Solver.F, I)) || !storesPlainly(Solver.Prog, Solver.object(O.Obj).Class, I.Name)) {
      // Nobody knows whether it is a part then, and moves with the whole.
      PartMoves(Solver, S).handOn(V);
      return Solver.fields(S).write(O.Obj, I.Name, V);
    }
  }
  // The class says itself what becomes of it: it may register it, or move it where it is read.
  if (V.isTensor() && Solver.isModuleObject(O.Obj) && !storesPlainly(Solver.Prog, Solver.object(O.Obj).Class, I.Name))
    V.P = Placement::unknown();
  if (V.isOneOfSeveral())
    registerSome(Solver, S, O.Obj, I.Name, V);
  const std::optional<ObjectId> Data = Solver.Objects.knownData(I.Args[1].Value);
  if (isMarkedRegistered(S.Mem, V) || (V.isTensor() && Data && S.Mem.has({*Data, RegisteredField})))
    V.Registered = true;
  if (Solver.residence(S).registersByAssignment(O.Obj, I.Name, V) ||
      (V.isTensor() && PartMoves(Solver, S).replacesState(O.Obj, I.Name)))
    Solver.residence(S).registerState(O.Obj, V, I.Name);
  if (keepsGiven(Solver, O.Obj, I.Name) && (V.isTensor() || V.isNone()))
    S.Mem.set({O.Obj, DeviceField}, Value::tensor(V.isTensor() ? V.P : Placement::bottom()));
  // Something that nobody knows takes the place of a part: `layer.weight = weights.get("w")`.
  if (V.is(Value::Kind::Unknown) && !V.IsParameter && Solver.isModuleObject(O.Obj)) {
    const Value *Old = S.Mem.find({O.Obj, I.Name});
    const bool IsPart =
        Old ? Old->Registered || Solver.isModule(*Old) : Solver.residence(S).libraryState(O.Obj, I.Name).has_value();
    if (IsPart && Solver.object(O.Obj).K == Object::Kind::Allocated)
      PartMoves(Solver, S).loosen(O.Obj, Placement::unknown());
  }
  // m._parameters = {k: p.to(d) for k, p in m._parameters.items()}
  if (knowledge::keepsMembers(std::string_view(I.Name)) && Solver.isModuleObject(O.Obj))
    PartMoves(Solver, S).loosen(O.Obj, Placement::unknown());
  // A symbol is its path, and whoever asks whether there is one, asks the path.
  if (!V.is(Value::Kind::Symbolic) && !V.isPlainPath() && !V.Partial)
    V.Path = PathId();
  Solver.fields(S).write(O.Obj, I.Name, V);
  Event E;
  E.Id = Id;
  E.I = &I;
  E.Kind = I.Kind;
  E.Name = I.Name;
  E.Path = S.Path;
  E.Operands = {{&I.Args[0], O}, {&I.Args[1], V}};
  Solver.Record.event(std::move(E));
}

/// True if I reads an option of the command line that is a number, `args.local_rank`: of what this function asks for
/// options alone.
static bool readsNumberOption(const FunctionFrame &In, const ir::Inst &I) {
  const CommandLine &Options = In.Prog.Links.commandLine();
  if (In.M.declaresTypes() || !Options.isNumber(I.Name))
    return false;
  const ir::Inst *Read = In.F.definition(I.Args[0].Value);
  // What is given may be a tensor, which has a device, whatever options there are.
  if (!Read && (knowledge::isTensorMember(std::string_view(I.Name)) ||
                knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name))))
    return false;
  const auto IsOfSame = [&](const ir::Inst &Other) {
    const ir::Inst *D = In.F.definition(Other.Args[0].Value);
    return Other.Args[0].Value == I.Args[0].Value ||
           (Read && D && Read->Kind == InstKind::GetGlobal && D->Kind == InstKind::GetGlobal && D->Name == Read->Name);
  };
  return llvm::none_of(In.F.Insts, [&](const ir::Inst &Other) {
    const bool Asks = Other.Kind == InstKind::GetField || Other.Kind == InstKind::Invoke;
    return Asks && IsOfSame(Other) && (Other.Kind == InstKind::Invoke || !Options.isKnown(Other.Name));
  });
}

/// Part, which is read of Of: of a copy it is one, too.
static Value partOf(const Value &Of, Value Part) {
  if (Part.is(Value::Kind::Symbolic) && Of.IsCopied)
    Part.IsComputed = Part.IsCopied = true;
  return Part;
}

/// Of one that is asked where it is, a library has made a tensor, or it is none: it is no index of an accelerator.
static Value memberOfNumber(FunctionFrame &In, const State &S, const ir::Inst &I, ir::InstId Id) {
  const knowledge::Callable *Asked = knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name));
  if (!Asked || Asked->Kind != knowledge::Action::QueryDevice)
    return Value::number();
  return In.M.IsModel ? Value::device(defaultDevice(In, S, Id)) : Value::unknown();
}

Value Transfer::getField() {
  Value O = operand(0);
  forgetTaken(Solver, S, I, O);
  // Whoever holds the method calls it with something.
  Solver.Record.now().Calls.noteUnknown(I.Name);
  ir::Type T = Solver.staticType(I.Result);
  // x.device, x.is_cuda, x.T; a property of a class of the program.
  if (O.isTensor() && knowledge::isOutputAttribute(std::string_view(I.Name)))
    return Value::tensor(O.P, I.Name == "loss" ? Rank::Zero : Rank::AtLeastOne);
  // What an unknown call gave may as well be an object with tensors: self.encoder.encode(x).latents
  if (O.isTensor() && O.MayBeModule && O.Partial && !knowledge::isTensorMember(std::string_view(I.Name)))
    return O;
  if (O.isTensor() || O.is(Value::Kind::Device)) {
    Value Held = Solver.call(Id, S);
    Held.Partial |= Held.isTensor() && !Solver.M.declaresTypes() && knowledge::mayBeMissing(std::string_view(I.Name));
    return Held;
  }
  if (O.is(Value::Kind::Object))
    return getFieldOf(O.Obj);
  if (O.is(Value::Kind::Choice)) {
    PartMoves(Solver, S).takeMethod(I);
    if (std::optional<Value> Part = partOfEach(Solver, S.Mem, O, I.Name))
      return *Part;
  }
  if (O.is(Value::Kind::Number) || O.is(Value::Kind::Constant))
    return memberOfNumber(Solver, S, I, Id);
  if (mayHaveMembers(O) && T.isUnknown()) {
    const PathId Member = Solver.Prog.Paths.child(O.Path, I.Name);
    const std::optional<Value> Kept = Options::at(Solver, S.Mem, O, Member);
    if ((!Kept || Kept->Path == Member) && Member && readsNumberOption(Solver, I)) {
      Value Number = Value::integer();
      Number.Path = Member;
      return Number;
    }
    if (Kept)
      return *Kept;
  }
  if (O.is(Value::Kind::Symbolic)) {
    if (knowledge::isSizeAttribute(std::string_view(I.Name)))
      return Value::number();
    if (const llvm::StringRef Method = methodOfClass(Solver.Prog, O, I.Name); !Method.empty())
      return Value::symbolic(Solver.Prog.Paths.global(Method));
    if (!O.IsCopied && PartMoves::hasMoved(Solver, S, O))
      return unknownOf(Solver, Id, T);
    Solver.Used.noteAttribute(O, I.Name);
    return partOf(O, symbolicValue(Solver, Solver.Prog.Paths.child(O.Path, I.Name), T, StepKind::Member, I.Range));
  }
  if (O.is(Value::Kind::Tuple) && (I.Name == "first" || I.Name == "second")) {
    unsigned Index = I.Name == "second";
    if (Index < O.Elements->size())
      return (*O.Elements)[Index];
  }
  return T.isTensor() || T.isUnknown() ? Value::unknown() : unknownOf(Solver, Id, T);
}

Value Transfer::getFieldOf(ObjectId O) {
  auto Property = Solver.Prog.Types.findMethod(Solver.object(O).Class, I.Name);
  if (Property && llvm::is_contained(Property->F->Decorators, "property"))
    return Solver.call(Id, S);
  // m._modules
  if (Solver.isModuleObject(O) && knowledge::keepsMembers(std::string_view(I.Name)) &&
      knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name)))
    return Solver.call(Id, S);
  if (Solver.isModuleObject(O) && !S.Mem.has({O, I.Name}))
    PartMoves(Solver, S).takeMethod(I);
  if (std::optional<Value> Place = saidPlace(Solver, S, O, I.Name))
    return *Place;
  return Solver.fields(S).read(O, I.Name, Solver.staticType(I.Result));
}

/// A name finds a part of a batch, unless the program puts others there; tensors are not indexed by names.
Value Transfer::getItemOfTensor(const Value &O) {
  // A tensor without dimensions has no elements: `loss.data[0]` was a number in the releases that it was written for.
  const ir::Inst *D = Solver.F.definition(I.Args[0].Value);
  const bool IsData = D && D->Kind == InstKind::GetField && knowledge::isDataAttribute(std::string_view(D->Name));
  if (IsData && O.Dim == Rank::Zero && I.Args.size() == 2 && operand(1).isInt())
    return Value::number();
  if (I.Args.size() != 2 || !operand(1).isString())
    return Solver.call(Id, S);
  const bool IsWritten = llvm::any_of(Solver.F.Insts, [&](const ir::Inst &Other) {
    return Other.Kind == InstKind::SetItem && Other.Args[0].Value == I.Args[0].Value;
  });
  return IsWritten ? Value::unknown() : Value::tensor(O.P, O.Dim.plus(-1));
}

/// What stands in what somebody gave under a name that is put together, or was: `state[f"w_{i}"]`.
std::optional<Value> Transfer::byPattern(const Value &O, const Value &Index) {
  if (Index.isString()) {
    const std::optional<Value> Put = LooseStores(Solver, S).underPattern(O, Index.Const.Text);
    const PathId Own = Put ? Solver.Prog.Paths.element(O.Path, Index.Const.Text) : PathId();
    if (!Own)
      return std::nullopt;
    // That name may be none of those.
    const Literal IsOne = Solver.Prog.Conditions.opaque(Solver.F, I.Result);
    Cube Yes, No;
    if (!Yes.add(IsOne) || !No.add(~IsOne))
      return std::nullopt;
    const Value There = symbolicValue(Solver, Own, {.Kind = ir::TypeKind::Tensor}, StepKind::Member, I.Range);
    if (!Put->isTensor())
      return Put->mapped([](const Placement &P) { return P.imprecise(); });
    Value Either = Put->guardedBy(Yes);
    Either.joinIn(There.guardedBy(No));
    return Either;
  }
  const std::string Pattern = I.Args.size() == 2 ? namePattern(Solver.F, I.Args[1].Value) : "";
  if (!Pattern.empty())
    if (std::optional<Value> Kept = Options::at(Solver, S.Mem, O, Solver.Prog.Paths.element(O.Path, Pattern)))
      return Kept;
  // A name that nobody knows may be one of those.
  return !Index.is(Value::Kind::Constant) && LooseStores(Solver, S).hasNamesWithHoles(O) ? std::optional(unknown())
                                                                                         : std::nullopt;
}

/// True if Indices are a name that is a tuple, `batch["color", 0]`, and no place in an array.
static bool areName(llvm::ArrayRef<Value> Indices) {
  return Indices.size() > 1 && llvm::any_of(Indices, [](const Value &V) { return V.isString(); });
}

Value Transfer::getItem() {
  Value O = operand(0);
  if (O.isTensor())
    return getItemOfTensor(O);
  const ir::Type T = Solver.staticType(I.Result);
  llvm::SmallVector<Value, 2> Indices;
  for (unsigned N = 1; N < I.Args.size(); ++N)
    Indices.push_back(operand(N));
  const bool IsName = areName(Indices);
  const Value Index = IsName ? Value::number() : Indices.empty() ? Value::unknown() : Indices[0];
  if (O.is(Value::Kind::Number))
    return O;
  if (O.is(Value::Kind::Object))
    return getItemOf(O, Index);
  if (O.is(Value::Kind::Unknown) && Index.isTensor()) // array[index]
    callOfLibrary(Solver, Id, S);
  if (O.is(Value::Kind::Tuple) && Index.isInt() && Index.Const.Int >= 0 &&
      static_cast<uint64_t>(Index.Const.Int) < O.Elements->size())
    return (*O.Elements)[Index.Const.Int];
  // Only arrays have an index that is None, or several.
  if ((Indices.size() > 1 && !IsName) || Index.isNone())
    Solver.Used.noteTensor(O);
  if (mayHaveMembers(O) && (Index.isString() || (Index.isInt() && Index.Const.Int >= 0)))
    if (std::optional<Value> Kept =
            Options::at(Solver, S.Mem, O,
                        Solver.Prog.Paths.element(O.Path, Index.isInt() ? std::to_string(Index.Const.Int)
                                                                        : Index.Const.Text.str()));
        Kept && T.isUnknown())
      return *Kept;
  if (std::optional<Value> Named = O.is(Value::Kind::Symbolic) && T.isUnknown() ? byPattern(O, Index) : std::nullopt)
    return *Named;
  if (LooseStores::isMuddled(Solver, S.Mem, O))
    return unknown();
  if (std::optional<Value> Put = O.is(Value::Kind::Symbolic) && (Indices.size() == 1 || IsName)
                                     ? Containers(Solver, S).replacedElement(O, I.Args[1].Value)
                                     : std::nullopt)
    return *Put;
  if (O.is(Value::Kind::Symbolic)) {
    if (!O.IsCopied && PartMoves::hasMoved(Solver, S, O))
      return unknownOf(Solver, Id, T);
    UntypedOperation(Solver, Id, S).index();
    std::string Key = Index.isString() ? Index.Const.Text.str() : "";
    if (Index.isInt() && Index.Const.Int >= 0)
      Key = std::to_string(Index.Const.Int);
    return partOf(O, symbolicValue(Solver, Solver.Prog.Paths.element(O.Path, Key), T, StepKind::Member, I.Range));
  }
  return unknown();
}

Value Transfer::getItemOf(const Value &O, const Value &Index) {
  // What is kept for a device is rather there: `cache[x.device]`.
  if (Index.is(Value::Kind::Device))
    return unknown();
  std::optional<int64_t> Position;
  if (Index.isInt())
    Position = Index.Const.Int;
  if (Index.isString())
    if (std::optional<Value> Entry = Containers(Solver, S).entryOf(O.Obj, Index.Const.Text))
      return *Entry;
  // A slice holds what the whole holds.
  if (Index.is(Value::Kind::Unknown) && takesSlice(Solver.F, I))
    return Containers(Solver, S).sliceOf(Id, O);
  if (std::optional<Value> Given = callProtocol(Solver, Id, O, "__getitem__", S))
    return *Given;
  if (std::optional<Value> Put = Containers(Solver, S).replacedElement(O, I.Args.back().Value))
    return *Put;
  if (std::optional<Value> Part = PartMoves(Solver, S).entry(O, Index))
    return *Part;
  const Value Found = Solver.fields(S).element(O.Obj, Position, Solver.staticType(I.Result));
  // In its rounds, a loop takes each: `for i in range(n): rows[i]`.
  return Index.is(Value::Kind::Number) ? Found : anyOf(Solver, S, Id, Found);
}

void Transfer::setItem() {
  Value O = operand(0);
  if (O.isTensor()) {
    Solver.call(Id, S);
    return;
  }
  Value V = putInWhere(S.Path, Solver.operand(I.Args.back(), S));
  if ((O.is(Value::Kind::Unknown) || O.is(Value::Kind::Symbolic)) && V.isTensor()) // array[i] = x
    callOfLibrary(Solver, Id, S);
  Value Index = I.Args.size() > 2 ? operand(1) : Value::unknown();
  // `self.__dict__["net"] = net`: a member that is no part.
  const ir::Inst *Table = Solver.F.definition(I.Args[0].Value);
  if (Table && Table->Kind == InstKind::GetField && Table->Name == "__dict__" && Index.isString() && Solver.isModule(V))
    if (const Value Of = Solver.operand(Table->Args[0], S); Solver.isModule(Of))
      return Solver.fields(S).write(Of.Obj, Index.Const.Text, V);
  const bool IsEach = O.is(Value::Kind::Symbolic) && !O.IsComputed && I.Args.size() > 2 &&
                      Containers(Solver, S).replaceEach(O, I.Args[1].Value, V);
  const std::string Pattern = I.Args.size() > 2 ? namePattern(Solver.F, I.Args[1].Value) : "";
  if (mayHaveMembers(O) && !IsEach && !Pattern.empty())
    LooseStores(Solver, S).toGivenNames(O, Pattern, V);
  else if (mayHaveMembers(O) && !IsEach)
    LooseStores(Solver, S).toGiven(O, Index, V);
  if (O.is(Value::Kind::Unknown))
    LooseStores(Solver, S).intoTaken(I.Args[0], V);
  PartMoves(Solver, S).keepForMover(I.Args[0].Value, O, V);
  if (PartMoves(Solver, S).setEntry(I.Args[0], Index, V) || !O.is(Value::Kind::Object))
    return;
  setItemOf(O, Index, V);
}

void Transfer::setItemOf(const Value &O, const Value &Index, Value V) {
  // What a method keeps for a device, others do not find for another one.
  if (Index.is(Value::Kind::Device) && Solver.object(O.Obj).K == Object::Kind::Symbolic)
    V = Value::unknown();
  // What moves in place is where it was: m[i] = m[i].to(d).
  if (Solver.isModule(V) && !Index.is(Value::Kind::Constant) && llvm::any_of(S.Mem.of(O.Obj), [&](const auto &Held) {
        return Held.second.is(Value::Kind::Object) && Held.second.Obj == V.Obj;
      }))
    return;
  // A part of a library's model that has elements is a container.
  llvm::StringRef Class = Solver.object(O.Obj).Class;
  if (Solver.isModuleObject(O.Obj) &&
      (Solver.Prog.Types.isContainer(Class) || Class == llvm::StringRef(knowledge::ModuleClass)) &&
      (Solver.isModule(V) || V.is(Value::Kind::Choice)))
    Solver.residence(S).registerState(O.Obj, V);
  if (I.Args.size() > 2 && Containers(Solver, S).replaceEach(O, I.Args[1].Value, V))
    return;
  setElement(O, Index, V);
}

void Transfer::setElement(const Value &O, const Value &Index, const Value &V) {
  const llvm::StringRef Class = Solver.object(O.Obj).Class;
  if (Index.isString())
    Solver.fields(S).write(O.Obj, Index.Const.Text, V);
  if (Index.isInt() && Positions(Solver, S, O.Obj).write(Index.Const.Int, V)) {
    if (Solver.isModule(V) && Solver.isModuleObject(O.Obj))
      PartMoves(Solver, S).settle(O.Obj);
    return;
  }
  // t[1:] = others
  const ir::Inst *Slice = I.Args.size() > 2 ? Solver.F.definition(I.Args[1].Value) : nullptr;
  if (Slice && Slice->isSlice() && Class == "list")
    return Containers(Solver, S).replaceSlice(O.Obj, V, I);
  if (!Index.isString() && !Index.isInt() && (Class == "list" || Class == "dict"))
    return LooseStores(Solver, S).anywhere(O.Obj, V);
  Solver.fields(S).write(O.Obj, ElementField, V);
  // One element gave way, and the others are where they were.
  if (Value &Any = S.Mem.at({O.Obj, ElementField}); Index.isInt() && Class == "list" && !(Any == V))
    Any = Any.mapped([](const Placement &P) { return P.imprecise(); });
}

} // namespace devtidy::dataflow
