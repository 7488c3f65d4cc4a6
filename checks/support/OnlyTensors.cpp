//===- OnlyTensors.cpp - What else than a tensor comes to a name --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/OnlyTensors.h"
#include "checks/support/Callees.h"
#include "ir/Edges.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>
#include <utility>

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;
using ir::ValueId;
using llvm::StringRef;

namespace {

/// Which element of a container is meant: the one of that key or place, or any.
struct Part {
  std::optional<ir::Constant> Key;

  static Part at(unsigned Index) { return {ir::Constant{ir::Constant::Kind::Int, Index, {}}}; }
  static Part of(const ir::Inst *Key) { return Key && Key->Kind == InstKind::Const ? Part{Key->Const} : Part(); }
  /// False if the element behind Other is another one.
  bool mayBe(const ir::Inst *Other) const {
    return !Key || !Other || Other->Kind != InstKind::Const || Other->Const == *Key;
  }
  /// Where it stands in a sequence of Size elements.
  std::optional<size_t> placeIn(size_t Size) const {
    if (!Key || Key->K != ir::Constant::Kind::Int)
      return std::nullopt;
    const int64_t N = Key->Int < 0 ? Key->Int + static_cast<int64_t>(Size) : Key->Int;
    return N >= 0 && N < static_cast<int64_t>(Size) ? std::optional<size_t>(N) : std::nullopt;
  }
};

/// Containers that were asked for, which element was meant, and whether only who fills them.
class SeenParts {
public:
  /// True the first time. Member: which of the elements' is asked for.
  bool add(const ir::Function &F, ValueId V, const Part &Of, bool OfFilling, StringRef Member) {
    const int Kind = Of.Key ? static_cast<int>(Of.Key->K) : -1;
    return Known
        .insert({&F, V.index(), Kind, Of.Key ? Of.Key->Int : 0, Of.Key ? Of.Key->Text : StringRef(), OfFilling, Member})
        .second;
  }

private:
  std::set<std::tuple<const ir::Function *, unsigned, int, int64_t, StringRef, bool, StringRef>> Known;
};

/// What is looked for, where, and what has been looked at.
struct Search {
  const Program &P;
  const NameUses &All;
  bool NoneCounts;
  StringRef Asked = {}; ///< the member that is asked for of what a value may be; "": the value itself
  std::set<std::tuple<const ir::Function *, unsigned, StringRef>> Seen = {}; ///< values, whether None counts, and Asked
  SeenParts Containers = {};
  unsigned Depth = 0; ///< functions and members on the way
  Effort Spent = {};
};

/// Goes back from a value to all that it may be. Of an object it can be asked what its member is, too: whoever holds a
/// tensor there may be held by what nobody looks into, `h(types.SimpleNamespace(t=2.0))`.
class Sources : Search {
public:
  Sources(const Program &P, const NameUses &All, bool NoneCounts) : Search{P, All, NoneCounts} {}

  /// True if V of F may be no tensor.
  bool isOther(const ir::Function &F, ValueId V);
  bool isOtherInMember(StringRef Class, StringRef Member);

private:
  bool ofParameter(const ir::Function &F, unsigned N);
  bool ofJoin(const ir::Function &F, ValueId V);
  bool ofCall(const ir::Function &F, const ir::Inst &Call);
  bool ofReturn(const ir::Function &Callee);
  bool ofGiven(const ir::Function &Caller, const ir::Function &F, unsigned N, const ir::Inst &Call);
  bool ofBuiltin(const ir::Function &F, const ir::Inst &Call);
  bool ofClassMember(StringRef Class, StringRef Member);
  bool ofProperty(StringRef Class, StringRef Member);
  bool ofHolder(const ir::Function &F, const ir::Inst &Read);
  bool ofForeign(const ir::Function &F, const ir::Inst &Call);
  bool ofScope(const ir::Function &F, const ir::Inst &Enter);

  // Elements of containers.
  bool ofElement(const ir::Function &F, const ir::Inst &Taken);
  bool ofPart(const ir::Function &F, ValueId V, const Part &Of);
  bool ofPartOfPair(const ir::Function &F, const ir::Inst &Taken, const Part &Of);
  bool ofPartOfEach(const ir::Function &F, const ir::Inst &Whole, const Part &Of);
  bool ofPartOfCall(const ir::Function &F, const ir::Inst &Call, const Part &Of);
  bool ofPartOfParameter(const ir::Function &F, unsigned N, const Part &Of);
  bool ofPartOfMember(const ir::Function &F, const ir::Inst &Read, const Part &Of);
  bool ofWritten(const ir::Function &F, const ir::Inst &Made, const Part &Of);
  bool isFilled(const ir::Function &F, ValueId V, const Part &Of);
  bool isFilledBy(const ir::Function &F, const ir::Inst &I, size_t N, const Part &Of);
  bool isPut(const ir::Function &F, const ir::Inst &Put, const Part &Of);
  bool ofSolved(const ir::Function &F, const ir::Inst &D) const;
};

/// True if F asks what kind of thing V is: another path has something else in its place.
bool isAskedForKind(const ir::Function &F, ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Call && !I.Args.empty() && I.Args[0].Value == V &&
           (knowledge::asksForKind(std::string_view(I.Name)) || ir::lastName(I.Name).starts_with("is_"));
  });
}

