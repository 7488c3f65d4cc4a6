//===- Questions.cpp - Comparisons, and what they answer -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Questions.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/Counting.h"
#include "dataflow/state/Flags.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/TensorTypes.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::dataflow {

bool isElementwiseComparison(llvm::StringRef Op) {
  return llvm::StringSwitch<bool>(Op).Cases({"==", "!=", "<", "<=", ">", ">="}, true).Default(false);
}

bool isOfStream(const ir::Module &M, const ir::Inst &I) {
  return M.declaresTypes() && I.Kind == ir::InstKind::Op && (I.Name == "<<" || I.Name == ">>");
}

bool isComparison(llvm::StringRef Op) {
  return isElementwiseComparison(Op) ||
         llvm::StringSwitch<bool>(Op).Cases({"is", "is not", "in", "not in", "not", "!"}, true).Default(false);
}

bool isOfGiven(const Program &Prog, Literal L) {
  using Kind = Condition::Kind;
  const Condition &C = Prog.Conditions[L.condition()];
  return !L.isOfMachine() && (C.K == Kind::IsNone || C.K == Kind::Truth || C.K == Kind::Equals) &&
         Prog.Paths[Prog.Paths.root(C.P)].Kind == Path::Root::Param;
}

bool isChoiceOfGiven(const Program &Prog, Literal L) {
  const Condition &C = Prog.Conditions[L.condition()];
  const bool NamesDevice = C.K == Condition::Kind::Equals && knowledge::parseDevice({C.Text.data(), C.Text.size()});
  return isOfGiven(Prog, L) && (C.K == Condition::Kind::Truth || NamesDevice);
}

bool asksForRound(const Program &Prog, const ir::Function &F, Literal L) {
  const Condition &C = Prog.Conditions[L.condition()];
  const ir::Inst *D = C.K == Condition::Kind::Opaque && C.F == &F ? F.definition(C.V) : nullptr;
  return D && D->Kind == ir::InstKind::HasNext;
}

namespace {

/// What B Op A is as a comparison of A with B.
llvm::StringRef swapped(llvm::StringRef Op) {
  return llvm::StringSwitch<llvm::StringRef>(Op)
      .Case("<", ">")
      .Case(">", "<")
      .Case("<=", ">=")
      .Case(">=", "<=")
      .Default(Op);
}

/// Whether there are at least K accelerators.
Value atLeast(int64_t K) {
  if (K <= 0)
    return Value::boolean(true);
  return Value::literal(K == 1 ? Literal::available() : Literal::multi());
}

/// device_count() > 0, >= 1, > 1, == 0, ...
Value askCount(llvm::StringRef Op, int64_t N) {
  if (Op == ">")
    return atLeast(N + 1);
  if (Op == ">=")
    return atLeast(N);
  if (N != 0)
    return Value::number();
  Value Any = atLeast(1); // == 0
  Any.Cond = ~*Any.Cond;
  return Any;
}

/// `i + 1` as `i` and 1.
std::pair<ir::ValueId, int64_t> asSum(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *Sum = F.definition(V);
  if (!Sum || Sum->Kind != ir::InstKind::Op || Sum->Args.size() != 2 || (Sum->Name != "+" && Sum->Name != "-"))
    return {V, 0};
  const bool IsMinus = Sum->Name == "-";
  for (unsigned N : {1U, 0U}) {
    const ir::Inst *Added = F.definition(Sum->Args[N].Value);
    if (Added && Added->Kind == ir::InstKind::Const && Added->Const.K == ir::Constant::Kind::Int &&
        (N == 1 || !IsMinus))
      return {Sum->Args[1 - N].Value, IsMinus ? -Added->Const.Int : Added->Const.Int};
  }
  return {V, 0};
}

/// An ordering as `>` or `>=`, and whether that asks for the opposite.
std::pair<llvm::StringRef, bool> asGreater(llvm::StringRef Op) {
  return llvm::StringSwitch<std::pair<llvm::StringRef, bool>>(Op)
      .Case("<", {">=", true})
      .Case("<=", {">", true})
      .Cases({">", ">="}, {Op, false})
      .Default({"", false});
}

} // namespace

/// V as what is asked: a constant that others may replace is whatever its path holds.
static Value asked(const Value &V) {
  if (!V.is(Value::Kind::Constant) || !V.IsDefault)
    return V;
  Value Held = V.isNone() ? Value::unknown() : Value::number();
  Held.Path = V.Path;
  Held.IsText = V.isString();
  return Held;
}

