//===- ImplicitCreation.cpp - device-implicit-creation ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a factory without a device whose value meets one that may be elsewhere: it works because nobody has put that
// there yet. Where the meeting is sure to fail, device-mixed-operands speaks instead. At level 3, also one whose value
// is used, meets nothing, and is moved then: it works and is slow. Option Strict: every factory without a device.
//
//===----------------------------------------------------------------------===//

#include "checks/support/DemandRepairs.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/HostCallers.h"
#include "checks/support/Sink.h"
#include "checks/support/Spelling.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Placement;
using dataflow::StepKind;
using dataflow::Value;
using ir::InstKind;

/// torch.LongTensor(x) is on the CPU, whatever the default device is.
static bool isLegacyConstructor(const SolvedFunction &S, const ir::Inst &I) {
  llvm::StringRef Name = S.Owner->Types.canonical(I.Name);
  return I.Kind == InstKind::Call && knowledge::isTensorClass({Name.data(), Name.size()});
}

/// The factory of S that put T on the default device, or on the CPU because it knows no other.
static const ir::Inst *factoryOf(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  if (!O || O->F != S.F || !O->I)
    return nullptr;
  const bool IsOne =
      O->Kind == StepKind::Defaulted || (O->Kind == StepKind::CreatedOnHost && isLegacyConstructor(S, *O->I));
  return IsOne ? O->I : nullptr;
}

/// The instruction of S that made the module which T is the state of, and that nothing has moved: `net = nn.Linear(2,
/// 2)`.
static const ir::Inst *moduleOf(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  const bool IsMade = O && O->Kind == StepKind::Constructed && O->F == S.F && O->I;
  return IsMade && T.T.kind() == dataflow::Term::Kind::Default ? O->I : nullptr;
}

/// The step that made it in a constructor of the function's own class, without a device: a member that nothing moves.
static const Step *makingOfMember(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  bool IsMade = O && O->Kind == StepKind::Defaulted && O->I && O->F && O->F != S.F;
  return IsMade && O->F->Kind == ir::FunctionKind::Constructor && O->F->Class == S.F->Class ? O : nullptr;
}

/// True if something was computed with the factory's result before it was moved. Otherwise the move is only slow, which
/// device-create-then-move says.
static bool worksBetween(const SolvedFunction &S, const ir::Inst &Factory, const Event &Move) {
  ir::SourceRange Made = Factory.Range, Moved = Move.I->Range;
  bool SameExpression = Made.isInFileOf(Moved) && Moved.Begin <= Made.Begin && Made.End <= Moved.End;
  if (SameExpression)
    return false;
  for (const Event &E : S.Events) {
    if (&E == &Move)
      return false;
    if (E.Kind == InstKind::Aten)
      for (const dataflow::Operand &O : E.Operands)
        if (const GuardedTerm *T = O.V.isTensor() ? O.V.P.single() : nullptr; T && factoryOf(S, *T) == &Factory)
          return true;
  }
  return false;
}

static std::string nameOf(const ir::Function &F, const ir::Inst &Factory) {
  llvm::StringRef Name = Factory.Result ? F.value(Factory.Result).Variable : llvm::StringRef();
  const auto [Scope, Last] = Factory.Name.rsplit(Factory.Name.contains("::") ? "::" : ".");
  const llvm::StringRef Callee = Last.empty() ? Scope : Last; // x.new_zeros(3) has no scope
  return Name.empty() ? "the result of " + report::wording::quoted(Callee) : report::wording::quoted(Name);
}

/// Where the operands meet, which may be in what the function calls.
static void noteMeeting(Draft &D, const Sink &Out, const dataflow::PlacedDemand &P) {
  D.note(Out.place(P.D.I->Range), report::wording::operandsMeet(report::wording::quoted(P.D.Name)));
}

static void reportMember(const SolvedFunction &S, Sink &Out, const Step &Made, const dataflow::PlacedDemand &P) {
  Draft D = Out.draft(Made.F, Made.I->Range);
  D.slot("value", nameOf(*Made.F, *Made.I)).slot("place", "the default one");
  noteMeeting(D, Out, P);
  Out.add(std::move(D));
}

