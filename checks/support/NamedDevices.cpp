//===- NamedDevices.cpp - How a device can be said at a place -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/NamedDevices.h"
#include "checks/support/Bindings.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/NameUses.h"
#include "checks/support/OnlyTensors.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "dataflow/program/MovedParts.h"
#include "knowledge/Builtins.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Path;
using dataflow::PathId;
using dataflow::Value;
using llvm::StringRef;

namespace {

/// How well a variable says the device: the sum of what speaks for it.
enum Reason { IsThere = 100, MeetsIt = 60, IsOperand = 30, GivesSize = 20, IsTyped = 5 };

/// True if all that is done in the range gives the same device at At: of constants, of what the machine has, and of
/// what is known there.
bool isSameTextAt(const SolvedFunction &S, const Sink &Out, ir::SourceRange R, const ir::Inst &At) {
  using ir::InstKind;
  auto IsInside = [&](const ir::Inst &I) {
    return I.Range.isInFileOf(R) && R.Begin <= I.Range.Begin && I.Range.End <= R.End;
  };
  bool IsWritten = false;
  for (const ir::Inst &I : S.F->Insts) {
    if (!IsInside(I) || I.Kind == InstKind::Const || I.Kind == InstKind::Jump)
      continue;
    IsWritten = true;
    if (I.Kind == InstKind::Branch) {
      const ir::Inst *Asked = S.F->definition(I.Args[0].Value);
      if (!(Asked && IsInside(*Asked)) && !isKnownAt(S, Out, I.Args[0], At))
        return false;
      continue;
    }
    using knowledge::Action;
    const StringRef Name = I.Kind == InstKind::Call ? S.Owner->Types.canonical(I.Name) : StringRef();
    const knowledge::Callable *Known = knowledge::findFunction({Name.data(), Name.size()});
    if (!Known ||
        (Known->Kind != Action::Available && Known->Kind != Action::DeviceCount && Known->Kind != Action::MakeDevice))
      return false;
  }
  return IsWritten;
}

class Names {
public:
  Names(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, const WantedDevice &Wanted)
      : S(S), Out(Out), At(At), Wanted(Wanted), Bound(*S.F) {}

  std::vector<NamedDevice> all() const;

private:
  NamedDevice variable() const;
  std::string spelled(PathId P) const;
  std::string toldMember() const;
  std::string member() const;
  bool isOfMeeting(PathId P) const;
  std::string operand() const;
  std::string written() const;
  StringRef classOf(ir::ValueId V) const;
  bool hasParameters(StringRef Class, unsigned Depth = 0) const;
  bool isStateful(ir::ValueId V) const;
  bool isOtherObject(ir::ValueId V) const;
  bool isAskedFor(ir::ValueId V) const;
  int score(ir::ValueId V) const;
  bool isTensor(ir::ValueId V, const Value *Known) const;
  bool meets(const GuardedTerm &T) const;
  bool isUsedBy(ir::ValueId V, const ir::Inst &I, unsigned Depth = 0) const;
  const Value *known(ir::ValueId V) const;
  const ir::Param *parameter(ir::ValueId V) const;
  bool isOperand(ir::ValueId V) const;
  bool isAlwaysUsed() const { return Wanted.User && isAlwaysFollowedBy(*S.F, At, *Wanted.User); }

