//===- ChoiceCalls.cpp - Calls of one of several ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Instantiation.h"
#include "dataflow/engine/ClassTables.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/SeveralObjects.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/Joins.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/Positions.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// S is what one of Ways leaves, nobody knows which: where they differ, nothing is certain.
static void loosen(State &S, llvm::ArrayRef<std::pair<State, Cube>> Ways) {
  std::vector<Memory::Key> Differing;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &) {
    const Value *First = Ways[0].first.Mem.find(Key);
    if (!First || !llvm::all_of(Ways, [&](const auto &Way) {
          const Value *Left = Way.first.Mem.find(Key);
          return Left && *Left == *First;
        }))
      Differing.push_back(Key);
  });
  for (const Memory::Key &Key : Differing)
    S.Mem.set(Key, S.Mem.find(Key)->mapped([](const Placement &P) { return P.imprecise(); }));
}

/// A call of V, one of several, in whose place Actuals begins.
static Value callPart(FunctionSolver &In, ir::InstId Id, const Value &V, std::vector<Value> Actuals, State &S,
                      Event &E) {
  if (V.is(Value::Kind::Function)) {
    std::vector<Value> All = V.Elements ? *V.Elements : std::vector<Value>();
    All.insert(All.end(), Actuals.begin() + 1, Actuals.end());
    return In.instantiate(Id, In.Prog.Links.closure(*V.Func), All, S, E);
  }
  Actuals[0] = E.Operands[0].V = V;
  ReceiverFacts Facts;
  Facts.V = &V;
  Facts.Class = In.object(V.Obj).Class;
  const Resolution R = resolve(In.Prog, In.inst(Id), Facts, false);
  if (R.Callee)
    return In.instantiate(Id, *R.Callee, Actuals, S, E);
  return R.IsForward ? In.forward(Id, S, E) : Value::unknown();
}

/// A call of a method of Actuals[0], which is of Class this once. Its parts are of any of its classes, for who asks
/// later.
static Value callOfClass(FunctionSolver &In, ir::InstId Id, llvm::StringRef Class, llvm::StringRef Name,
                         llvm::ArrayRef<Value> Actuals, State &S, Event &E) {
  const ObjectId O = Actuals[0].Obj;
  const std::optional<Program::Entry> Method = In.Prog.Types.findMethod(Class, Name);
  const llvm::StringRef Any = std::exchange(In.Objects[O].Class, Class);
  const unsigned Before = In.Objects.all().size();
  const Value Given = Method ? In.instantiate(Id, *Method, Actuals, S, E) : Value::unknown();
  In.Objects[O].Class = Any;
  for (unsigned N = Before; N < In.Objects.all().size(); ++N)
    if (Object &Part = In.Objects[ObjectId(N)];
        Part.K == Object::Kind::Symbolic && In.Prog.Paths.isWithin(Part.Path, In.Objects[O].Path)) {
      if (In.Prog.Types.isModuleClass(Part.Class))
        Part.Class = knowledge::ModuleClass;
      else if (In.Prog.Types.findClass(Part.Class))
        Part.Class = {};
    }
  return Given;
}

/// What R has written since there were so many demands and events is of the part of that number of so many.
static void mark(BlockRecord &R, size_t Demands, size_t Events, unsigned Part, size_t Parts) {
  for (PlacedDemand &P : llvm::MutableArrayRef(R.Demands).drop_front(Demands)) {
    const bool IsOther = P.D.OfSeveral != 0;
    P.D.OfSeveral = IsOther ? Demand::AnyOfSeveral : static_cast<uint8_t>(Parts);
    P.D.Which = static_cast<uint8_t>(Part);
  }
  for (Event &E : llvm::MutableArrayRef(R.Events).drop_front(Events))
    E.OfSeveral = true;
}

/// Given, which one of several calls gives; where that is, and what S has other than Before, is so of one of them.
static Value markLeft(Program &Prog, const Memory &Before, State &S, const Value &Given) {
  const auto Marked = [&](const Value &V) {
    return V.mapped(
        [&](const Placement &P) { return P.withOrigin([&](const Step *Of) { return Prog.Steps.ofSeveral(Of); }); });
  };
  std::vector<Memory::Key> Changed;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    if (const Value *Was = Before.find(Key); !Was || !(*Was == V))
      Changed.push_back(Key);
  });
  for (const Memory::Key &Key : Changed)
    S.Mem.set(Key, Marked(*S.Mem.find(Key)));
  return Marked(Given);
}