static void reportModule(const SolvedFunction &S, Sink &Out, const ir::Inst &Made, const dataflow::PlacedDemand &P,
                         const WantedDevice &Wanted) {
  Draft D = Out.draft(S, Made);
  D.slot("value", nameOf(*S.F, Made)).slot("place", "the default one");
  noteMeeting(D, Out, P);
  // A constructor is given sizes: who moves its module does so when it is made.
  if (isOfLoading(S) || S.F->Kind == ir::FunctionKind::Constructor)
    D.atLeastLevel(3);
  if (Spelling(S).hasKeywords())
    addCreationRepairs(D, S, Out, {.Kind = StepKind::Constructed, .F = S.F, .I = &Made}, Wanted, nameOf(*S.F, Made));
  Out.add(std::move(D));
}

/// A finding about a factory. Later is where its tensor meets another one, as the note says; Wanted says where that is,
/// or Text does.
static Draft draftOf(const SolvedFunction &S, Sink &Out, const ir::Inst &Factory, const ir::Inst *Later,
                     std::string Note, const WantedDevice &Wanted, const std::string &Text = "") {
  Draft D = Out.draft(S, Factory);
  std::string What = nameOf(*S.F, Factory);
  D.slot("value", What).slot("place", isLegacyConstructor(S, Factory) ? "cpu" : "the default one");
  if (Later)
    D.note(Out.place(Later->Range), std::move(Note));
  if (Spelling(S).hasKeywords() && Text.empty() && Wanted.Term) {
    const Step Made{.Kind = StepKind::Defaulted, .F = S.F, .I = &Factory};
    addCreationRepairs(D, S, Out, Made, Wanted, What);
    return D;
  }
  // A legacy constructor takes no device but the CPU.
  std::string Device = isLegacyConstructor(S, Factory) ? "" : Text;
  if (Device.empty() && !isLegacyConstructor(S, Factory))
    Device = deviceExpression(S, Out, Factory, Wanted.Term);
  if (!Device.empty())
    if (std::optional<report::Edit> E = deviceArgument(S, Out, Factory, Device))
      D.fix("create " + What + " on " + report::wording::quotedDevice(Device), std::move(*E),
            !Text.empty() || Later == nullptr || !Wanted.Term || Wanted.Term->T.isSymbol());
  return D;
}

/// True if V is a size or a type of what somebody gave, or is made of one: `x.shape[0]`, `(x.size(0), 4)`, `x.dtype`.
static bool isTakenFromTensor(const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 16;
  llvm::SmallVector<ir::ValueId, 16> Work{V};
  for (unsigned N = 0; N < Work.size() && N < MaxSteps; ++N) {
    const ir::Inst *D = F.definition(Work[N]);
    if (!D)
      continue;
    const std::string_view Name(D->Name.data(), D->Name.size());
    const bool Asks = D->Kind == InstKind::GetField || D->Kind == InstKind::Invoke;
    if (Asks && (knowledge::isSizeAttribute(Name) || Name == "size" || Name == "numel" || Name == "dtype"))
      return true;
    // len(x) of a tensor
    if (D->Kind == InstKind::Call && Name == "len" && D->Args.size() == 1 &&
        F.value(D->Args[0].Value).StaticType.isTensor())
      return true;
    const bool IsPiece = D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack || D->Kind == InstKind::MakeList ||
                         D->Kind == InstKind::MakeTuple || D->Kind == InstKind::Op || D->Kind == InstKind::Call;
    if (IsPiece)
      for (const ir::Arg &A : D->Args)
        Work.push_back(A.Value);
  }
  return false;
}

/// True if what comes of Meeting is moved to a device: its operands are meant to be where they are until then.
static bool isMovedAfter(const SolvedFunction &S, const ir::Inst &Meeting) {
  constexpr unsigned MaxSteps = 8;
  return llvm::any_of(S.Events, [&](const Event &E) {
    if (E.Kind != InstKind::Move || !E.HasTarget || E.Operands.empty() || !E.Operands[0].A)
      return false;
    ir::ValueId V = E.Operands[0].A->Value;
    for (unsigned N = 0; N < MaxSteps && V; ++N) {
      if (V == Meeting.Result)
        return true;
      const ir::Inst *D = S.F->definition(V);
      if (!D || (D->Kind != InstKind::Invoke && D->Kind != InstKind::GetItem && D->Kind != InstKind::Op))
        return false;
      V = D->Args[0].Value;
    }
    return false;
  });
}