  const SolvedFunction &S;
  const Sink &Out;
  const ir::Inst &At;
  const WantedDevice &Wanted;
  const Bindings Bound;
};

/// What is known of a value, at some use of it.
const Value *Names::known(ir::ValueId V) const {
  for (const Event &E : S.Events) {
    if (E.I->Result == V && E.I->Result)
      return &E.Result;
    for (const dataflow::Operand &O : E.Operands)
      if (O.A && O.A->Value == V)
        return &O.V;
  }
  return nullptr;
}

const ir::Param *Names::parameter(ir::ValueId V) const {
  const auto &Entry = S.F->Blocks.front().Params;
  const size_t N = llvm::find(Entry, V) - Entry.begin();
  return N < S.F->Params.size() && N < Entry.size() ? &S.F->Params[N] : nullptr;
}

/// True if V meets something in an operation of the function, which takes tensors then.
bool Names::isOperand(ir::ValueId V) const {
  return llvm::any_of(S.Demands, [&](const dataflow::PlacedDemand &P) {
    const auto IsSide = [&](const dataflow::Side &X) {
      return !X.IsModule && !X.IsElement && X.Name.empty() && X.Position < P.D.I->Args.size() &&
             P.D.I->Args[X.Position].Value == V;
    };
    return !P.Lifted && P.D.Of == dataflow::Meeting::Operands && llvm::any_of(P.D.Sides, IsSide);
  });
}

/// True if V is handed to I, or what I is given is made of it: x of torch.zeros(x.shape[0]).
bool Names::isUsedBy(ir::ValueId V, const ir::Inst &I, unsigned Depth) const {
  constexpr unsigned MaxDepth = 4;
  return llvm::any_of(I.Args, [&](const ir::Arg &A) {
    const ir::Inst *D = Depth < MaxDepth && A.Value != V ? S.F->definition(A.Value) : nullptr;
    return A.Value == V || (D && isUsedBy(V, *D, Depth + 1));
  });
}

/// True if something that is where T says meets what is where the wanted device is.
bool Names::meets(const GuardedTerm &T) const {
  auto IsOnly = [](const dataflow::Side &X, const GuardedTerm &Of) {
    const GuardedTerm *Single = X.P.single();
    return Single && Single->T == Of.T;
  };
  // Where the machine decides, it is one of several that one step has put there.
  auto IsOfOrigin = [&](const dataflow::Side &X) {
    return llvm::any_of(X.P.terms(), [&](const GuardedTerm &Of) {
      return Of.Origin && Of.Origin == Wanted.Term->Origin && Of.T == Wanted.Term->T;
    });
  };
  return Wanted.Term && llvm::any_of(S.Demands, [&](const dataflow::PlacedDemand &P) {
           auto Has = [&](const GuardedTerm &Of) {
             return llvm::any_of(P.D.Sides, [&](const dataflow::Side &X) { return IsOnly(X, Of); });
           };
           // An index may be on the CPU.
           return P.D.Of == dataflow::Meeting::Operands && P.D.Rule != knowledge::DeviceRule::Index && Has(T) &&
                  (Has(*Wanted.Term) || llvm::any_of(P.D.Sides, IsOfOrigin));
         });
}

/// True if somebody asks what kind of thing it is: it may be another one.
bool Names::isAskedFor(ir::ValueId V) const {
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Call && !I.Args.empty() && I.Args[0].Value == V &&
           knowledge::asksForKind({I.Name.data(), I.Name.size()});
  });
}

bool Names::isTensor(ir::ValueId V, const Value *Known) const {
  const ir::Param *Given = parameter(V);
  if (Given && isAskedFor(V))
    return false;
  const bool MayBeNone = Given && Given->HasDefault && Given->Default.K == ir::Constant::Kind::None;
  if (MayBeNone && !(Wanted.Of && Wanted.Of->Value == V && isAlwaysUsed()))
    return false;
  if (Given && (Given->PassMode != ir::Param::Mode::Value || Given->DeclaredType.Optional))
    return false;
  if (Known && Known->isTensor())
    return !Known->Partial && !Known->MayBeModule;
  const bool IsPath = Known && Known->is(Value::Kind::Symbolic) && !Known->IsComputed;
  const bool IsWanted = Wanted.Of && Wanted.Of->Value == V && !Wanted.IsModule;
  if (!Known)
    return Given && (IsWanted || (Wanted.Term && isOperand(V)));
  return IsPath && (S.Owner->Paths[Known->Path].IsTensor || IsWanted || (Wanted.Term && isOperand(V))) &&
         !(Given && S.Owner->Types.meaning(Given->DeclaredType).Kind == ir::TypeKind::Object);
}