/// The list that one of several modules gives, each in the state and under the guard of its way, if all have as many
/// elements: at each position is what one of them has there.
static std::optional<Value> listOf(FunctionSolver &In, ir::InstId Id, llvm::ArrayRef<std::pair<Value, Cube>> Results,
                                   llvm::ArrayRef<std::pair<State, Cube>> Ways, State &S) {
  std::vector<Value> Joined;
  for (const auto &[Result, Way] : llvm::zip(Results, Ways)) {
    const auto &[V, Guard] = Result;
    if (!V.is(Value::Kind::Object) || In.object(V.Obj).Class != "list" || In.object(V.Obj).K != Object::Kind::Allocated)
      return std::nullopt;
    unsigned N = 0;
    while (const Value *Held = Way.first.Mem.find({V.Obj, indexField(N)})) {
      Joined.resize(std::max<size_t>(Joined.size(), N + 1));
      Joined[N++].joinIn(Held->guardedBy(Guard));
    }
    const auto Fields = Way.first.Mem.of(V.Obj);
    if (N == 0 || N != Joined.size() || std::distance(Fields.begin(), Fields.end()) != N)
      return std::nullopt;
  }
  constexpr unsigned Inner = (1U << 19) - 1;
  const ObjectId O = In.Objects.allocated(Id, Inner, "list");
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  for (unsigned N = 0; N < Joined.size(); ++N)
    S.Mem.set({O, indexField(N)}, std::move(Joined[N]));
  return Value::object(O);
}

/// One of the objects that several calls give: `MODELS[name](x)`.
static Value objectsOf(const FunctionFrame &In, llvm::ArrayRef<std::pair<Value, Cube>> Results) {
  if (std::optional<Value> Module = In.choices().choiceOf(Results))
    return *Module;
  return arePlainObjects(In, Results) ? oneOfSeveral(Results, /*OfSummary=*/true) : Value::unknown();
}

/// `if flag: def f(): ...`, `else: def f(): ...`: which of them f() calls hangs on the flag. So it does with modules:
/// `net = Small() if flag else Large()`, and whatever else is one of several.
Value FunctionSolver::callOneOf(ir::InstId Id, const Value &Several, State &S,
                                llvm::function_ref<Value(unsigned, State &)> Call, bool IsBelieved) {
  const Memory Before = IsBelieved ? S.Mem : Memory();
  std::vector<std::pair<State, Cube>> Ways;
  std::vector<std::pair<Value, Cube>> Results;
  Value Joined;
  std::optional<Value> First;
  bool AreAlike = true;
  std::vector<Cube> Guards = *Several.Guards;
  const bool IsLost = llvm::any_of(Guards, [](const Cube &Guard) { return Guard.isAlways(); });
  // Which it is when, nobody can say: what happens to one of them happens to none for sure.
  if (IsLost && IsBelieved)
    return unknownCall(Id, S);
  // Somebody else has chosen: it is one of the two, whenever it is called.
  if (Guards.size() == 2 && Guards[0].isAlways() && Guards[1].isAlways()) {
    const Literal First = Prog.Conditions.opaque(F, inst(Id).Args[0].Value);
    if (!Guards[0].add(First) || !Guards[1].add(~First))
      return unknownCall(Id, S);
  }
  for (unsigned N = 0; N < Several.Elements->size(); ++N) {
    State Way = S;
    const std::optional<Cube> Path = S.Path.meet(Guards[N]);
    if (!Path || !Prog.Conditions.allows(*Path))
      continue;
    Way.Path = *Path;
    Alternative = N;
    const size_t Demands = Record.now().Demands.size(), Events = Record.now().Events.size();
    const Value Given = Call(N, Way);
    if (IsBelieved)
      mark(Record.now(), Demands, Events, N, Several.Elements->size());
    if (!Way.Reachable)
      continue;
    AreAlike &= !First || *First == Given || (First->isTensor() && Given.isTensor() && First->P == Given.P);
    First = Given;
    Joined.joinIn(Given.guardedBy(Guards[N]));
    Results.emplace_back(Given, Guards[N]);
    Ways.emplace_back(std::move(Way), Guards[N]);
  }
  Alternative = 0;
  S.Reachable = !Ways.empty();
  std::vector<Joins::Way> Incoming;
  for (const auto &[Way, Guard] : Ways)
    Incoming.emplace_back(&Way, Guard);
  if (S.Reachable)
    S.Mem = Joins(*this).memory(Incoming, Record.here());
  if (Joined.is(Value::Kind::Unknown) && !IsLost)
    Joined = (Several.is(Value::Kind::Choice) ? listOf(*this, Id, Results, Ways, S) : std::nullopt)
                 .value_or(objectsOf(*this, Results));
  if (IsBelieved)
    Joined = markLeft(Prog, Before, S, Joined);
  if (!IsLost || !S.Reachable)
    return Joined;
  loosen(S, Ways);
  return AreAlike ? Joined : Joined.mapped([](const Placement &P) { return P.imprecise(); });
}