/// True if a tensor that Factory makes is rather for the host, beside one of which nobody knows where it is: its size
/// and its type are its own, or what comes of the two is moved then. Whoever declares types knows of tensors.
static bool isForHost(const SolvedFunction &S, const ir::Inst &Factory, const ir::Inst &Meeting) {
  if (S.M->declaresTypes())
    return false;
  return isOfLoading(S) || isMovedAfter(S, Meeting) ||
         llvm::none_of(Factory.Args, [&](const ir::Arg &A) { return isTakenFromTensor(*S.F, A.Value); });
}

namespace {
/// Says each factory once: what is said first stands.
class Told {
public:
  bool isNew(const ir::Inst *I) { return I && !llvm::is_contained(Done, I) && (Done.push_back(I), true); }

private:
  llvm::SmallVector<const ir::Inst *, 8> Done;
};
} // namespace

static void reportMeetings(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const dataflow::PlacedDemand &P : S.Demands)
    for (const dataflow::Verdict &V : P.In) {
      if (V.Result != dataflow::Outcome::Undecided || !V.SymbolAgainstCpu || evidenceOfPair(S, P.D, V).Strength >= 2)
        continue;
      const GuardedTerm &First = V.firstTerm(P.D), &Second = V.secondTerm(P.D);
      const GuardedTerm &Odd = First.T.isSymbol() ? Second : First;
      const GuardedTerm &Good = First.T.isSymbol() ? First : Second;
      const ir::Inst *Factory = factoryOf(S, Odd);
      // A batch is rather on the CPU.
      if (Good.isOfBatch())
        continue;
      // What has no type is rather a number.
      if (P.D.Sides[First.T.isSymbol() ? V.First : V.Second].Untyped)
        continue;
      // A result of an unknown call gives no device to compare with.
      if (S.Owner->Paths[S.Owner->Paths.root(Good.T.path())].Kind != dataflow::Path::Root::Param)
        continue;
      // What nobody knows to be a module may be made for numbers on the host.
      if (Factory && P.D.Sides[First.T.isSymbol() ? V.First : V.Second].IsModule && isLegacyConstructor(S, *Factory))
        continue;
      if (const Step *Made = makingOfMember(S, Odd); Made && Once.isNew(Made->I))
        reportMember(S, Out, *Made, P);
      const unsigned Other = First.T.isSymbol() ? V.First : V.Second;
      WantedDevice Wanted{.Term = &Good, .User = P.At};
      if (!P.Lifted) {
        Wanted.Of = writtenOperand(P, Other);
        Wanted.IsModule = P.D.Sides[Other].IsModule;
      }
      if (const ir::Inst *Module = moduleOf(S, Odd); Once.isNew(Module))
        reportModule(S, Out, *Module, P, Wanted);
      if (!Once.isNew(Factory))
        continue;
      Draft D =
          draftOf(S, Out, *Factory, P.D.I, report::wording::operandsMeet(report::wording::quoted(P.D.Name)), Wanted);
      if (isForHost(S, *Factory, *P.At) || S.F->Kind == ir::FunctionKind::Constructor)
        D.atLeastLevel(3);
      doubtIfOnHost(D, S, Good.T.path());
      Out.add(std::move(D));
    }
}