/// True if F asks whether V is there: `x is None`, `if x:`.
bool isAskedForNone(const ir::Function &F, ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool Asks =
        I.Kind == InstKind::Branch || (I.Kind == InstKind::Op && (I.Name.starts_with("is") || I.Name == "not"));
    return Asks && !I.Args.empty() && I.Args[0].Value == V;
  });
}

} // namespace

/// None is something else where NoneCounts.
static bool isOther(const ir::Constant &C, bool NoneCounts) { return C.K != ir::Constant::Kind::None || NoneCounts; }

static bool isOther(const SolvedFunction &S, const Value &V, bool NoneCounts) {
  switch (V.K) {
  case Value::Kind::Constant:
    return isOther(V.Const, NoneCounts);
  case Value::Kind::Number:
  case Value::Kind::Device:
  case Value::Kind::Tuple:
  case Value::Kind::Function:
    return true;
  case Value::Kind::Object:
    return !S.Sum->Objects[V.Obj.index()].Class.empty();
  default:
    return false;
  }
}

static StringRef classOf(const Program &P, const ir::Function &F, ValueId V) {
  if (F.isReceiver(V))
    return F.Class;
  if (const ir::Inst *Made = makerOf(P, F, V))
    return Made->Name;
  const std::optional<unsigned> N = parameterOf(F, V);
  const ir::Type T = N ? P.Types.givenType(F, *N) : ir::Type();
  if (T.Kind == ir::TypeKind::Object)
    return T.Name;
  // What a call is known to have made.
  const SolvedFunction *S = F.definition(V) ? P.solvedHere(F) : nullptr;
  const Event *E = S ? S->eventAt(F.value(V).Definition) : nullptr;
  return E && E->Result.is(Value::Kind::Object) ? S->Sum->Objects[E->Result.Obj.index()].Class : StringRef();
}

/// True if Put may be of the member of an object of Class; "" is any.
static bool isStoredTo(const Program &P, const NameUses::Said &Put, StringRef Class) {
  const StringRef Of = classOf(P, *Put.F, Put.I->Args[0].Value);
  // An object that nobody knows may be one of any class.
  if (Of.empty() || Class.empty())
    return true;
  const StringRef Own = P.Types.canonical(Class), Theirs = P.Types.canonical(Of);
  return P.Types.derivesFrom(Own, {{std::string_view(Theirs)}}) ||
         P.Types.derivesFrom(Theirs, {{std::string_view(Own)}});
}

/// `class Out: aux = 0.0`, where Class, or one beside it in the hierarchy, is that.
bool Sources::ofClassMember(StringRef Class, StringRef Member) {
  return llvm::any_of(All.settingOfClass(Member), [&](const NameUses::Said &Set) {
    const StringRef Of = Set.I->Name.drop_back(Member.size() + 1);
    const StringRef Own = P.Types.canonical(Class);
    const bool IsRelated =
        P.Types.findClass(Of) && (Class.empty() || Own == Of || P.Types.derivesFrom(Own, {{std::string_view(Of)}}) ||
                                  P.Types.derivesFrom(Of, {{std::string_view(Own)}}));
    return IsRelated && isOther(*Set.F, Set.I->Args[0].Value);
  });
}

/// True if F fills the table of members that I gives: `self.__dict__.update(options)`.
static bool isTableFilled(const ir::Function &F, const ir::Inst &I) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &Use) {
    return !Use.Args.empty() && Use.Args[0].Value == I.Result &&
           (Use.Kind == InstKind::SetItem || (Use.Kind == InstKind::Op && Use.Name == "|=") ||
            (Use.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(Use.Name))));
  });
}

/// True if somebody stores to members of the class, or of one beside it, by names that nobody knows: a method, or who
/// fills the table of an object, `c.__dict__ |= options`.
static bool storesByName(const Program &P, const NameUses &All, StringRef Class) {
  return !Class.empty() && llvm::any_of(All.tellingBuffers(), [&](const NameUses::Said &At) {
    const std::string_view Name = ir::lastName(At.I->Name);
    const bool IsTable = knowledge::listsMembers(Name);
    if ((!IsTable && !knowledge::storesMember(Name)) || At.I->Args.empty() || !isStoredTo(P, At, Class) ||
        (!IsTable && !At.F->isReceiver(At.I->Args[0].Value)))
      return false;
    const ir::Inst *Key = At.I->Args.size() > 1 ? At.F->definition(At.I->Args[1].Value) : nullptr;
    return IsTable ? isTableFilled(*At.F, *At.I) : !Key || Key->Kind != InstKind::Const;
  });
}

constexpr llvm::StringLiteral MemberLookup = "__getattr__";

