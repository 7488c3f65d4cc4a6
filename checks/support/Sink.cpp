//===- Sink.cpp - Drafts become findings --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"
#include "checks/support/AwaitedFailures.h"
#include "checks/support/Spelling.h"
#include "checks/support/Tests.h"
#include "dataflow/domain/EachIndex.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::StepKind;
namespace wording = report::wording;

/// The level of what is not reported.
static constexpr int Never = 99;

Draft Sink::draft(const ir::Function *Function, ir::SourceRange At) const {
  Draft D;
  D.F.Check = C.Name.str();
  D.F.Level = C.Level;
  D.F.Where = place(At);
  D.F.Worlds = Options.Worlds;
  if (Function)
    D.F.Function = Function->Name.str();
  // What stands in a file that is not checked is not the user's to repair.
  if (!At.isValid() || !At.File->Checked)
    D.F.Level = Never;
  return D;
}

/// True if what At does hangs on one of several objects, of which nobody knows which it is.
static bool isOfSeveral(const SolvedFunction &S, const ir::Inst &At) {
  const auto IsOf = [](const Placement &P) {
    return llvm::any_of(P.terms(), [](const dataflow::GuardedTerm &T) { return T.Origin && T.Origin->OfSeveral; });
  };
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.I == &At && (E.OfSeveral || IsOf(E.Before) || IsOf(E.Target) ||
                          llvm::any_of(E.Operands, [&](const dataflow::Operand &O) { return IsOf(O.V.P); }));
  });
}

Draft Sink::draft(const SolvedFunction &S, const ir::Inst &At) const {
  Draft D = draft(S.F, At.Range);
  D.Of = S.F;
  D.In = &S;
  D.At = &At;
  if (!S.Owner->Links.mentions().mayRun(*S.M, *S.F))
    D.atLeastLevel(2);
  if (isOfSeveral(S, At))
    D.atLeastLevel(2);
  // What a test is given its framework chooses, and a test that needs an accelerator runs where there is one.
  D.doubt(isOfTests(*S.Owner, *S.M));
  return D;
}

/// Where a string of F that the source writes, with values in it, takes the edit: `f"{x}"`. Not valid if none does.
static ir::SourceRange stringAround(const ir::Function &F, const report::Edit &E) {
  const auto Found = llvm::find_if(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Opaque && F.value(I.Result).StaticType.Kind == ir::TypeKind::String &&
           I.Range.isValid() && I.Range.File->Path == E.Path && I.Range.Begin < E.Begin && E.End < I.Range.End;
  });
  return Found == F.Insts.end() ? ir::SourceRange() : Found->Range;
}

/// In a string nothing is written in that string's own quotes, which Python takes only since 3.12 (PEP 701). Before is
/// what the source has of it in front of the edit, and of those beside it. False if there is no other way to write it.
static bool spellInString(llvm::StringRef Before, std::string &Replacement) {
  for (const char Quote : {'"', '\''}) {
    const char Other = Quote == '"' ? '\'' : '"';
    if (!Before.contains(Quote) || Replacement.find(Quote) == std::string::npos)
      continue;
    if (Before.contains(Other) || Replacement.find(Other) != std::string::npos)
      return false;
    std::ranges::replace(Replacement, Quote, Other);
    return true;
  }
  return true;
}

void Sink::spell(Draft &D) const {
  llvm::erase_if(D.F.Fixes, [&](report::Fix &Fix) {
    return llvm::any_of(Fix.Edits, [&](report::Edit &E) {
      if (D.Of)
        if (const ir::SourceRange String = stringAround(*D.Of, E);
            String.isValid() && Spelling::isShown(source(String).drop_front(E.End - String.Begin)))
          return true;
      if (!D.Of || llvm::StringRef(E.Replacement).find_first_of("\"'") == llvm::StringRef::npos)
        return false;
      // Most are in no string: one on several lines takes such quotes.
      const report::SourceText *Text = Sources.get(E.Path);
      llvm::StringRef Line = Text ? Text->text().take_front(E.Begin) : llvm::StringRef();
      Line = Line.substr(Line.rfind('\n') + 1);
      if (Line.find_first_of("\"'") == llvm::StringRef::npos)
        return false;
      const ir::SourceRange String = stringAround(*D.Of, E);
      return String.isValid() && !spellInString(source(String).take_front(E.Begin - String.Begin), E.Replacement);
    });
  });
}