/// The parts that a container has, in order; nothing if they are not known.
static std::vector<Value> partsInOrder(FunctionSolver &In, ObjectId O, State &S) {
  std::vector<Value> Parts;
  const Object Of = In.object(O);
  if (Of.K == Object::Kind::Allocated && !S.Mem.has({O, ElementField}))
    while (const Value *Held = S.Mem.find({O, indexField(static_cast<int64_t>(Parts.size()))}))
      Parts.push_back(*Held);
  else if (Of.K == Object::Kind::Symbolic && !Of.Parts.empty())
    for (unsigned N = 0; N < Of.Parts.size(); ++N)
      Parts.push_back(In.fields(S).element(O, N, Of.Parts[N], /*IsPart=*/true));
  else if (Of.K == Object::Kind::Symbolic && Of.Element.Kind == ir::TypeKind::Object)
    Parts.push_back(In.fields(S).element(O, std::nullopt, Of.Element));
  if (!llvm::all_of(Parts, [&](const Value &V) { return In.isModule(V) && !V.Partial; }))
    Parts.clear();
  return Parts;
}

/// True if the function that calls the sequence may have changed a part of it from outside, `for b in blocks: b.t = t`,
/// or a function that was given the sequence: it holds what was put in.
static bool isChangedHere(const FunctionFrame &In, ObjectId Sequence, const Value &Part) {
  const llvm::StringRef Class = In.object(Part.Obj).Class;
  const SolvedClass *Of = In.Prog.Types.findClass(Class) ? &In.Prog.solvedClass(Class) : nullptr;
  const llvm::ArrayRef<ir::ValueId> Params = In.F.block(ir::BlockId(0)).Params;
  return Of && llvm::any_of(In.F.Insts, [&](const ir::Inst &I) {
           const auto IsSequence = [&](const ir::Arg &A) {
             const Value &V = In.Values[A.Value.index()];
             return V.is(Value::Kind::Object) && V.Obj == Sequence;
           };
           if (I.Kind == ir::InstKind::Call)
             return In.Prog.Types.findFunction(I.Name) && llvm::any_of(I.Args, IsSequence);
           const bool OfOther = I.Kind == ir::InstKind::SetField && (Params.empty() || I.Args[0].Value != Params[0]);
           return OfOther && (I.Name == "forward" || Of->Fields.contains(I.Name));
         });
}

std::optional<Value> FunctionSolver::callInTurn(ir::InstId Id, ObjectId O, Value Input, State &S, const Event &E,
                                                unsigned Depth) {
  constexpr unsigned MaxDepth = 2, MaxParts = 8;
  if (Depth == MaxDepth || std::string_view(object(O).Class) != knowledge::SequenceClass)
    return std::nullopt;
  const std::vector<Value> Parts = partsInOrder(*this, O, S);
  if (Parts.size() > MaxParts || llvm::any_of(Parts, [&](const Value &V) { return isChangedHere(*this, O, V); }))
    return std::nullopt;
  const unsigned Before = std::exchange(Alternative, Alternative * (MaxParts + 1));
  bool OfProgram = false;
  for (const Value &V : Parts) {
    ++Alternative;
    Event Own = E;
    const std::optional<Program::Entry> Forward = Prog.Types.findMethod(object(V.Obj).Class, "forward");
    const Placement There = residence(S).place(V.Obj);
    if (Forward && Forward->F->Decorators.empty() && Forward->F->Params.size() >= 2 &&
        !S.Mem.has({V.Obj, HookedField})) {
      OfProgram = true;
      Input = instantiate(Id, *Forward, {V, Input}, S, Own);
    } else if (std::optional<Value> Given = callInTurn(Id, V.Obj, Input, S, E, Depth + 1)) {
      OfProgram = true;
      Input = *Given;
    } else if (!There.isBottom()) {
      Input = Value::tensor(There, Rank::AtLeastOne);
    }
    if (!S.Reachable)
      break;
  }
  Alternative = Before;
  return OfProgram ? std::optional(Input) : std::nullopt;
}