/// True if the class looks its members up as it likes: `def __getattr__(self, name): return self[name]`.
static bool looksUp(const Program &P, const NameUses &All, StringRef Class) {
  return !Class.empty() && (P.Types.findMethod(Class, MemberLookup) ||
                            llvm::any_of(All.settingOfClass(MemberLookup), [&](const NameUses::Said &Set) {
                              const StringRef Of = Set.I->Name.drop_back(MemberLookup.size() + 1);
                              return P.Types.derivesFrom(P.Types.canonical(Class), {{std::string_view(Of)}});
                            }));
}

/// What a property gives, `@property def scale(self): return 2.0`. A method is no tensor.
bool Sources::ofProperty(StringRef Class, StringRef Member) {
  const std::optional<Program::Entry> Method = Class.empty() ? std::nullopt : P.Types.findMethod(Class, Member);
  return Method && (Method->F->Decorators.empty() || ofReturn(*Method->F));
}

bool Sources::isOtherInMember(StringRef Class, StringRef Member) {
  return ofClassMember(Class, Member) || ofProperty(Class, Member) || storesByName(P, All, Class) ||
         looksUp(P, All, Class) || llvm::any_of(All.storing(Member), [&](const NameUses::Said &Put) {
           const ir::Inst *Stored = Put.F->definition(Put.I->Args[1].Value);
           const bool IsNone = Stored && Stored->Kind == InstKind::Const && Stored->Const.K == ir::Constant::Kind::None;
           return !Spent.allows(Effort::OfName) ||
                  (!IsNone && isStoredTo(P, Put, Class) && isOther(*Put.F, Put.I->Args[1].Value));
         });
}

/// True if an object may come from where Read reads a member of it that holds something else there, or nobody knows
/// what: `h(types.SimpleNamespace(t=2.0))`, where h reads `x.t`.
bool Sources::ofHolder(const ir::Function &F, const ir::Inst &Read) {
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth)
    return false;
  ++Depth;
  const StringRef Before = std::exchange(Asked, Read.Name);
  const bool Counted = std::exchange(NoneCounts, false); // None has no members: who reads one has asked
  const bool Found = isOther(F, Read.Args[0].Value);
  NoneCounts = Counted;
  Asked = Before;
  --Depth;
  return Found;
}

/// True if the analysis knows nothing of what I gives.
static bool isUnknown(const Program &P, const ir::Function &F, const ir::Inst &I) {
  const SolvedFunction *S = P.solvedHere(F);
  const Event *E = S ? S->eventAt(F.value(I.Result).Definition) : nullptr;
  if (!E || E->Result.is(Value::Kind::Unknown))
    return true;
  return E->Result.is(Value::Kind::Object) && !P.Types.isModuleClass(S->Sum->Objects[E->Result.Obj.index()].Class);
}

/// True for a call of what is neither in the run nor of the library: nobody knows what it gives.
static bool isForeignCall(const Program &P, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != InstKind::Call || P.Types.findClass(I.Name) || P.Types.findFunction(I.Name))
    return false;
  const std::string_view Name = P.Types.canonical(I.Name);
  if (knowledge::isOfTorch(Name) || knowledge::readsMember(Name) || knowledge::sumsUp(Name))
    return false;
  return isUnknown(P, F, I);
}

/// True if V is, or was taken out of, what such a call gives: `parser.parse_args()`.
static bool isForeign(const Program &P, const NameUses &All, const ir::Function &F, ValueId V, unsigned Steps = 0) {
  constexpr unsigned MaxSteps = 4;
  const ir::Inst *D = Steps < MaxSteps ? F.definition(V) : nullptr;
  if (!D)
    return false;
  if (D->Kind == InstKind::GetGlobal)
    return llvm::any_of(All.settingGlobal(P.Types.canonical(D->Name)), [&](const NameUses::Said &Set) {
      return isForeign(P, All, *Set.F, Set.I->Args[0].Value, Steps + 1);
    });
  const bool IsOf = D->Kind == InstKind::Invoke || D->Kind == InstKind::GetField;
  return isForeignCall(P, F, *D) || (IsOf && !calleeOf(P, F, *D) && isForeign(P, All, F, D->Args[0].Value, Steps + 1));
}

/// What a call gives of which nobody knows the body: the member that it is told, `dataclasses.replace(p, t=2.0)`, or
/// anything.
bool Sources::ofForeign(const ir::Function &F, const ir::Inst &Call) {
  const bool IsMethod = Call.Kind == InstKind::Invoke;
  // `p._replace(t=2.0)` of an object of the program's, that is none of its methods.
  const bool IsOfOwn =
      IsMethod && !Asked.empty() && isUnknown(P, F, Call) && P.Types.findClass(classOf(P, F, Call.Args[0].Value));
  if (!IsOfOwn && !isForeignCall(P, F, Call) && !(IsMethod && isForeign(P, All, F, Call.Args[0].Value)))
    return false;
  const ir::Arg *Named = Asked.empty() ? nullptr : Call.findKeyword(Asked);
  if (!Named)
    return true;
  const StringRef Before = std::exchange(Asked, StringRef());
  const bool Found = isOther(F, Named->Value);
  Asked = Before;
  return Found;
}