void Sink::add(Draft D) {
  // A caller may still raise what there is little evidence for.
  if (D.F.Level == Never || C.Level > Options.Level || D.F.Where.Path.empty())
    return;
  spell(D);
  const auto IsSure = [](const report::Fix &Fix) { return Fix.Sure; };
  if (D.At && llvm::any_of(D.F.Fixes, IsSure) && isFailureAwaited(*D.In->Owner, Names, *D.Of, *D.At))
    for (report::Fix &Fix : D.F.Fixes)
      Fix.Sure = false;
  D.F.Headline = wording::fill(C.Headline, D.Slots, D.F.Certain);
  Out.push_back({std::move(D.F), D.IsDoubtful, std::move(D.Unless), std::move(D.WeakerIf), std::move(D.DoubtfulIf)});
}

llvm::StringRef Sink::option(const ir::Function &F, llvm::StringRef Name) const {
  const bool IsOfFile = Options.OptionsOf && F.Range.isValid();
  const llvm::StringMap<std::string> &Given = IsOfFile ? Options.OptionsOf(F.Range.File->Path) : Options.CheckOptions;
  auto It = Given.find((C.Name + "." + Name).str());
  if (It != Given.end())
    return It->second;
  for (const Option &O : C.Options)
    if (O.Name == Name)
      return O.Default;
  return {};
}

llvm::StringRef Sink::fileText(const ir::SourceFile &File) const {
  const report::SourceText *T = Sources.get(File.Path);
  return T ? T->text() : llvm::StringRef();
}

llvm::StringRef Sink::source(ir::SourceRange R) const {
  const llvm::StringRef Text = R.isValid() ? fileText(*R.File) : llvm::StringRef();
  return R.End <= Text.size() ? Text.slice(R.Begin, R.End) : llvm::StringRef();
}

std::string Sink::text(const ir::Function *F, const ir::Arg &A) const {
  std::string Otherwise = A.Keyword.empty() || A.Keyword.starts_with("*") ? "the operand" : wording::quoted(A.Keyword);
  if (F && A.Value) {
    const ir::ValueInfo &V = F->value(A.Value);
    const ir::Inst *D = F->definition(A.Value);
    if (!V.Variable.empty())
      Otherwise = wording::quoted(V.Variable);
    else if (D && D->Kind == ir::InstKind::GetItem)
      // A long index says less than what it is an index of.
      Otherwise = "an element of " + text(F, D->Args[0]);
    else if (!D && V.Block.index() != 0)
      Otherwise = "the chosen value"; // of `x if c else y`, of `x or y`
    else if (D && !D->Name.empty())
      Otherwise = "the result of " +
                  wording::quoted(D->Name.rsplit("::").second.empty() ? D->Name : D->Name.rsplit("::").second);
  }
  llvm::StringRef Text = source(A.Range);
  Text.consume_back("->"); // a holder's arrow belongs to the range of what it gives
  return wording::quoted(Text, Otherwise);
}

report::Place Sink::place(ir::SourceRange R) const {
  if (!R.isValid())
    return {};
  return {R.File->Path.str(), R.Begin, R.End, R.Point};
}

/// What a program calls the path. No text of it says an element: that is one of `rows`, or, where it is in an element
/// itself, `groups[][params][].grad`, what `groups` holds.
static std::string textOf(const dataflow::PathTable &Paths, dataflow::PathId P) {
  const dataflow::PathId Of = P;
  unsigned Steps = 0;
  for (; llvm::StringRef(Paths.describe(P)).contains("[]") && Paths[P].Kind == dataflow::Path::Root::Child; ++Steps)
    P = Paths[P].Parent;
  const bool IsElement = Steps == 1 && Paths[Of].Name == dataflow::ElementField;
  const std::string Text = wording::quoted(Paths.describe(P));
  return IsElement ? "an element of " + Text : Steps ? "what " + Text + " holds" : Text;
}

std::string Sink::device(const SolvedFunction &S, const GuardedTerm &T) const {
  if (!T.T.isSymbol()) {
    knowledge::Device D = T.T.device();
    if (dataflow::isEach(T.T))
      return "each accelerator in turn";
    if (dataflow::isOfReplica(T.T))
      return "the replica's accelerator";
    if (D.Index == dataflow::UnknownIndex)
      D.Index = -1;
    return D.str();
  }
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &P = Paths[T.T.path()];
  if (P.IsDevice && P.Kind == dataflow::Path::Root::Site) {
    const ir::ValueId Given = P.Owner->Insts[P.Index].Result;
    const llvm::StringRef Variable = Given ? P.Owner->value(Given).Variable.split('#').first : "";
    return Variable.empty() ? "the " + Paths.describe(T.T.path()) : wording::quoted(Variable);
  }
  if (P.IsDevice)
    return wording::quoted(Paths.describe(T.T.path()), "a device variable");
  const dataflow::Path &Root = Paths[Paths.root(T.T.path())];
  if (Root.Kind == dataflow::Path::Root::Global && P.Name.ends_with_insensitive("device")) {
    const std::string Option = P.Kind == dataflow::Path::Root::Global ? "" : ("." + P.Name).str();
    return wording::quoted((ir::lastName(Root.Name) + Option).str());
  }
  if (Root.Kind == dataflow::Path::Root::Param && Root.Index == 0 && Root.Owner && !Root.Owner->Class.empty() &&
      S.Owner->Types.isModuleClass(Root.Owner->Class))
    return "the module's device";
  // A module that came in gives its device to what it returns.
  if (Root.Kind == dataflow::Path::Root::Param && Root.Owner && Root.Index < Root.Owner->Params.size() &&
      Root.Owner->Params[Root.Index].DeclaredType.Kind == ir::TypeKind::Object) {
    // What the constructor was given has no name in another method.
    const bool IsElsewhere = Root.Owner != S.F && Root.Owner->Kind == ir::FunctionKind::Constructor;
    const std::string Of = IsElsewhere ? " of " + wording::quotedName(Root.Owner->Class) : "";
    return "the device of " + textOf(Paths, T.T.path()) + Of;
  }
  return "its caller's device";
}