Value FunctionSolver::callEach(ir::InstId Id, std::vector<Value> Actuals, State &S, Event &E, bool IsBelieved) {
  const Value &Each = Actuals[0];
  const auto IsOfSeveral = [&](const Value &V) { return V.is(Value::Kind::Object) && object(V.Obj).OfSeveral; };
  if (!Choices::isEach(Each))
    return callOneOf(
        Id, Each, S, [&](unsigned N, State &Way) { return callPart(*this, Id, (*Each.Elements)[N], Actuals, Way, E); },
        IsBelieved || llvm::any_of(*Each.Elements, IsOfSeveral));
  Value Joined;
  for (const Value &V : *Each.Elements) {
    Joined.joinIn(callPart(*this, Id, V, Actuals, S, E));
    ++Alternative;
  }
  Alternative = 0;
  return Joined;
}

/// The classes that define the method of the object O, whose own class leaves that to those that derive from it; none
/// if it does not, or they are one or many.
static llvm::SmallVector<llvm::StringRef, 4> implementingClasses(const FunctionFrame &In, ObjectId O,
                                                                 llvm::StringRef Method) {
  constexpr size_t MaxClasses = Cube::MaxTerm + 1; // the guard of the last one says of each other that it is not that
  llvm::SmallVector<llvm::StringRef, 4> Classes;
  const Object &Of = In.object(O);
  const std::optional<Program::Entry> Own = Of.K == Object::Kind::Symbolic && !In.M.declaresTypes()
                                                ? In.Prog.Types.findMethod(Of.Class, Method)
                                                : std::nullopt;
  if (!Own || !isAbstract(*Own->F))
    return Classes;
  for (const Overrides::Method &M : In.Prog.Links.overrides().methods(In.Prog.Types.canonical(Of.Class), Method))
    if (!isAbstract(*M.F) && !llvm::is_contained(Classes, M.F->Class))
      Classes.push_back(M.F->Class);
  if (Classes.size() < 2 || Classes.size() > MaxClasses)
    Classes.clear();
  return Classes;
}

/// True if the function asks of what kind V is, wherever it reads it: one way knows then which of several it is.
static bool isAskedAnywhere(const FunctionFrame &In, const Value &V) {
  return llvm::any_of(In.F.Insts, [&](const ir::Inst &I) {
    const std::string_view Name(I.Name);
    const bool Asks =
        I.Kind == ir::InstKind::Call && !I.Args.empty() &&
        (knowledge::asksForKind(Name) || knowledge::tellsValue(Name) || knowledge::takesMembersByName(Name));
    if (!Asks)
      return false;
    const Value &Of = In.Values[I.Args[0].Value.index()];
    return V.is(Value::Kind::Object) ? Of.is(Value::Kind::Object) && Of.Obj == V.Obj : Of.Path == V.Path;
  });
}

/// V, or the object that it stands for where it is a member, or a variable of a module, that holds one of several.
static Value asObject(FunctionFrame &In, const Value &V) {
  const Path *Of = V.is(Value::Kind::Symbolic) && !V.IsComputed ? &In.Prog.Paths[V.Path] : nullptr;
  if (Of && Of->Kind == Path::Root::Child && !classesAt(In, V.Path).empty())
    return Value::object(In.Objects.symbolic(V.Path, ""));
  if (!Of || Of->Kind != Path::Root::Global || classesOfGlobal(In.Prog, Of->Name).empty())
    return V;
  const PathId Held = In.Prog.Paths.child(V.Path, CellField);
  return Held ? Value::object(In.Objects.symbolic(Held, "")) : V;
}

/// The classes of one of which the object O is, as those say that make it, or its own leaves the method to others.
static llvm::SmallVector<llvm::StringRef, 4> classesOf(const FunctionFrame &In, ObjectId O, llvm::StringRef Method) {
  llvm::SmallVector<llvm::StringRef, 4> Classes = classesOfMember(In, O);
  const Object &Of = In.object(O);
  const Path *Held = Of.K == Object::Kind::Symbolic && Of.Class.empty() ? &In.Prog.Paths[Of.Path] : nullptr;
  if (Held && Held->Kind == Path::Root::Child && Held->Name == CellField &&
      In.Prog.Paths[Held->Parent].Kind == Path::Root::Global)
    Classes = classesOfGlobal(In.Prog, In.Prog.Paths[Held->Parent].Name);
  return Classes.empty() ? implementingClasses(In, O, Method) : Classes;
}