Value Questions::ask(llvm::StringRef Words, const Value &Of) const {
  const Value V = asked(Of);
  if (Words.starts_with(" @"))
    return Value::number();
  if (Words == " len") {
    Value Length = Value::number();
    Length.Path = V.isPlainPath() ? Prog.Paths.question(V.Path, Words) : PathId();
    return Length;
  }
  if (Words == PlaceQuestion)
    if (placeOfType(V) || (V.is(Value::Kind::Number) && !V.Path) || V.isNone())
      return Value::boolean(placeOfType(V).has_value());
  auto [Op, Text] = Words.drop_front().split(' ');
  if (llvm::SmallVector<llvm::StringRef, 4> Types; Op == "is") {
    Text.split(Types, ' ');
    // Of classes nobody knows what derives from them.
    const bool AreBuiltin = llvm::all_of(
        Types, [](llvm::StringRef T) { return isBuiltinType(T) || knowledge::isAbstract(std::string_view(T)); });
    if (std::optional<bool> Is = AreBuiltin ? isBuiltin(V, Types) : std::nullopt)
      return Value::boolean(*Is);
  }
  if (Op == ClassQuestion)
    return askClass(Words, V);
  int64_t N = 0;
  const bool IsFlag = Text == "True" || Text == "False";
  const bool IsNumber = IsFlag || !Text.getAsInteger(10, N);
  if (IsFlag)
    N = Text == "True";
  if (V.IsCount && IsNumber)
    return askCount(Op, N);
  if (V.isInt() && Op == "counts")
    return atLeast(V.Const.Int + N);
  if (V.isInt() && IsNumber)
    return Value::boolean(Op == ">" ? V.Const.Int > N : Op == ">=" ? V.Const.Int >= N : V.Const.Int == N);
  // None, True or another kind of number.
  if (V.is(Value::Kind::Constant) && V.Const.K != ir::Constant::Kind::Float && IsNumber && Op == "==")
    return V.Const.K == ir::Constant::Kind::Bool ? Value::boolean(V.Const.Int == N) : Value::boolean(false);
  if (V.isString() && Op == "in")
    return Value::boolean(V.Const.Text.contains(Text));
  // What is a tensor on one path may be a number on another: `if isinstance(x, float): ...`
  const bool IsOpen = V.isPlainPath() || (Op == "is" && V.isTensor() && V.Path);
  PathId Answer = IsOpen ? Prog.Paths.question(V.Path, Words) : PathId();
  return Answer ? Value::literal(truthOf(Prog, Answer)) : Value::number();
}

/// `device.type == "cuda"`, `"cuda" in str(device)` of a device that nobody knows: who has one has an accelerator.
/// Texts with an index, and whole texts, which have one, say nothing where they are not found.
static std::optional<Literal> askedType(const ir::Function &F, const ir::Inst &I, const Value &Text,
                                        ConditionTable &Conditions) {
  const bool IsFound = I.Name == "in" || I.Name == "not in";
  const std::optional<knowledge::Device> D =
      Text.isString() ? knowledge::parseDevice({Text.Const.Text.data(), Text.Const.Text.size()}) : std::nullopt;
  if (!D || D->Index >= 0)
    return std::nullopt;
  for (const ir::Arg &A : I.Args) {
    const ir::Inst *Of = F.definition(A.Value);
    const bool IsType = Of && Of->Kind == ir::InstKind::GetField && Of->Name == "type";
    const bool IsText = Of && Of->Kind == ir::InstKind::Call && Of->Args.size() == 1 &&
                        knowledge::givesText({Of->Name.data(), Of->Name.size()});
    // The CPU's text has no index.
    if (IsType || (IsText && (IsFound || D->Type == knowledge::DeviceType::Cpu)))
      return Conditions.valueType(F, Of->Args[0].Value, D->Type);
  }
  return std::nullopt;
}

/// Whether N Op Limit holds.
static std::optional<bool> holds(int64_t N, llvm::StringRef Op, int64_t Limit) {
  return llvm::StringSwitch<std::optional<bool>>(Op)
      .Case("==", N == Limit)
      .Case("!=", N != Limit)
      .Case(">", N > Limit)
      .Case(">=", N >= Limit)
      .Case("<", N < Limit)
      .Case("<=", N <= Limit)
      .Default(std::nullopt);
}