/// 0 if the variable does not say the device.
int Names::score(ir::ValueId V) const {
  const Value *Known = known(V);
  if (!isTensor(V, Known))
    return 0;
  int Score = 0;
  if (Wanted.Of && !Wanted.IsModule && Wanted.Of->Value == V)
    Score += IsThere + IsOperand;
  const auto PathOf = [&] {
    const auto &Entry = S.F->Blocks.front().Params;
    return Known ? Known->Path : S.Owner->Paths.param(*S.F, llvm::find(Entry, V) - Entry.begin());
  };
  const dataflow::Placement Place =
      Known && Known->isTensor() ? Known->P : dataflow::Placement::of(dataflow::Term::symbol(PathOf()));
  const GuardedTerm *Single = Place.single();
  if (Wanted.Odd && Wanted.Odd->T.isSymbol() && Single && Single->T == Wanted.Odd->T)
    return 0;
  if (Wanted.Term && Single && Single->T == Wanted.Term->T)
    Score += IsThere;
  else if (Wanted.Term && Single && Single->T.isSymbol() && (meets(*Single) || isOfMeeting(Single->T.path())))
    Score += MeetsIt;
  else if (!Wanted.Term && Single && Single->T.isSymbol())
    Score += MeetsIt;
  if (!Score)
    return 0;
  if (isUsedBy(V, At))
    Score += GivesSize;
  if (Known && Known->isTensor())
    Score += IsTyped;
  return Score;
}

/// A device variable, a parameter or a member that is one, or what the wanted one was named by.
NamedDevice Names::variable() const {
  if (std::string Text = deviceExpression(S, Out, At, Wanted.Term); !Text.empty() || !Wanted.Term)
    return {Text};
  if (NamedDevice Told = targetOf(S, Out, At, *Wanted.Term); !Told.Text.empty())
    return Told;
  if (std::string Told = toldMember(); !Told.empty() || !Wanted.Term->T.isSymbol())
    return {Told};
  const PathId P = Wanted.Term->T.path();
  return {S.Owner->Paths[P].IsDevice ? spelled(P) : ""};
}

/// The member of the receiver that holds what a constructor said where it put the other operand: `self.device`.
std::string Names::toldMember() const {
  const dataflow::Step *Put = Wanted.Term ? Wanted.Term->Origin : nullptr;
  const bool IsOfClass = Put && Put->I && Put->F && Put->F != S.F && !S.F->Class.empty() &&
                         Put->F->Class == S.F->Class && Put->F->Kind == ir::FunctionKind::Constructor &&
                         S.F->Kind == ir::FunctionKind::Method;
  const std::optional<Program::Entry> Maker = IsOfClass ? S.Owner->Types.findFunction(Put->F->Name) : std::nullopt;
  if (!Maker || Maker->F != Put->F)
    return "";
  const SolvedFunction &There = S.Owner->solved(*Maker);
  const auto Moved = llvm::find_if(There.Events, [&](const Event &E) { return E.I == Put->I; });
  if (Moved == There.Events.end() || !Moved->TargetArg)
    return "";
  const ir::ValueId Told = Moved->TargetArg->Value;
  const ir::Inst *Read = Put->F->definition(Told);
  const bool IsRead = Read && Read->Kind == ir::InstKind::GetField && Put->F->isReceiver(Read->Args[0].Value);
  const auto Stores = [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::SetField && Put->F->isReceiver(I.Args[0].Value) && I.Args[1].Value == Told;
  };
  const auto Kept = llvm::find_if(Put->F->Insts, Stores);
  if (!IsRead && Kept == Put->F->Insts.end())
    return "";
  const StringRef Name = IsRead ? Read->Name : Kept->Name;
  // Whoever else assigns it may mean another device, from then on.
  const llvm::ArrayRef<NameUses::Said> All = Out.names().storing(Name);
  if (All.size() != 1 || All.front().F != Put->F)
    return "";
  const ir::ValueId Self = S.F->Blocks.front().Params.front();
  const StringRef Receiver = S.F->Params.front().Name;
  return Bound.at(Receiver, At) == Self ? (Receiver + "." + Name).str() : "";
}