std::optional<Value> callOfClasses(FunctionSolver &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S,
                                   Event &E) {
  const ir::Inst &I = In.inst(Id);
  const bool IsForward = I.Kind == ir::InstKind::Apply;
  if (I.Kind != ir::InstKind::Invoke && !IsForward)
    return std::nullopt;
  std::vector<Value> Given(Actuals.begin(), Actuals.end());
  Given[0] = asObject(In, Given[0]);
  const ObjectId O = Given[0].Obj;
  if (!Given[0].is(Value::Kind::Object) || (IsForward && !In.isModuleObject(O)))
    return std::nullopt;
  const llvm::StringRef Name = IsForward ? llvm::StringRef("forward") : llvm::StringRef(I.Name);
  if (S.Mem.has({O, Name}))
    return std::nullopt;
  const llvm::SmallVector<llvm::StringRef, 4> Classes = IsForward ? classesOfMember(In, O) : classesOf(In, O, Name);
  const auto Has = [&](llvm::StringRef Class) { return runsOwnMethod(In.Prog, Class, Name); };
  if (Classes.empty() || !llvm::all_of(Classes, Has))
    return std::nullopt;
  // Of members isinstance has an answer.
  if (classesOfMember(In, O).empty() && isAskedAnywhere(In, Actuals[0]))
    return std::nullopt;
  std::vector<Cube> Guards = whenOfClass(In, In.object(O).Path, Classes);
  if (Guards.empty())
    return std::nullopt;
  Value Several;
  Several.K = Value::Kind::Choice;
  Several.Elements = std::make_shared<const std::vector<Value>>(Classes.size(), Given[0]);
  Several.Guards = std::make_shared<const std::vector<Cube>>(std::move(Guards));
  E.Operands[0].V = Given[0];
  return In.callOneOf(
      Id, Several, S, [&](unsigned N, State &Way) { return callOfClass(In, Id, Classes[N], Name, Given, Way, E); },
      /*IsBelieved=*/true);
}

std::optional<Value> callNamed(FunctionSolver &In, ir::InstId Id, const Value &Called, State &S) {
  const ir::Inst &I = In.inst(Id);
  const bool OfClass = I.Kind == ir::InstKind::Invoke;
  if ((I.Kind != ir::InstKind::Apply && !OfClass) || In.Meant.isOther() || In.M.declaresTypes())
    return std::nullopt;
  // `kind.make(x)` of one of several classes calls a method of each of them.
  const auto NameOf = [&](const Value &V) {
    return OfClass ? methodOfClass(In.Prog, V, I.Name) : nameOfCallable(In.Prog, V);
  };
  const std::optional<Value> Table = classesOfTable(In, Id);
  // The text says which it is.
  if (const llvm::StringRef Only = Table && !Table->isOneOfSeveral() ? NameOf(*Table) : ""; !Only.empty()) {
    // `env.__dict__.update(moved)`: whose members those are, the text of a table does not say.
    if (!OfClass && isAskedForKind(In, I.Result))
      return std::nullopt;
    const MeantCall::Scope As(In.Meant, In.Prog.Calls.named(I, Only), Id);
    return In.call(Id, S);
  }
  const std::optional<Value> Several = Table || !Called.isOneOfSeveral() ? Table : std::optional(Called);
  if (!Several || isAskedForKind(In, I.Result))
    return std::nullopt;
  constexpr unsigned MaxCalled = 4;
  std::vector<llvm::StringRef> Names;
  for (const Value &Part : *Several->Elements)
    Names.push_back(NameOf(Part));
  const auto IsFollowed = [&](llvm::StringRef Name) {
    if (In.Prog.Types.findClass(Name))
      return makesItsObjects(In.Prog, Name);
    if (Name.empty() || In.Prog.Types.findFunction(Name))
      return !Name.empty();
    const std::string_view Canonical(In.Prog.Types.canonical(Name));
    return knowledge::findFunction(Canonical) || !knowledge::operatorForFunction(Canonical).empty();
  };
  if (Names.size() < 2 || Names.size() > MaxCalled || !llvm::all_of(Names, IsFollowed))
    return std::nullopt;
  const unsigned Before = In.Objects.all().size();
  Value Given = In.callOneOf(
      Id, *Several, S,
      [&](unsigned N, State &Way) {
        const MeantCall::Scope As(In.Meant, In.Prog.Calls.named(I, Names[N]), Id);
        return In.call(Id, Way);
      },
      /*IsBelieved=*/true);
  for (unsigned N = Before; N < In.Objects.all().size(); ++N)
    In.Objects[ObjectId(N)].OfSeveral |= In.Objects[ObjectId(N)].K == Object::Kind::Allocated;
  return Given;
}

} // namespace devtidy::dataflow