/// `flag > 0`, `flag == 1`: a truth value is the number 0 or 1. Nothing if Op compares nothing with N.
static std::optional<Value> compareTruth(Literal Flag, llvm::StringRef Op, int64_t N) {
  const std::optional<bool> OfFalse = holds(0, Op, N), OfTrue = holds(1, Op, N);
  if (!OfFalse || !OfTrue)
    return std::nullopt;
  return *OfFalse == *OfTrue ? Value::boolean(*OfTrue) : Value::literal(*OfTrue ? Flag : ~Flag);
}

/// True for a container that is written where I looks into it, and that holds nothing: `task in []`.
static bool looksIntoNothing(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *Of = I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
  return Of && Of->Args.empty() && F.value(Of->Result).Variable.empty() &&
         llvm::is_contained({ir::InstKind::MakeList, ir::InstKind::MakeTuple, ir::InstKind::MakeDict}, Of->Kind);
}

std::optional<Value> Questions::compareWithConstant(const ir::Inst &I, const Value &A, const Value &B) const {
  llvm::StringRef Op = I.Name;
  if (Op == "in" || Op == "not in") {
    if (looksIntoNothing(F, I))
      return Value::boolean(Op == "not in");
    // 0 in range(torch.cuda.device_count())
    if (I.Args.size() == 2 && holdsIndices(F, Values, I.Args[1].Value)) {
      Value Found = ask(" counts 1", A);
      return Op == "in" ? Found : Flags::negated(std::move(Found));
    }
    if (!A.isString())
      return std::nullopt;
    // "cuda" in x.type()
    std::optional<knowledge::Device> D = knowledge::parseDevice({A.Const.Text.data(), A.Const.Text.size()});
    const bool IsPlace = B.is(Value::Kind::Options) || B.is(Value::Kind::Device);
    std::optional<Value> Told = D && IsPlace && !B.Partial ? Flags(Prog, F).isOnType(B, D->Type) : std::nullopt;
    if (!Told && !B.isPlainPath())
      if (std::optional<Literal> Type = askedType(F, I, A, Prog.Conditions))
        Told = Value::literal(*Type);
    Value Found = Told ? *Told : ask((" in " + A.Const.Text).str(), B);
    return Op == "in" ? Found : Flags::negated(std::move(Found));
  }
  const bool IsEquality = llvm::is_contained({"==", "is", "!=", "is not"}, Op),
             IsNegated = Op == "!=" || Op == "is not";
  if (IsEquality && A.isString() != B.isString())
    if (std::optional<Literal> Type = askedType(F, I, A.isString() ? A : B, Prog.Conditions))
      return Value::literal(IsNegated ? ~*Type : *Type);
  // other == True: the numbers 1 and 0 are the same.
  const bool AsNumber = Op == "==" || Op == "!=";
  auto IsAsked = [&](const Value &V) {
    return V.isInt() || (AsNumber && V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool);
  };
  const Value &Constant = IsAsked(A) ? A : B, &Other = IsAsked(A) ? B : A;
  const bool HasCount = A.IsCount != B.IsCount;
  if (!IsAsked(Constant) && !HasCount)
    return std::nullopt;
  if (HasCount ? B.IsCount : IsAsked(A))
    Op = swapped(Op);
  if (Other.is(Value::Kind::Number) && Other.Cond && !HasCount && Constant.isInt())
    return compareTruth(*Other.Cond, Op, Constant.Const.Int);
  auto [Asked, Negated] = asGreater(Op);
  if (HasCount && !Constant.isInt()) {
    // device_count() > i: are there more than the index says that somebody will hand in?
    auto [Index, Added] = asSum(F, I.Args[A.IsCount ? 1 : 0].Value);
    if (Asked.empty())
      return std::nullopt;
    Value Answer = ask((" counts " + llvm::Twine(Asked == ">" ? Added + 1 : Added)).str(), Values[Index.index()]);
    return Negated ? Flags::negated(std::move(Answer)) : Answer;
  }
  if (Asked.empty() && IsEquality) {
    Negated = IsNegated;
    Asked = "==";
  }
  if (Asked.empty())
    return std::nullopt;
  const bool IsFlag = !Constant.isInt();
  const std::string Number = IsFlag ? (Constant.Const.Int ? "True" : "False") : llvm::itostr(Constant.Const.Int);
  Value Answer = ask((" " + Asked + " " + Number).str(), Other);
  return Negated ? Flags::negated(std::move(Answer)) : Answer;
}