std::string Sink::test(const dataflow::Condition &C) const {
  const ir::Inst *I = C.F->definition(C.V);
  // The case of a switch stands apart from what is compared with it.
  auto Outside = [&](const ir::Arg &A) {
    return A.Range.isValid() && (A.Range.Begin < I->Range.Begin || A.Range.End > I->Range.End);
  };
  return !I || llvm::any_of(I->Args, Outside) ? std::string() : source(I->Range).str();
}

std::string Sink::branch(const SolvedFunction &S, const GuardedTerm &T, std::string Note) const {
  const dataflow::Literal *Only = nullptr;
  for (const dataflow::Literal &L : T.Guard.literals()) {
    if (L.condition() <= dataflow::Literal::multi().condition())
      continue; // the machine is told elsewhere
    if (Only)
      return Note;
    Only = &L;
  }
  if (!Only)
    return Note;
  const dataflow::Condition &C = S.Owner->Conditions[Only->condition()];
  const dataflow::PathTable &Paths = S.Owner->Paths;
  std::string Text;
  if (C.K == dataflow::Condition::Kind::Truth && Paths[Paths.root(C.P)].Kind != dataflow::Path::Root::Site)
    Text = Paths.describe(C.P);
  else if (C.K == dataflow::Condition::Kind::Opaque && C.F == T.Origin->F)
    Text = test(C);
  // No text of the program says an element.
  Text = llvm::StringRef(Text).contains("[]") ? "" : wording::quoted(Text, "");
  if (Text.empty())
    return Note;
  bool Inside = llvm::any_of(S.Events, [&](const Event &E) { return E.I == T.Origin->I && E.Path.contains(*Only); });
  return Inside ? wording::when(Note, Text, Only->isPositive())
                : wording::both(Note, wording::branch(Text, Only->isPositive()));
}

/// The parameter of F that the symbol is, or is a part of; null for a member of F's receiver, and for what is neither.
static const ir::Param *givenParameter(const SolvedFunction &S, const GuardedTerm &T, const ir::Function &F) {
  if (!T.T.isSymbol())
    return nullptr;
  const dataflow::Path &Root = S.Owner->Paths[S.Owner->Paths.root(T.T.path())];
  const bool HasReceiver = F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor;
  const bool IsGiven = Root.Kind == dataflow::Path::Root::Param && Root.Owner == &F && Root.Index < F.Params.size() &&
                       !(HasReceiver && Root.Index == 0);
  return IsGiven ? &F.Params[Root.Index] : nullptr;
}

void Sink::explainGiven(Draft &D, const SolvedFunction &S, const GuardedTerm &T, std::string Name) const {
  const Step &Last = *T.Origin;
  const bool Module = !Last.F->Class.empty() && S.Owner->Types.isModuleClass(Last.F->Class);
  const llvm::StringRef Tail = Last.F->Name.rsplit("::").second;
  const llvm::StringRef Short = Tail.empty() ? ir::lastName(Last.F->Name) : Tail;
  const bool IsMember = Last.Kind == StepKind::Member;
  if (IsMember && !Module)
    return;
  const ir::Param *Given = IsMember ? givenParameter(S, T, *Last.F) : nullptr;
  report::Place Where = place(Last.Range);
  // A part of what is given is where that is.
  if (Given) {
    Name = wording::quoted(Given->Name);
    Where = place(Given->Range);
  }
  std::string Text;
  if (IsMember && !Given)
    Text = wording::memberFollowsModule(Name, wording::quotedName(Last.F->Class));
  else if (T.T.isSymbol() && S.Owner->Paths[T.T.path()].IsDevice)
    Text = wording::deviceOfCaller(Name, wording::quotedName(Short));
  else
    Text = Module && Short == "forward" ? wording::parameterFollowsModule(Name, wording::quotedName(Short))
                                        : wording::parameterOfCaller(Name, wording::quotedName(Short));
  D.note(std::move(Where), D.F.Certain ? std::move(Text) : branch(S, T, std::move(Text)));
}