/// The path as the program says it at At: `self.device`, `config.device`. "" if it cannot.
std::string Names::spelled(PathId P) const {
  const Path &Of = S.Owner->Paths[P];
  const bool IsName = !Of.Name.empty() && llvm::all_of(Of.Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  if (Of.Kind == Path::Root::Child && IsName) {
    const std::string Parent = spelled(Of.Parent);
    return Parent.empty() ? "" : Parent + "." + Of.Name.str();
  }
  if (Of.Kind != Path::Root::Param || Of.Owner != S.F || Of.Index >= S.F->Params.size())
    return "";
  const StringRef Name = S.F->Params[Of.Index].Name;
  return Bound.at(Name, At) == S.F->Blocks.front().Params[Of.Index] ? Name.str() : "";
}

/// True if the wanted one is where two meet, and the path is where one of them is.
bool Names::isOfMeeting(PathId P) const {
  llvm::SmallVector<PathId, 4> Work;
  if (Wanted.Term && Wanted.Term->T.isSymbol())
    Work.push_back(Wanted.Term->T.path());
  while (!Work.empty()) {
    const Path &Of = S.Owner->Paths[Work.pop_back_val()];
    if (Of.Kind != Path::Root::Meeting)
      continue;
    if (Of.Parent == P || Of.Other == P)
      return true;
    Work.append({Of.Parent, Of.Other});
  }
  return false;
}

/// A member of the receiver that is there, a tensor as its constructors leave it: `self.steps.device`.
std::string Names::member() const {
  if (!Wanted.Term || !Wanted.Term->T.isSymbol() || S.F->Class.empty())
    return "";
  const PathId P = Wanted.Term->T.path();
  const Path &Of = S.Owner->Paths[P];
  if (Of.Kind != Path::Root::Child || Of.IsDevice || Of.Depth != 1 ||
      S.Owner->Paths[Of.Parent].Kind != Path::Root::Param || S.Owner->Paths[Of.Parent].Index != 0)
    return "";
  const auto &Fields = S.Owner->solvedClass(S.F->Class).Fields;
  const auto *const Field = Fields.find(Of.Name);
  if (Field == Fields.end())
    return "";
  // A module has no device of its own.
  const dataflow::FieldFacts &Facts = Field->second;
  const bool IsTensor =
      Facts.Made.isTensor() || (Facts.Made.Kind != ir::TypeKind::Object && Facts.Dim != dataflow::Rank::Unknown);
  if (!IsTensor || Facts.P.isUnknown() || Facts.P.isBottom() || Facts.MayBeModule || Facts.IsNumber)
    return "";
  const std::string Text = spelled(P);
  return Text.empty() ? "" : Text + Spelling(S).attribute("device");
}

/// The class of the module that V is, by what declares or makes it; "" if nothing says that.
StringRef Names::classOf(ir::ValueId V) const {
  if (const ir::Param *Given = parameter(V))
    return S.Owner->Types.meaning(Given->DeclaredType).Name;
  const ir::Inst *Made = S.F->definition(V);
  if (Made && Made->Kind == ir::InstKind::Call)
    return S.Owner->Types.canonical(Made->Name);
  // A module that was moved is what it was.
  if (Made && Made->Kind == ir::InstKind::Invoke && dataflow::isMove(*Made))
    return classOf(Made->Args[0].Value);
  const bool IsMember = Made && Made->Kind == ir::InstKind::GetField && !S.F->Class.empty() &&
                        Made->Args[0].Value == S.F->Blocks.front().Params.front();
  if (!IsMember)
    return "";
  const auto &Fields = S.Owner->solvedClass(S.F->Class).Fields;
  const auto *const Field = Fields.find(Made->Name);
  return Field == Fields.end() ? StringRef() : Field->second.Made.Name;
}

/// True if modules of the class have parameters: what it makes of the layers of the library.
bool Names::hasParameters(StringRef Class, unsigned Depth) const {
  constexpr unsigned MaxDepth = 3;
  if (Class.empty() || Depth > MaxDepth)
    return false;
  if (const knowledge::ModuleParts *Parts = knowledge::findModuleParts({Class.data(), Class.size()}))
    return !Parts->Parameters.empty();
  return S.Owner->Types.findClass(Class) && llvm::any_of(S.Owner->solvedClass(Class).Fields, [&](const auto &Field) {
           return Field.second.Registered && hasParameters(Field.second.Made.Name, Depth + 1);
         });
}

/// True if the module V has parameters, or is made of one that has.
bool Names::isStateful(ir::ValueId V) const {
  const StringRef Class = classOf(V);
  const ir::Inst *Made = S.F->definition(V);
  if (Made && Made->Kind == ir::InstKind::Invoke && dataflow::isMove(*Made))
    return isStateful(Made->Args[0].Value);
  return hasParameters(Class) || (Made && Made->Kind == ir::InstKind::Call && S.Owner->Types.isModuleClass(Class) &&
                                  llvm::any_of(Made->Args, [&](const ir::Arg &A) { return isStateful(A.Value); }));
}

/// True if the operation meets an object there that is no tensor: a distribution, a data set. It has no device.
bool Names::isOtherObject(ir::ValueId V) const {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.I == Wanted.User && llvm::any_of(E.Operands, [&](const dataflow::Operand &O) {
             return O.A && O.A->Value == V && O.V.is(dataflow::Value::Kind::Object);
           });
  });
}