/// True for the call of what nobody knows, which may compute with what it is given: `thop.profile(model, inputs)`.
static bool isOfUnknown(const SolvedFunction &S, const Event &E) {
  const GuardedTerm *Only = E.Result.isTensor() && !E.Result.P.isUnknown() ? E.Result.P.single() : nullptr;
  const bool Follows = Only && dataflow::isFollowing(*Only) && Only->Origin->I == E.I;
  if (E.Known || E.Kind != E.I->Kind ||
      (!Follows && !E.Result.is(Value::Kind::Unknown) && !E.Result.is(Value::Kind::Symbolic)))
    return false;
  const llvm::StringRef Name = S.Owner->Types.canonical(E.I->Name);
  const llvm::StringRef Last = ir::lastName(Name);
  if (!knowledge::mayCompute({Last.data(), Last.size()}))
    return false;
  if (E.Kind == InstKind::Invoke)
    return !E.Operands.empty() && E.Operands[0].V.is(Value::Kind::Unknown);
  // A package of somebody else: what the program itself defines is read.
  return E.Kind == InstKind::Call && Name.contains('.') && !knowledge::keepsArguments({Name.data(), Name.size()}) &&
         !S.Owner->Types.isCallable(Name);
}

/// True if the value is where a module or a device variable is, or on an accelerator.
static bool isElsewhere(const SolvedFunction &S, const Value &V, const Placement &P) {
  const GuardedTerm *Only = P.isUnknown() ? nullptr : P.single();
  if (!Only)
    return false;
  if (!Only->T.isSymbol())
    return Only->T.device().isAccelerator();
  return V.is(Value::Kind::Object) || evidenceFor(S, Only->T.path()).Strength >= 2;
}

/// Where a module that somebody gave is; nowhere for other objects.
static Placement placeOfGiven(const SolvedFunction &S, const Value &V) {
  const dataflow::Object *O = V.is(Value::Kind::Object) ? &S.Sum->Objects[V.Obj.index()] : nullptr;
  const bool IsGiven = O && O->K == dataflow::Object::Kind::Symbolic && S.Owner->Types.isModuleClass(O->Class);
  return IsGiven ? Placement::of(dataflow::Term::symbol(O->Path)) : Placement::bottom();
}

/// True if V is what Factory made, or a view of it.
static bool isMadeBy(const SolvedFunction &S, ir::ValueId V, const ir::Inst &Factory) {
  constexpr unsigned MaxViews = 4;
  const ir::Inst *D = S.F->definition(V);
  for (unsigned Views = 0; D && D != &Factory && Views < MaxViews; ++Views) {
    if (D->Kind != InstKind::GetItem && D->Kind != InstKind::Invoke)
      return false;
    D = S.F->definition(D->Args[0].Value);
  }
  return D == &Factory;
}

/// The same of V, which may be a copy: `copy.deepcopy(model).eval()` is where the model is.
static Placement placeOfCopied(const SolvedFunction &S, ir::ValueId Of, const Value &V) {
  constexpr unsigned MaxSteps = 4;
  Value At = V;
  for (unsigned Steps = 0; Steps < MaxSteps && At.is(Value::Kind::Object); ++Steps) {
    if (const Placement P = placeOfGiven(S, At); !P.isBottom())
      return P;
    const ir::Inst *D = S.F->definition(Of);
    const Event *E = D && !D->Args.empty() ? S.eventAt(S.F->value(Of).Definition) : nullptr;
    if (!E || E->Operands.empty())
      break;
    const bool IsCopy = E->Known && E->Known->Kind == knowledge::Action::DeepCopy;
    const Value &From = E->Operands[0].V;
    const bool IsItself = D->Kind == InstKind::Invoke && From.is(Value::Kind::Object) && From.Obj == At.Obj;
    if (!IsCopy && !IsItself)
      break;
    Of = D->Args[0].Value;
    At = From;
  }
  return Placement::bottom();
}

namespace {
/// The factories of a function whose tensors are in a value: itself, a view of it, one of two that meet, or an element
/// of what is written out there, `[[first, second]]`.
class Handed {
public:
  explicit Handed(const SolvedFunction &S) : S(S) {}

  /// V is the value of Of, where that is known.
  void add(ir::ValueId Of, const Value *V) {
    if (!Of || !Seen.insert(Of.index()).second || Seen.size() > MaxValues)
      return;
    const ir::Inst *D = S.F->definition(Of);
    if (!D) {
      for (const ir::ValueId From : ir::incoming(*S.F, Of))
        add(From, nullptr);
      return;
    }
    if (D->Kind == InstKind::MakeTuple || D->Kind == InstKind::MakeList) {
      for (const ir::Arg &A : D->Args)
        if (A.Keyword.empty())
          add(A.Value, nullptr);
      return;
    }
    const Event *E = S.eventAt(S.F->value(Of).Definition);
    addTensor(Of, V ? *V : E ? E->Result : Value());
  }