/// True for a device because it is used as one, that somebody gave: who asks knows that it may be None, `if device is
/// not None: x = x.to(device)`.
static bool isGivenDevice(const Program &Prog, const Value &V) {
  return V.isDeviceOfPath() && Prog.Paths[V.Path].IsDevice;
}

Literal Questions::literalOf(ir::ValueId V) const {
  const Value A = asked(Values[V.index()]);
  if (A.Cond)
    return *A.Cond;
  if (A.IsCount || (!A.isTensor() && holdsOneForEach(F, Values, V)))
    return Literal::available();
  if (A.isPlainPath() || isGivenDevice(Prog, A))
    return truthOf(Prog, A.Path);
  // A tensor or object that may be None: its truth is that it is not.
  if (A.Path && A.Partial)
    return ~Prog.Conditions.isNone(A.Path);
  // An object that may be None: each question whether it is has the same answer.
  const ir::Inst *D = F.definition(V);
  const bool Compares = D && D->Kind == ir::InstKind::Op && (D->Name == "is" || D->Name == "is not");
  const Value *Asked = Compares ? &Values[D->Args[0].Value.index()] : nullptr;
  if (Asked && Asked->is(Value::Kind::Object) && Asked->Partial && Values[D->Args[1].Value.index()].isNone()) {
    const Literal Made = Prog.Conditions.opaque(F, D->Args[0].Value);
    return D->Name == "is" ? ~Made : Made;
  }
  return Prog.Conditions.opaque(F, V);
}

/// When V, one of several, is None; nothing if that is not known of one of them.
static std::optional<Cases> noneCases(const Value &V, ConditionTable &Conditions) {
  Cases C;
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
    if (Part.isPlainPath() || (Part.Path && Part.Partial)) {
      const Literal None = Conditions.isNone(Part.Path);
      for (bool Is : {true, false})
        if (Cube G = Guard; G.add(Is ? None : ~None))
          (Is ? C.Yes : C.No).push_back(G);
    } else if (Part.isNone()) {
      C.Yes.push_back(Guard);
    } else if (!Part.Partial && (Part.isTensor() || Part.is(Value::Kind::Tuple) || Part.is(Value::Kind::Object))) {
      C.No.push_back(Guard);
    } else {
      return std::nullopt;
    }
  }
  return C;
}

/// Whether A, which is compared with None, is None; Negated: whether it is not.
Value Questions::compareWithNone(const Value &A, bool Negated) const {
  auto Answer = [&](Literal L) { return Value::literal(Negated ? ~L : L); };
  if (A.isNone())
    return Value::boolean(!Negated);
  if ((A.is(Value::Kind::Object) || A.isTensor()) && A.Partial && A.Cond)
    return Answer(~*A.Cond);
  if (A.isPlainPath() || (A.Path && A.Partial))
    return Answer(Prog.Conditions.isNone(A.Path));
  if (A.is(Value::Kind::Device) && A.Partial && A.Cond)
    return Answer(~*A.Cond);
  // A tensor because it is used as one, and no type says so: who asks knows that it may be None.
  if (A.isTensor() && A.Path && Prog.Paths[A.Path].IsTensor)
    return Answer(Prog.Conditions.isNone(A.Path));
  if (isGivenDevice(Prog, A))
    return Answer(Prog.Conditions.isNone(A.Path));
  // What a function gives that somebody else has given may be anything: `node = heuristic(graph)`.
  if (A.isTensor() && A.MayBeModule)
    return Value::number();
  if (!A.Partial && (A.isTensor() || A.is(Value::Kind::Device) || A.is(Value::Kind::Tuple)))
    return Value::boolean(Negated);
  // `if isinstance(x, str): x = read(x)` stands above.
  if (std::optional<Cases> Is = A.isOneOfSeveral() ? noneCases(A, Prog.Conditions) : std::nullopt)
    if (std::optional<Value> Known = Flags(Prog, F).answer(*Is))
      return Negated ? Flags::negated(*Known) : *Known;
  // An object that was made here is none of these; what somebody holds, whoever calls this knows.
  if (A.is(Value::Kind::Object) && !A.Partial) {
    const Object &Of = Objects[A.Obj];
    if (Of.K == Object::Kind::Allocated)
      return Value::boolean(Negated);
    if (Of.K == Object::Kind::Symbolic && Of.Path)
      return Answer(Prog.Conditions.isNone(Of.Path));
  }
  return Value::number();
}