/// What a scope gives who enters it: `with context(v) as x`.
bool Sources::ofScope(const ir::Function &F, const ir::Inst &Enter) {
  constexpr llvm::StringLiteral EnterMethod = "__enter__";
  const ir::Inst *Made = F.definition(Enter.Args[0].Value);
  const std::optional<Program::Entry> Callee = Made ? calleeOf(P, F, *Made) : std::nullopt;
  if (Callee && Callee->F->hasBody())
    return llvm::any_of(Callee->F->Insts, [&](const ir::Inst &I) {
      return I.Kind == InstKind::Yield && !I.Args.empty() && isOther(*Callee->F, I.Args[0].Value);
    });
  const StringRef Class = classOf(P, F, Enter.Args[0].Value);
  if (const std::optional<Program::Entry> Method =
          Class.empty() ? std::nullopt : P.Types.findMethod(Class, EnterMethod))
    return ofReturn(*Method->F);
  return true;
}

/// `weight: float`, `name: str`
static bool isDeclaredOther(const ir::Type &T) {
  return T.Kind == ir::TypeKind::Bool || T.Kind == ir::TypeKind::Number || T.Kind == ir::TypeKind::String ||
         T.Kind == ir::TypeKind::Device;
}

/// What stands for the default of parameter N of F, if that is no constant, `def f(x, weight=WEIGHT)`. Null if nobody
/// knows.
static std::pair<const ir::Inst *, const ir::Function *> defaultOf(const NameUses &All, const ir::Function &F,
                                                                   unsigned N) {
  const ir::Module *Home = All.moduleOf(F);
  const ir::SourceRange R = F.Params[N].Range;
  std::pair<const ir::Inst *, const ir::Function *> Whole;
  if (!Home || !R.isValid())
    return Whole;
  for (const std::unique_ptr<ir::Function> &Around : Home->Functions)
    for (const ir::Inst &I : Around->Insts)
      if (Around.get() != &F && I.Result && I.Range.isInFileOf(R) && R.Begin <= I.Range.Begin && I.Range.End == R.End &&
          (!Whole.first || I.Range.Begin < Whole.first->Range.Begin))
        Whole = {&I, Around.get()};
  return Whole;
}

/// True for the object whose method F is. A static method has none.
static bool isObject(const ir::Function &F, unsigned N) {
  return F.Kind != ir::FunctionKind::StaticMethod && F.isReceiver(F.Blocks[0].Params[N]);
}

/// What Call, which calls F, gives for parameter N: `f(x, **options)`, too.
bool Sources::ofGiven(const ir::Function &Caller, const ir::Function &F, unsigned N, const ir::Inst &Call) {
  const auto *const Star = llvm::find_if(Call.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
  const ir::Arg *A = givenFor(F, N, Call);
  if (A && (!A->Keyword.empty() || A < Star))
    return isOther(Caller, A->Value);
  const Part Named{ir::Constant{ir::Constant::Kind::String, 0, F.Params[N].Name}};
  return std::any_of(Star, Call.Args.end(), [&](const ir::Arg &Rest) {
    return Rest.Keyword.starts_with("*") && ofPart(Caller, Rest.Value, Rest.Keyword == "*" ? Part() : Named);
  });
}

bool Sources::ofParameter(const ir::Function &F, unsigned N) {
  const ir::Param &Of = F.Params[N];
  if (Of.PassMode != ir::Param::Mode::Value || isObject(F, N))
    return false;
  if (isDeclaredOther(Of.DeclaredType) ||
      (Of.HasDefault && !Of.DefaultUnknown && checks::isOther(Of.Default, NoneCounts)))
    return true;
  if (Of.HasDefault && Of.DefaultUnknown)
    if (const auto [Whole, In] = defaultOf(All, F, N); !Whole || isOther(*In, Whole->Result))
      return true;
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth)
    return false;
  if (isCalledUnseen(P, All, F))
    return true;
  ++Depth;
  const bool Found = mayHoldOfCall(
      P, All, F, Spent, [&](const ir::Function &Caller, const ir::Inst &Call) { return ofGiven(Caller, F, N, Call); });
  --Depth;
  return Found;
}

bool Sources::ofJoin(const ir::Function &F, ValueId V) {
  const ir::BlockId Joined = F.value(V).Block;
  const auto &Params = F.block(Joined).Params;
  const size_t At = llvm::find(Params, V) - Params.begin();
  const auto IsOther = [&](ValueId From) {
    if (isAskedForKind(F, From))
      return false;
    const bool Counted = std::exchange(NoneCounts, NoneCounts && !isAskedForNone(F, From));
    const bool Result = isOther(F, From);
    NoneCounts = Counted;
    return Result;
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Targets, [&](const ir::Successor &To) {
      return To.Block == Joined && At < To.Args.size() && IsOther(To.Args[At]);
    });
  });
}

bool Sources::ofReturn(const ir::Function &Callee) {
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth || llvm::any_of(Callee.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Yield; }))
    return false;
  ++Depth;
  const bool Found = llvm::any_of(Callee.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Return && !I.Args.empty() && isOther(Callee, I.Args[0].Value);
  });
  --Depth;
  return Found;
}