  llvm::SmallVector<const ir::Inst *, 4> Factories;

private:
  static constexpr unsigned MaxValues = 32;

  void addTensor(ir::ValueId Of, const Value &V) {
    const GuardedTerm *Only = V.isTensor() && !V.P.isUnknown() ? V.P.single() : nullptr;
    const ir::Inst *Factory = Only && !V.Dim.isZero() ? factoryOf(S, *Only) : nullptr;
    if (Factory && isMadeBy(S, Of, *Factory))
      Factories.push_back(Factory);
  }

  const SolvedFunction &S;
  llvm::SmallSet<uint32_t, 16> Seen;
};
} // namespace

/// What nobody knows computes with a tensor that is elsewhere, and with one that was made for it without a device.
static void reportHanded(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const Event &E : S.Events) {
    if (!isOfUnknown(S, E))
      continue;
    const auto PlaceOf = [&](const dataflow::Operand &O) {
      return O.V.isTensor() ? O.V.P : placeOfCopied(S, O.A->Value, O.V);
    };
    const auto *const Other =
        llvm::find_if(E.Operands, [&](const dataflow::Operand &O) { return isElsewhere(S, O.V, PlaceOf(O)); });
    if (Other == E.Operands.end())
      continue;
    const Placement There = PlaceOf(*Other);
    const WantedDevice Wanted{
        .Term = There.single(), .Of = *Other->A, .IsModule = Other->V.is(Value::Kind::Object), .User = E.I};
    Handed Given(S);
    for (const dataflow::Operand &O : E.Operands)
      Given.add(O.A->Value, O.V.isTensor() ? &O.V : nullptr);
    // Who writes torch.LongTensor for what a library fills means the host: functions of C take memory of that.
    for (const ir::Inst *Factory : Given.Factories)
      if (!isLegacyConstructor(S, *Factory) && Once.isNew(Factory))
        Out.add(draftOf(S, Out, *Factory, E.I, report::wording::operandsMeet(report::wording::quoted(E.Name)), Wanted));
  }
}

/// The tensor whose type Factory takes: `torch.tensor(keys, dtype=index.dtype)`; null if it takes none.
static const ir::Inst *typeGiver(const SolvedFunction &S, const ir::Inst &Factory) {
  for (const ir::Arg &A : Factory.Args) {
    const ir::Inst *D = A.Keyword == "dtype" ? S.F->definition(A.Value) : nullptr;
    if (D && D->Kind == InstKind::GetField && D->Name == "dtype")
      return D;
  }
  return nullptr;
}

/// Where the tensor is whose type is asked for: `index.device` of `index.dtype`. "" if it cannot be said.
static std::string deviceBeside(const SolvedFunction &S, const Sink &Out, const ir::Inst &Type) {
  llvm::StringRef Text = Out.source(Type.Range);
  if (!Text.consume_back(".dtype") || Text.contains('('))
    return "";
  return Text.str() + Spelling(S).attribute("device");
}

/// A tensor that is made of the type of another one, wherever that is, and meets it.
static void reportTyped(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const Event &E : S.Events) {
    const bool Meets = E.Kind == InstKind::Aten || E.I->Kind == InstKind::Op || E.I->Kind == InstKind::SetItem;
    for (const dataflow::Operand &O : E.Operands) {
      const GuardedTerm *Only = Meets && O.A && O.V.isTensor() && !O.V.P.isUnknown() ? O.V.P.single() : nullptr;
      const ir::Inst *Factory = Only && O.V.Dim.isPositive() ? factoryOf(S, *Only) : nullptr;
      const ir::Inst *Type = Factory && isMadeBy(S, O.A->Value, *Factory) ? typeGiver(S, *Factory) : nullptr;
      if (Type && llvm::any_of(E.Operands, [&](const dataflow::Operand &Other) {
            return &Other != &O && Other.A && Other.A->Value == Type->Args[0].Value &&
                   Other.V.is(Value::Kind::Unknown) && !Other.V.Elements;
          }))
        if (Once.isNew(Factory))
          Out.add(draftOf(S, Out, *Factory, E.I, report::wording::operandsMeet(report::wording::quoted(E.Name)), {},
                          deviceBeside(S, Out, *Type)));
    }
  }
}