/// True if each call of Class makes an object of its own, as far as its bases say.
static bool makesItsOwn(const Program &Prog, llvm::StringRef Class) {
  if (Prog.Types.findMethod(Class, "__new__"))
    return false;
  llvm::SmallVector<llvm::StringRef, 4> Work{Class};
  for (unsigned N = 0; N < Work.size(); ++N) {
    if (const std::optional<Program::ClassEntry> C = Prog.Types.findClass(Work[N])) {
      if (!C->C->Decorators.empty() || Work.size() > 32)
        return false;
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
    } else if (Work[N] != "object" && !Prog.Types.isModuleClass(Work[N]) && !Prog.Types.isContainer(Work[N])) {
      return false;
    }
  }
  return true;
}

/// True if F gives V, or what V is a member of, to somebody whom nobody knows, who may change its members.
bool Questions::isGivenAway(ir::ValueId V) const {
  const ir::Inst *D = F.definition(V);
  if (!D || D->Kind != ir::InstKind::GetField)
    return false;
  const Value &Holder = Values[D->Args[0].Value.index()];
  const auto IsHolder = [&](const ir::Arg &A) {
    const Value &Given = Values[A.Value.index()];
    return A.Value == D->Args[0].Value ||
           (Given.is(Value::Kind::Object) && Holder.is(Value::Kind::Object) && Given.Obj == Holder.Obj);
  };
  const auto IsUnknown = [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::Call)
      return I.Kind == ir::InstKind::Apply || I.Kind == ir::InstKind::Invoke;
    return !Prog.Types.findFunction(I.Name) && !Prog.Types.findClass(I.Name) &&
           !knowledge::findFunction({I.Name.data(), I.Name.size()});
  };
  return isGivenAway(D->Args[0].Value) || llvm::any_of(F.Insts, [&](const ir::Inst &I) {
           const size_t Receivers = I.Kind == ir::InstKind::Call ? 0 : 1;
           return IsUnknown(I) && llvm::any_of(llvm::drop_begin(I.Args, Receivers), IsHolder);
         });
}

/// `part is self.head`, where both are read by their names or made here. An element may stand for others like it.
std::optional<bool> Questions::isSameObject(const ir::Inst &I) const {
  ObjectId Compared[2];
  bool MayBeOne = false;
  for (unsigned N = 0; N < 2; ++N) {
    const Value &V = Values[I.Args[N].Value.index()];
    const ir::Inst *D = F.definition(I.Args[N].Value);
    const bool IsOne = D && (D->Kind == ir::InstKind::GetField || D->Kind == ir::InstKind::Call);
    if (!IsOne || !V.is(Value::Kind::Object) || V.Partial || Objects[V.Obj].K != Object::Kind::Allocated ||
        Objects[V.Obj].Weak || Objects[V.Obj].OfRounds || ir::isInCycle(F, F.inst(Objects[V.Obj].Site).Parent))
      return std::nullopt;
    Compared[N] = V.Obj;
    // Who decorates a function may keep what it gives.
    const std::optional<Program::Entry> Callee =
        D->Kind == ir::InstKind::Call ? Prog.Types.findFunction(D->Name) : std::nullopt;
    MayBeOne |= !makesItsOwn(Prog, Objects[V.Obj].Class) || isGivenAway(I.Args[N].Value) ||
                (Callee && !Callee->F->Decorators.empty());
  }
  if (Compared[0] == Compared[1])
    return true;
  return MayBeOne ? std::nullopt : std::optional(false);
}