/// What functions of the language give: `sum(losses)` of no losses, `getattr(x, "w", 1.0)`, `d.get("w", 1.0)`.
bool Sources::ofBuiltin(const ir::Function &F, const ir::Inst &Call) {
  if (Call.Args.empty())
    return false;
  const ir::Arg *Default = Call.Args.size() > 2 && Call.Args[2].Keyword.empty() ? &Call.Args[2] : nullptr;
  const ir::Inst *Key = Call.Args.size() > 1 ? F.definition(Call.Args[1].Value) : nullptr;
  if (Call.Kind == InstKind::Invoke)
    return knowledge::takesElement(std::string_view(Call.Name)) &&
           ((Default ? isOther(F, Default->Value) : NoneCounts && knowledge::mayMiss(std::string_view(Call.Name))) ||
            ofPart(F, Call.Args[0].Value, Part::of(Key)));
  if (knowledge::sumsUp(std::string_view(Call.Name))) {
    if (Call.Args.size() > 1)
      return isOther(F, Call.Args[1].Value);
    const ir::Inst *Of = F.definition(Call.Args[0].Value);
    return !Of || (Of->Kind != InstKind::MakeList && Of->Kind != InstKind::MakeTuple) || Of->Args.empty() ||
           llvm::all_of(Of->Args, [&](const ir::Arg &A) { return !A.Keyword.empty() || isOther(F, A.Value); });
  }
  const bool ReadsMember = knowledge::readsMember(std::string_view(Call.Name)) && Key && Key->Kind == InstKind::Const;
  return ReadsMember && ((Default && isOther(F, Default->Value)) ||
                         isOtherInMember(classOf(P, F, Call.Args[0].Value), Key->Const.Text));
}

bool Sources::ofCall(const ir::Function &F, const ir::Inst &Call) {
  if (const auto Class = Call.Kind == InstKind::Call ? P.Types.findClass(Call.Name) : std::nullopt) {
    if (!Asked.empty())
      return ofProperty(Call.Name, Asked) || ofClassMember(Call.Name, Asked) || storesByName(P, All, Call.Name) ||
             looksUp(P, All, Call.Name);
    return llvm::none_of(Class->C->Bases, [&](StringRef Base) {
      return knowledge::isTensorClass(std::string_view(P.Types.canonical(Base)));
    });
  }
  if (const std::optional<Program::Entry> Callee = calleeOf(P, F, Call); Callee && Callee->F->hasBody())
    return ofReturn(*Callee->F);
  return (Call.Kind == InstKind::Call && knowledge::makesArrays(std::string_view(P.Types.canonical(Call.Name)))) ||
         ofBuiltin(F, Call) || ofForeign(F, Call) || ofSolved(F, Call);
}

//===--- Elements of containers -------------------------------------------===//

/// `[x, 0.5]`, `{"w": 0.5}`
bool Sources::ofWritten(const ir::Function &F, const ir::Inst &Made, const Part &Of) {
  const bool IsOpen = llvm::any_of(Made.Args, [](const ir::Arg &A) { return !A.Keyword.empty(); });
  if (Made.Kind == InstKind::MakeTuple && !IsOpen)
    if (const std::optional<size_t> At = Of.placeIn(Made.Args.size()))
      return isOther(F, Made.Args[*At].Value);
  if (Made.Kind != InstKind::MakeDict || IsOpen)
    return llvm::any_of(Made.Args, [&](const ir::Arg &A) {
      return A.Keyword.empty() ? Made.Kind != InstKind::MakeDict && isOther(F, A.Value) : ofPart(F, A.Value, Part());
    });
  // Keys stand before their values.
  for (size_t N = 1; N < Made.Args.size(); N += 2)
    if (Of.mayBe(F.definition(Made.Args[N - 1].Value)) && isOther(F, Made.Args[N].Value))
      return true;
  return false;
}

/// `total({"reg": 0.5})`, `total([1.0, 2.0])`: what is written where F is called.
bool Sources::ofPartOfParameter(const ir::Function &F, unsigned N, const Part &Of) {
  constexpr unsigned MaxDepth = 6;
  if (isObject(F, N) || Depth == MaxDepth)
    return false;
  ++Depth;
  const bool Found = mayHoldOfCall(P, All, F, Spent, [&](const ir::Function &Caller, const ir::Inst &Call) {
    // `*rest` and `**options` hold what no other parameter takes.
    if (F.Params[N].PassMode != ir::Param::Mode::Value)
      return llvm::any_of(llvm::enumerate(Call.Args), [&](const auto &Given) {
        const ir::Arg &A = Given.value();
        const bool IsNamed = !A.Keyword.empty() && !A.Keyword.starts_with("*");
        const bool IsMeant = IsNamed ? Of.Key && Of.Key->Text == A.Keyword : A.Keyword.empty() && Given.index() >= N;
        return IsMeant && isOther(Caller, A.Value);
      });
    const ir::Arg *A = givenFor(F, N, Call);
    return A && !A->Keyword.starts_with("*") && ofPart(Caller, A->Value, Of);
  });
  --Depth;
  return Found;
}