/// The same for what is stored in it: `index[i] = torch.tensor(keys, dtype=index.dtype)`.
static void reportStored(const SolvedFunction &S, Sink &Out, Told &Once) {
  const auto EventOf = [&](ir::ValueId V) {
    const ir::InstId At = S.F->value(V).Definition;
    return At ? S.eventAt(At) : nullptr;
  };
  // A number or a slice takes what is elsewhere.
  const auto IsList = [&](ir::ValueId V) {
    const Event *E = EventOf(V);
    const ir::Inst *D = S.F->definition(V);
    return (D && (D->Kind == InstKind::MakeList || (D->Kind == InstKind::Call && D->Name == "list"))) ||
           (E && (E->Result.isTensor() ||
                  (E->Result.is(Value::Kind::Object) && S.Sum->Objects[E->Result.Obj.index()].Class == "list")));
  };
  for (const ir::Inst &I : S.F->Insts) {
    const Event *Made = I.Kind == InstKind::SetItem ? EventOf(I.Args.back().Value) : nullptr;
    const ir::Inst *Type = Made && Made->Kind == InstKind::Create && !Made->HasTarget && Made->Result.Dim.isPositive()
                               ? typeGiver(S, *Made->I)
                               : nullptr;
    const Event *Into = Type && Type->Args[0].Value == I.Args[0].Value ? EventOf(I.Args[0].Value) : nullptr;
    if (Into && Into->Result.is(Value::Kind::Unknown) && IsList(I.Args[1].Value) && Once.isNew(Made->I))
      Out.add(draftOf(S, Out, *Made->I, &I, report::wording::operandsMeet(report::wording::quoted("[]")), {},
                      deviceBeside(S, Out, *Type)));
  }
}

static void reportMoves(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || E.OnModule || !E.HasTarget || E.Target.isUnknown())
      continue;
    const GuardedTerm *Before = E.Before.single();
    const GuardedTerm *Target = E.Target.single();
    bool ToCpu = Target && Target->T.isHost();
    if (!Before || Before->T.kind() != dataflow::Term::Kind::Default || ToCpu)
      continue;
    const ir::Inst *Factory = factoryOf(S, *Before);
    if (!Factory || !worksBetween(S, *Factory, E) || !Once.isNew(Factory))
      continue;
    std::string Device = Target ? Out.device(S, *Target) : "another device";
    Draft D = draftOf(S, Out, *Factory, E.I, report::wording::moved("it is", Device), {});
    // It is where it has to be when it meets something.
    D.atLeastLevel(3);
    Out.add(std::move(D));
  }
}

static void run(const SolvedFunction &S, Sink &Out) {
  Told Once;
  reportMeetings(S, Out, Once);
  reportHanded(S, Out, Once);
  reportTyped(S, Out, Once);
  reportStored(S, Out, Once);
  reportMoves(S, Out, Once);
  if (!Out.isSet(S, "Strict"))
    return;
  for (const Event &E : S.Events)
    if (E.Kind == InstKind::Create && E.Known && E.Known->Kind == knowledge::Action::Create && !E.HasTarget &&
        Once.isNew(E.I))
      Out.add(draftOf(S, Out, *E.I, nullptr, "", {}));
}

static const Option Options[] = {{"Strict", "false", "report every factory call without a device"}};

static const Check ImplicitCreation = {
    .Name = "device-implicit-creation",
    .Headline = "{value} is created without a device, so on {place}",
    .Level = 2,
    .Since = "0.1",
    .Options = Options,
    .YieldsTo = "device-mixed-operands",
    .YieldsToNotes = true,
    .OnFunction = run,
};
REGISTER_CHECK(ImplicitCreation)

} // namespace devtidy::checks