/// Whether A and B, of which one is a device, are the same.
Value Questions::compareDevices(const ir::Inst &I, Value A, Value B, bool Negated) const {
  auto Answer = [&](Literal L) { return Value::literal(Negated ? ~L : L); };
  const bool DeviceA = A.is(Value::Kind::Device);
  Prog.Conditions.forget(F, I.Result); // what an earlier visit knew
  if (!DeviceA)
    std::swap(A, B);
  ir::ValueId IdA = I.Args[DeviceA ? 0 : 1].Value;
  const GuardedTerm *TA = A.P.single();
  std::optional<Placement> PB = deviceOf(B);
  const GuardedTerm *TB = PB ? PB->single() : nullptr;
  if (TA && TB && TA->T.isSymbol() && TB->T.isSymbol()) {
    if (TA->T == TB->T)
      return Value::boolean(!Negated);
    return Answer(Prog.Conditions.sameDevice(TA->T.path(), TB->T.path()));
  }
  if (A.is(Value::Kind::Device) && B.is(Value::Kind::Device) && PB && !A.Partial && !B.Partial) {
    if (std::optional<Value> Same = Flags(Prog, F).askDevice(A.P, *PB, Negated, I.Result))
      return *Same;
  }
  if (TB && !TB->T.isSymbol()) {
    Value Q = Flags(Prog, F).askType(A, IdA, TB->T.device().Type);
    if (Q.Cond)
      return Answer(*Q.Cond);
    if (std::optional<bool> T = Q.truth())
      return Value::boolean(*T != Negated);
  }
  if (TA && TB && TB->T.isSymbol() && !TA->T.isSymbol())
    return Answer(Prog.Conditions.typeIs(TB->T.path(), TA->T.device().Type));
  return Value::number();
}

/// `x.device.index is not None`: only accelerators are numbered. Nothing for a device that is written without one,
/// torch.device("cuda").
std::optional<Value> Questions::askNumbered(const ir::Inst &I) const {
  for (const unsigned N : {0U, 1U}) {
    const ir::Inst *Index = F.definition(I.Args[N].Value);
    const bool IsAsked = Values[I.Args[1 - N].Value.index()].isNone() && Index &&
                         Index->Kind == ir::InstKind::GetField && Index->Name == "index";
    const ir::Inst *Place = IsAsked ? F.definition(Index->Args[0].Value) : nullptr;
    const knowledge::Callable *C =
        Place && Place->Kind == ir::InstKind::GetField
            ? knowledge::findMethod(knowledge::Receiver::Tensor, {Place->Name.data(), Place->Name.size()})
            : nullptr;
    const Value &At = Place ? Values[Place->Result.index()] : Values.front();
    if (!C || C->Kind != knowledge::Action::QueryDevice || !At.is(Value::Kind::Device))
      continue;
    const Value On = Flags(Prog, F).askType(At, Place->Result, Prog.Links.accelerator());
    return I.Name == "is not" || I.Name == "!=" ? On : Flags::negated(On);
  }
  return std::nullopt;
}

/// `x.get_device() >= 0`: the index of what is on the CPU is -1, and those of accelerators begin at 0. Nothing for
/// what tells one accelerator from others.
std::optional<Value> Questions::askIndex(const ir::Inst &I) const {
  for (const unsigned N : {0U, 1U}) {
    const Value &Index = Values[I.Args[N].Value.index()], &Limit = Values[I.Args[1 - N].Value.index()];
    const ir::Inst *Asked = F.definition(I.Args[N].Value);
    const bool IsQuestion = Asked && (Asked->Kind == ir::InstKind::Invoke || Asked->Kind == ir::InstKind::GetField);
    if (!IsQuestion || !Index.is(Value::Kind::Device) || !Limit.isInt())
      continue;
    const knowledge::Callable *C =
        knowledge::findMethod(knowledge::Receiver::Tensor, {Asked->Name.data(), Asked->Name.size()});
    const llvm::StringRef Op = N == 0 ? llvm::StringRef(I.Name) : swapped(I.Name);
    const std::optional<bool> OnHost = holds(-1, Op, Limit.Const.Int), OnFirst = holds(0, Op, Limit.Const.Int),
                              OnOther = holds(1, Op, Limit.Const.Int);
    if (!C || C->Kind != knowledge::Action::QueryIndex || !OnHost || OnHost == OnFirst || OnFirst != OnOther)
      return std::nullopt;
    const Value On = Flags(Prog, F).askType(Index, I.Args[N].Value, Prog.Links.accelerator());
    return *OnFirst ? On : Flags::negated(On);
  }
  return std::nullopt;
}