bool Sources::ofPartOfCall(const ir::Function &F, const ir::Inst &Call, const Part &Of) {
  if (const auto Class = Call.Kind == InstKind::Call ? P.Types.findClass(Call.Name) : std::nullopt) {
    const std::optional<size_t> At = Of.placeIn(Class->C->Fields.size());
    return At && isOtherInMember(Call.Name, Class->C->Fields[*At].Name);
  }
  if (const std::optional<Program::Entry> Callee = calleeOf(P, F, Call); Callee && Callee->F->hasBody()) {
    constexpr unsigned MaxDepth = 6;
    if (Depth == MaxDepth)
      return false;
    ++Depth;
    const bool Found = llvm::any_of(Callee->F->Insts, [&](const ir::Inst &I) {
      return !I.Args.empty() && ((I.Kind == InstKind::Return && ofPart(*Callee->F, I.Args[0].Value, Of)) ||
                                 (I.Kind == InstKind::Yield && isOther(*Callee->F, I.Args[0].Value)));
    });
    --Depth;
    return Found;
  }
  if (Call.Kind == InstKind::Invoke)
    return !Call.Args.empty() && knowledge::givesElements(std::string_view(Call.Name)) &&
           ofPart(F, Call.Args[0].Value, Part());
  const std::string_view Name = P.Types.canonical(Call.Name);
  if (Call.Kind != InstKind::Call || !knowledge::makesContainer(Name))
    return false;
  return knowledge::makesMissing(Name) || llvm::any_of(Call.Args, [&](const ir::Arg &A) {
           const bool IsNamed = !A.Keyword.empty() && !A.Keyword.starts_with("*");
           const bool IsMeant = !Of.Key || Of.Key->Text == A.Keyword;
           return IsNamed ? IsMeant && isOther(F, A.Value) : ofPart(F, A.Value, Of);
         });
}

bool Sources::ofPartOfMember(const ir::Function &F, const ir::Inst &Read, const Part &Of) {
  const StringRef Class = classOf(P, F, Read.Args[0].Value);
  const auto IsOfIt = [&](const NameUses::Said &At) { return isStoredTo(P, At, Class); };
  return llvm::any_of(All.storing(Read.Name),
                      [&](const NameUses::Said &Put) {
                        return !Spent.allows(Effort::OfName) ||
                               (IsOfIt(Put) && ofPart(*Put.F, Put.I->Args[1].Value, Of));
                      }) ||
         llvm::any_of(All.reading(Read.Name), [&](const NameUses::Said &At) {
           return !Spent.allows(Effort::OfName) ||
                  (At.I->Kind == InstKind::GetField && IsOfIt(At) && isFilled(*At.F, At.I->Result, Of));
         });
}

/// What a loop gives is a pair: `for name, x in d.items()`, `for n, x in enumerate(xs)`.
bool Sources::ofPartOfPair(const ir::Function &F, const ir::Inst &Taken, const Part &Of) {
  const ir::Inst *Over = F.definition(Taken.Args[0].Value);
  const ir::Inst *Whole = Over && Over->Kind == InstKind::Iterate ? F.definition(Over->Args[0].Value) : nullptr;
  const std::optional<size_t> At = Whole ? Of.placeIn(Whole->Args.size() + 1) : std::nullopt;
  if (!Whole || Whole->Args.empty())
    return false;
  if (Whole->Kind == InstKind::Invoke && knowledge::givesPairs(std::string_view(Whole->Name)))
    return At != 0 && ofPart(F, Whole->Args[0].Value, Part());
  if (Whole->Kind == InstKind::Call && knowledge::numbersElements(std::string_view(Whole->Name)))
    return At != 0 && ofPart(F, Whole->Args[0].Value, Part());
  if (Whole->Kind == InstKind::Call && knowledge::givesOfArguments(std::string_view(Whole->Name)))
    return At && *At < Whole->Args.size() && ofPart(F, Whole->Args[*At].Value, Part());
  return ofPartOfEach(F, *Whole, Of);
}

/// The same element of each that Whole holds or gives, where it is written out: `[(x, 0.5)]`, `yield x, 0.5`, `return
/// x, (y, 0.5)`.
bool Sources::ofPartOfEach(const ir::Function &F, const ir::Inst &Whole, const Part &Of) {
  if (Whole.Kind == InstKind::MakeList || Whole.Kind == InstKind::MakeTuple)
    return llvm::any_of(Whole.Args, [&](const ir::Arg &A) { return ofPart(F, A.Value, Of); });
  const std::optional<Program::Entry> Callee = calleeOf(P, F, Whole);
  constexpr unsigned MaxDepth = 6;
  if (!Callee || !Callee->F->hasBody() || Depth == MaxDepth)
    return false;
  ++Depth;
  const bool Found = llvm::any_of(Callee->F->Insts, [&](const ir::Inst &I) {
    if (I.Args.empty() || (I.Kind != InstKind::Return && I.Kind != InstKind::Yield))
      return false;
    const ir::Inst *Given = Callee->F->definition(I.Args[0].Value);
    return I.Kind == InstKind::Yield ? ofPart(*Callee->F, I.Args[0].Value, Of)
                                     : Given && ofPartOfEach(*Callee->F, *Given, Of);
  });
  --Depth;
  return Found;
}