/// The operand itself, where it is a member of something, and means at At what it means where it stands.
std::string Names::operand() const {
  if (!Wanted.Of || !isKnownAt(S, Out, *Wanted.Of, At) || (&At != Wanted.User && !isAlwaysUsed()))
    return "";
  if (Wanted.IsModule ? !isStateful(Wanted.Of->Value) : isOtherObject(Wanted.Of->Value))
    return "";
  const std::string Text = Out.source(Wanted.Of->Range).str();
  if (!takesMember(Text) || llvm::StringRef(Text).contains('('))
    return "";
  return Wanted.IsModule ? Spelling(S).deviceOfModule(Text) : Text + Spelling(S).attribute("device");
}

/// What was written where the other operand was put, `"cuda" if torch.cuda.is_available() else "cpu"`, if it says the
/// same wherever it stands.
std::string Names::written() const {
  const dataflow::Step *Origin = Wanted.Term ? Wanted.Term->Origin : nullptr;
  if (!Spelling(S).hasTextForDevices() || !Origin || !Origin->I || Origin->F != S.F)
    return "";
  const auto Put = llvm::find_if(S.Events, [&](const Event &E) { return E.I == Origin->I; });
  if (Put == S.Events.end() || !Put->TargetArg || !isSameTextAt(S, Out, Put->TargetArg->Range, At))
    return "";
  const StringRef Text = Out.source(Put->TargetArg->Range);
  return Text.contains('\n') ? "" : Text.str();
}

std::vector<NamedDevice> Names::all() const {
  std::vector<NamedDevice> Result;
  auto Add = [&](std::string Text, bool IsSure) {
    if (!Text.empty() && llvm::none_of(Result, [&](const NamedDevice &D) { return D.Text == Text; }))
      Result.push_back({std::move(Text), IsSure});
  };
  NamedDevice Held = variable();
  Add(std::move(Held.Text), Held.Sure);
  std::vector<std::pair<int, Bindings::Bound>> Scored;
  for (const Bindings::Bound &B : Bound.at(At))
    if (const int Score = score(B.V))
      Scored.emplace_back(Score, B);
  llvm::stable_sort(Scored, [](const auto &A, const auto &B) { return A.first > B.first; });
  auto AddScored = [&](int Least) {
    for (const auto &[Score, B] : Scored)
      if (Score >= Least)
        Add(B.Name.str() + Spelling(S).attribute("device"), !mayBeNoTensor(S, Out, B.V, At));
  };
  AddScored(IsThere);
  if (std::string Text = operand(); !Text.empty())
    Add(std::move(Text), Wanted.IsModule ? !Out.names().compilesText() : !mayBeNoTensor(S, Out, Wanted.Of->Value, At));
  if (std::string Text = member(); !Text.empty())
    Add(std::move(Text), !mayHoldNoTensor(S, Out, S.F->Class, S.Owner->Paths[Wanted.Term->T.path()].Name));
  Add(written(), /*IsSure=*/true);
  AddScored(0);
  llvm::stable_sort(Result, [](const NamedDevice &A, const NamedDevice &B) { return A.Sure && !B.Sure; });
  return Result;
}

} // namespace

std::vector<NamedDevice> namedDevices(const SolvedFunction &S, const Sink &Out, const ir::Inst &At,
                                      const WantedDevice &Wanted) {
  return S.F->hasBody() ? Names(S, Out, At, Wanted).all() : std::vector<NamedDevice>();
}

} // namespace devtidy::checks