/// x of `type(x) is torch.Tensor`; none of other comparisons.
static ir::ValueId comparedWithTensor(const Program &Prog, const ir::Function &F, const ir::Inst &I) {
  for (unsigned N : {0U, 1U}) {
    const ir::Inst *Type = F.definition(I.Args[N].Value), *Asked = F.definition(I.Args[1 - N].Value);
    const bool IsType = Type && Type->Kind == ir::InstKind::Call && Type->Name == "type" && Type->Args.size() == 1;
    if (IsType && Asked && Asked->Kind == ir::InstKind::GetGlobal &&
        knowledge::isAnyTensor(std::string_view(Prog.Types.canonical(Asked->Name))))
      return Type->Args[0].Value;
  }
  return {};
}

/// Whether the object of which I compares the type with a class of the program, `type(net) is Large`, is of that class,
/// where it is one of several; nothing if nobody knows.
static std::optional<Value> isOfSameClass(Program &Prog, const ir::Function &F, const ir::Inst &I,
                                          llvm::ArrayRef<Value> Values, const ObjectTable &Objects) {
  for (unsigned N : {0U, 1U}) {
    const ir::Inst *Type = F.definition(I.Args[N].Value), *Asked = F.definition(I.Args[1 - N].Value);
    const bool IsType = Type && Type->Kind == ir::InstKind::Call && Type->Name == "type" && Type->Args.size() == 1;
    const std::optional<Program::ClassEntry> Class =
        IsType && Asked && Asked->Kind == ir::InstKind::GetGlobal ? Prog.Types.findClass(Asked->Name) : std::nullopt;
    const Value *Of = Class ? &Values[Type->Args[0].Value.index()] : nullptr;
    if (!Of || !(Of->isOneOfSeveral() || (Of->is(Value::Kind::Choice) && !Choices::isEach(*Of))))
      continue;
    Cases C;
    for (const auto &[Part, Guard] : llvm::zip(*Of->Elements, *Of->Guards)) {
      if (!Part.is(Value::Kind::Object) || Part.Partial || Objects[Part.Obj].Class.empty())
        return std::nullopt;
      (Objects[Part.Obj].Class == Class->C->Name ? C.Yes : C.No).push_back(Guard);
    }
    return Flags(Prog, F).answer(C);
  }
  return std::nullopt;
}

/// `x.is_cuda == y.is_cuda`, of which one is an answer that hangs on a condition; nothing of others.
static std::optional<Value> compareAnswers(const Program &Prog, Flags Answers, const Value &A, const Value &B) {
  const auto IsAnswer = [](const Value &V) { return V.is(Value::Kind::Number) && V.Cond && !V.IsCount; };
  if (!IsAnswer(A) && !IsAnswer(B))
    return std::nullopt;
  const Value &Known = IsAnswer(A) ? B : A;
  const Literal Mine = IsAnswer(A) ? *A.Cond : *B.Cond;
  if (Known.is(Value::Kind::Constant) && Known.Const.K == ir::Constant::Kind::Bool)
    return Value::literal(Known.Const.Int ? Mine : ~Mine);
  if (!IsAnswer(Known))
    return std::nullopt;
  Cases Equal;
  for (const bool First : {true, false})
    for (const bool Second : {true, false})
      if (Cube Both; Both.add(First ? Mine : ~Mine) && Both.add(Second ? *Known.Cond : ~*Known.Cond) &&
                     Prog.Conditions.allows(Both))
        (First == Second ? Equal.Yes : Equal.No).push_back(std::move(Both));
  return Answers.answer(Equal);
}

/// What I compares, its operand N. Of two texts of devices, `str(x.device) == str(y.device)`, these; what is written
/// out has no index.
static const Value &compared(const ir::Function &F, llvm::ArrayRef<Value> Values, const ir::Inst &I, unsigned N) {
  const ir::Arg &A = I.Args[N];
  const ir::Inst *D = F.definition(A.Value);
  const bool IsText = D && !Values[I.Args[1 - N].Value.index()].isString() && D->Kind == ir::InstKind::Call &&
                      D->Args.size() == 1 && D->Args[0].Keyword.empty() &&
                      knowledge::givesText({D->Name.data(), D->Name.size()});
  const Value *Of = IsText ? &Values[D->Args[0].Value.index()] : nullptr;
  return Of && Of->is(Value::Kind::Device) ? *Of : Values[A.Value.index()];
}