/// True if Put, `losses.append(0)`, puts something else there.
bool Sources::isPut(const ir::Function &F, const ir::Inst &Put, const Part &Of) {
  if (Put.Args.size() < 2)
    return false;
  const ir::Arg &Last = Put.Args.back();
  if (knowledge::fillsWithAll(std::string_view(Put.Name)))
    return llvm::any_of(llvm::drop_begin(Put.Args), [&](const ir::Arg &A) {
      const bool IsNamed = !A.Keyword.empty() && !A.Keyword.starts_with("*");
      return IsNamed ? (!Of.Key || Of.Key->Text == A.Keyword) && isOther(F, A.Value) : ofPart(F, A.Value, Of);
    });
  const bool HasKey = Put.Args.size() > 2 && knowledge::takesElement(std::string_view(Put.Name));
  return (!HasKey || Of.mayBe(F.definition(Put.Args[1].Value))) && isOther(F, Last.Value);
}

bool Sources::isFilledBy(const ir::Function &F, const ir::Inst &I, size_t N, const Part &Of) {
  switch (I.Kind) {
  case InstKind::SetItem:
    return N == 0 && Of.mayBe(F.definition(I.Args[1].Value)) && isOther(F, I.Args.back().Value);
  case InstKind::SetField:
    return N == 1 && llvm::any_of(All.reading(I.Name), [&](const NameUses::Said &At) {
             return !Spent.allows(Effort::OfName) ||
                    (At.I->Kind == InstKind::GetField && isStoredTo(P, At, classOf(P, F, I.Args[0].Value)) &&
                     isFilled(*At.F, At.I->Result, Of));
           });
  case InstKind::Closure: {
    const ir::Module *M = All.moduleOf(F);
    const ir::Function *Inner = M ? M->Functions[I.Callee.index()].get() : nullptr;
    return Inner && Inner->hasBody() && N < Inner->Blocks[0].Params.size() &&
           isFilled(*Inner, Inner->Blocks[0].Params[N], Of);
  }
  case InstKind::Invoke:
    if (N == 0 && knowledge::fillsContainer(std::string_view(I.Name)) && isPut(F, I, Of))
      return true;
    [[fallthrough]];
  case InstKind::Call:
  case InstKind::Apply: {
    const std::optional<Program::Entry> Callee = runBy(P, F, I);
    if (!Callee || !Callee->F->hasBody())
      return false;
    for (unsigned To = 0; To < Callee->F->Params.size() && To < Callee->F->Blocks[0].Params.size(); ++To)
      if (givenFor(*Callee->F, To, I) == &I.Args[N] && isFilled(*Callee->F, Callee->F->Blocks[0].Params[To], Of))
        return true;
    return false;
  }
  default:
    return false;
  }
}

/// True if F, or who gets the container from it, puts something else there: `hist.append(0)`, `d[k] = 0.0`.
bool Sources::isFilled(const ir::Function &F, ValueId V, const Part &Of) {
  if (!Containers.add(F, V, Of, /*OfFilling=*/true, Asked))
    return false;
  if (!Spent.allows(F.Insts.size()))
    return true;
  for (const ir::Inst &I : F.Insts)
    for (size_t N = 0; N < I.Args.size(); ++N)
      if (I.Args[N].Value == V && isFilledBy(F, I, N, Of))
        return true;
  return false;
}

bool Sources::ofPart(const ir::Function &F, ValueId V, const Part &Of) {
  if (!Containers.add(F, V, Of, /*OfFilling=*/false, Asked))
    return false;
  if (isFilled(F, V, Of))
    return true;
  const ir::Inst *D = F.definition(V);
  if (!D) {
    if (const std::optional<unsigned> N = parameterOf(F, V))
      return ofPartOfParameter(F, *N, Of);
    return llvm::any_of(ir::incoming(F, V), [&](ValueId From) { return ofPart(F, From, Of); });
  }
  switch (D->Kind) {
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
    return ofWritten(F, *D, Of);
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    return ofPartOfCall(F, *D, Of);
  case InstKind::GetField:
    return ofPartOfMember(F, *D, Of);
  case InstKind::GetGlobal:
    return llvm::any_of(All.settingGlobal(P.Types.canonical(D->Name)),
                        [&](const NameUses::Said &Set) { return ofPart(*Set.F, Set.I->Args[0].Value, Of); }) ||
           llvm::any_of(All.reading(D->Name), [&](const NameUses::Said &At) {
             return !Spent.allows(Effort::OfName) ||
                    (At.I->Kind == InstKind::GetGlobal && isFilled(*At.F, At.I->Result, Of));
           });
  case InstKind::Next:
    return ofPartOfPair(F, *D, Of);
  case InstKind::Unpack:
  case InstKind::GetItem: {
    const ir::Inst *Whole = F.definition(D->Args[0].Value);
    return Whole && ofPartOfEach(F, *Whole, Of);
  }
  case InstKind::Op: // one list behind another
    return llvm::any_of(D->Args, [&](const ir::Arg &A) { return ofPart(F, A.Value, Part()); });
  default:
    return false;
  }
}