std::string Sink::explain(Draft &D, const SolvedFunction &S, const GuardedTerm &T, const std::string &What) const {
  const Step *Last = T.Origin;
  if (!Last)
    return {};
  std::string Name = Last->Subject.empty() ? What : wording::quoted(Last->Subject);
  std::string Device = device(S, T);
  std::string Text;
  switch (Last->Kind) {
  case StepKind::Created:
    Text = wording::created(Name, Device);
    break;
  case StepKind::Defaulted:
  case StepKind::Constructed:
    Text = wording::createdByDefault(Name);
    break;
  case StepKind::CreatedOnHost:
    Text = wording::created(Name, "cpu");
    break;
  case StepKind::Moved:
    // What a module gives is where that is: `net.to(d); y = net(x)`.
    if (Last->Subject.empty() && Last->I && !Last->I->Args.empty() && wording::quoted(source(Last->Range)) != What)
      Name = text(Last->F, Last->I->Args[0]);
    Text = wording::moved(Name, Device);
    break;
  case StepKind::Loaded:
    Text = wording::loaded(Name, Device);
    break;
  case StepKind::Copied:
    // What is computed of the copy has a name of its own.
    if (Last->Subject.empty() && Last->I && Last->I->Kind != ir::InstKind::Construct && !Last->I->Args.empty())
      Name = text(Last->F, Last->I->Args[0]);
    Text = wording::copied(Name, Device);
    break;
  case StepKind::Allocated: {
    // An array, a variable or a container is there; a call makes the rest.
    const knowledge::Callable *By = Last->I && Last->I->Kind == ir::InstKind::Call
                                        ? knowledge::findFunction(std::string_view(Last->I->Name))
                                        : nullptr;
    bool Makes = By && By->Canonical != "addressof";
    Text = wording::allocated(Name, Device, Makes ? llvm::StringRef(By->Canonical.data(), By->Canonical.size()) : "");
    break;
  }
  case StepKind::Captured:
    Text = wording::captured(Name);
    break;
  case StepKind::Batched:
  case StepKind::AssumedOnHost:
    Text = wording::batched(Name);
    break;
  case StepKind::Parameter:
  case StepKind::Member:
    explainGiven(D, S, T, std::move(Name));
    return {};
  case StepKind::Named:
    return {};
  }
  if (!D.F.Certain)
    Text = branch(S, T, std::move(Text));
  D.note(place(Last->Range), std::move(Text));
  return Name;
}

/// True if something is done with V that modules do not have.
static bool isUsedAsTensor(const SolvedFunction &S, ir::ValueId V) {
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    auto IsV = [&](const ir::Arg &A) { return A.Value == V; };
    if (I.Kind == ir::InstKind::Op)
      return (I.Name == "+" || knowledge::isArithmetic(std::string_view(I.Name))) && llvm::any_of(I.Args, IsV);
    return I.Kind == ir::InstKind::Invoke && IsV(I.Args[0]) &&
           knowledge::isTensorMethod(std::string_view(I.Name), I.Args.size() - 1);
  });
}

/// True if more than one part of the element that Part takes one from is moved, `x, y = x.to(d), y.to(d)`: that is a
/// batch, whose parts the function keeps for itself.
static bool isOfBatch(const SolvedFunction &S, const ir::Inst &Part) {
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &Other) {
    return Other.Kind == ir::InstKind::Unpack && Other.Args[0].Value == Part.Args[0].Value &&
           Other.Result != Part.Result && llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
             return dataflow::isMove(I) && I.Args[0].Value == Other.Result;
           });
  });
}

bool isDiscardedMove(const SolvedFunction &S, const Event &E) {
  if (E.Kind != ir::InstKind::Move || E.OnModule || !E.HasTarget || E.Operands.empty() || S.isUsed(E.Id) ||
      (E.Operands[0].V.MayBeModule && !isUsedAsTensor(S, E.Operands[0].A->Value)))
    return false;
  llvm::StringRef Variable = S.F->value(E.I->Result).Variable;
  const ir::ValueId Receiver = E.Operands[0].A->Value;
  const ir::Inst *From = S.F->definition(Receiver);
  // for name, x in batch.items()
  if (From && From->Kind == ir::InstKind::Unpack)
    From = isOfBatch(S, *From) ? nullptr : S.F->definition(From->Args[0].Value);
  return Variable.empty() || (From && From->Kind == ir::InstKind::Next && S.F->value(Receiver).Variable == Variable);
}

} // namespace devtidy::checks