/// Whether types of tensors, A and B, say devices of one type, `x.type() == y.type()`, if that is known.
static std::optional<Value> compareTypes(const Program &Prog, Flags Answers, const Value &A, const Value &B) {
  const std::optional<Placement> P = placeOfType(A), Q = placeOfType(B);
  if (!P || !Q || P->isUnknown() || Q->isUnknown())
    return std::nullopt;
  Cases Equal;
  for (const GuardedTerm &TA : P->terms())
    for (const GuardedTerm &TB : Q->terms()) {
      const std::optional<Cube> Both = TA.Guard.meet(TB.Guard);
      if (!Both || !Prog.Conditions.allows(*Both))
        continue;
      if (TA.T.isSymbol() || TB.T.isSymbol() || TA.Imprecise || TB.Imprecise)
        return std::nullopt;
      (TA.T.device().Type == TB.T.device().Type ? Equal.Yes : Equal.No).push_back(*Both);
    }
  // In one place they may still have elements of different types.
  return Equal.No.empty() ? std::nullopt : Answers.answer(Equal);
}

/// Comparisons and `not`: on None, on devices, on counts of accelerators, on constants.
Value Questions::compare(const ir::Inst &I) const {
  if (I.Name == "not" || I.Name == "!") {
    Value V = Values[I.Args[0].Value.index()];
    if (std::optional<bool> T = V.truth())
      return Value::boolean(!*T);
    Value Not = Value::literal(~literalOf(I.Args[0].Value));
    Not.IfAny = V.IfNone;
    Not.IfNone = Counting(F, Values, Objects.all(), Mem).leastIfAny(V);
    return Not;
  }
  if (I.Args.size() != 2)
    return Value::number();
  if (const std::optional<Value> Told = askName(I))
    return *Told;
  if (const std::optional<Value> Told = askIndex(I))
    return *Told;
  Value A = asked(compared(F, Values, I, 0)), B = asked(compared(F, Values, I, 1));
  bool Negated = I.Name == "!=" || I.Name == "is not";
  bool IsEquality = Negated || I.Name == "==" || I.Name == "is";
  auto Answer = [&](Literal L) { return Value::literal(Negated ? ~L : L); };
  if (IsEquality) {
    if (const std::optional<Value> Told = askNumbered(I))
      return *Told;
    if (const ir::ValueId Of = comparedWithTensor(Prog, F, I))
      if (const std::optional<Value> Is = isTensor(Values[Of.index()]))
        return Negated ? Flags::negated(*Is) : *Is;
    if (const std::optional<Value> Is = isOfSameClass(Prog, F, I, Values, Objects))
      return Negated ? Flags::negated(*Is) : *Is;
    if (A.isNone())
      std::swap(A, B);
    if (B.isNone())
      return compareWithNone(A, Negated);
    if (A.is(Value::Kind::Device) || B.is(Value::Kind::Device))
      return compareDevices(I, A, B, Negated);
    if (const std::optional<bool> Is = I.Name.starts_with("is") ? isSameObject(I) : std::nullopt)
      return Value::boolean(*Is != Negated);
    // x.type() == "torch.cuda.FloatTensor"
    if (A.is(Value::Kind::Options) || B.is(Value::Kind::Options)) {
      const bool First = A.is(Value::Kind::Options);
      if (std::optional<Value> Is = isOfType(First ? A : B, I.Args[First ? 0 : 1].Value, First ? B : A))
        return Negated ? Flags::negated(*Is) : *Is;
      if (const std::optional<Value> Is = compareTypes(Prog, Flags(Prog, F), A, B))
        return Negated ? Flags::negated(*Is) : *Is;
      return Value::number();
    }
    if (const std::optional<Value> Are = compareAnswers(Prog, Flags(Prog, F), A, B))
      return Negated ? Flags::negated(*Are) : *Are;
    if (A.is(Value::Kind::Constant) && B.is(Value::Kind::Constant) && A.Const.K == B.Const.K)
      return Value::boolean((A.Const == B.Const) != Negated);
    if (A.is(Value::Kind::Constant))
      std::swap(A, B);
    if (A.Path && !A.IsComputed && B.isString())
      return Answer(equalsOf(Prog, A.Path, B.Const.Text));
  }
  return compareWithConstant(I, A, B).value_or(Value::number());
}

} // namespace devtidy::dataflow