/// `xs[0]`, `a, b = xs`, `for x in xs`
bool Sources::ofElement(const ir::Function &F, const ir::Inst &Taken) {
  ValueId Whole = Taken.Args[0].Value;
  const ir::Inst *Of = F.definition(Whole);
  if (Of && Of->Kind == InstKind::Iterate) {
    Whole = Of->Args[0].Value;
    Of = F.definition(Whole);
  }
  Part Meant;
  if (Taken.Kind == InstKind::Unpack)
    Meant = Part::at(Taken.Index);
  else if (Taken.Kind == InstKind::GetItem && Taken.Args.size() == 2)
    Meant = Part::of(F.definition(Taken.Args[1].Value));
  const bool IsWritten = Of && (Of->Kind == InstKind::MakeList || Of->Kind == InstKind::MakeTuple) &&
                         llvm::all_of(Of->Args, [](const ir::Arg &A) { return A.Keyword.empty(); });
  return ofPart(F, Whole, Meant) || (!IsWritten && ofSolved(F, Taken));
}

bool Sources::ofSolved(const ir::Function &F, const ir::Inst &D) const {
  const SolvedFunction *S = Asked.empty() ? P.solvedHere(F) : nullptr;
  const Event *E = S && D.Result ? S->eventAt(F.value(D.Result).Definition) : nullptr;
  return E && checks::isOther(*S, E->Result, NoneCounts);
}

bool Sources::isOther(const ir::Function &F, ValueId V) {
  if (!Seen.insert({&F, (2 * V.index()) + (NoneCounts ? 1 : 0), Asked}).second)
    return false;
  const ir::Inst *D = F.definition(V);
  if (!D) {
    const std::optional<unsigned> N = parameterOf(F, V);
    return N ? ofParameter(F, *N) : ofJoin(F, V);
  }
  switch (D->Kind) {
  case InstKind::Const:
    return checks::isOther(D->Const, NoneCounts);
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
  case InstKind::Closure:
    return true;
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    return ofCall(F, *D);
  case InstKind::GetField:
    return isOtherInMember(classOf(P, F, D->Args[0].Value), D->Name) || ofHolder(F, *D) || ofSolved(F, *D);
  case InstKind::Enter:
    return ofScope(F, *D);
  case InstKind::GetGlobal:
    return llvm::any_of(All.settingGlobal(P.Types.canonical(D->Name)),
                        [&](const NameUses::Said &Set) { return isOther(*Set.F, Set.I->Args[0].Value); });
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Next:
    return ofElement(F, *D);
  case InstKind::Op:
    // A number and a tensor give a tensor.
    return Asked.empty() && llvm::all_of(D->Args, [&](const ir::Arg &A) { return isOther(F, A.Value); });
  default:
    return false;
  }
}

bool mayBeNoTensor(const SolvedFunction &S, const Sink &Out, ValueId V, const ir::Inst &At) {
  if (S.M->declaresTypes() || !S.F->hasBody())
    return false;
  const auto E = llvm::find_if(S.Events, [&](const Event &E) { return E.I == &At; });
  const auto Asks = [&](dataflow::Condition::Kind K, bool IsPositive) {
    return E != S.Events.end() && llvm::any_of(E->Path.literals(), [&](dataflow::Literal L) {
             return S.Owner->Conditions[L.condition()].K == K && L.isPositive() == IsPositive;
           });
  };
  if (Asks(dataflow::Condition::Kind::IsTensor, /*IsPositive=*/true))
    return false;
  // No operator takes None.
  const bool NoneCounts = At.Kind != InstKind::Op && !Asks(dataflow::Condition::Kind::IsNone, /*IsPositive=*/false) &&
                          !isAskedForNone(*S.F, V) && !isAskedForKind(*S.F, V);
  if (Sources(*S.Owner, Out.names(), NoneCounts).isOther(*S.F, V))
    return true;
  // A loop over what is written out is there once for each: `for w in (0.5, torch.ones(2)): f(w)`.
  const auto *const A = llvm::find_if(At.Args, [&](const ir::Arg &Each) { return Each.Value == V; });
  const size_t N = A - At.Args.begin();
  return A != At.Args.end() && llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
           return &I != &At && I.Kind == At.Kind && I.Range == At.Range && N < I.Args.size() && I.Args[N].Value != V &&
                  Sources(*S.Owner, Out.names(), NoneCounts).isOther(*S.F, I.Args[N].Value);
         });
}

bool mayHoldNoTensor(const SolvedFunction &S, const Sink &Out, StringRef Class, StringRef Member) {
  return !S.M->declaresTypes() && Sources(*S.Owner, Out.names(), /*NoneCounts=*/false).isOtherInMember(Class, Member);
}

} // namespace devtidy::checks
