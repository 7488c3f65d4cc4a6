//===- HostAccess.cpp - device-host-access ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags host code that reads the memory of a tensor on an accelerator: accessor, numpy, data_ptr that is dereferenced
// or handed to the C++ library. Kernels may read it; a pointer that is only passed on is not reported.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/HostCallers.h"
#include "checks/support/NameUses.h"
#include "checks/support/OnlyTensors.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "dataflow/state/Private.h"
#include "ir/Edges.h"
#include "knowledge/MethodNames.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

/// True if F returns no reference, as far as its text says: what stands before and behind its parameters.
static bool returnsValue(const ir::Function &F, llvm::StringRef Text) {
  const llvm::StringRef Head = Text.slice(F.Range.Begin, F.Range.End).take_until([](char C) { return C == '{'; });
  const auto [Result, Rest] = Head.split('(');
  const llvm::StringRef Behind = Rest.split("->").second;
  const auto SaysReference = [](llvm::StringRef X) { return X.contains('&') || X.contains("decltype"); };
  return !SaysReference(Result.starts_with("[") ? llvm::StringRef() : Result) && !SaysReference(Behind);
}

/// True if who uses the element takes its value there: an operator on numbers, a variable, a function that keeps no
/// reference. `in >> p()[0]`, `std::ref(p()[0])`, `Holder{p()[0]}` and functions of the program may go on with it.
static bool takesValue(const SolvedFunction &S, llvm::StringRef Text, const ir::Inst &User, ir::ValueId Element) {
  const auto IsNumber = [&](const ir::Arg &A) { return S.F->value(A.Value).StaticType.Kind == ir::TypeKind::Number; };
  switch (User.Kind) {
  case InstKind::Op:
    return User.Name == "<<" ? User.Args.back().Value == Element : llvm::all_of(User.Args, IsNumber);
  case InstKind::Return:
    return returnsValue(*S.F, Text);
  case InstKind::Call:
    return knowledge::takesNumbersOnly(std::string_view(User.Name));
  case InstKind::SetItem:
    return User.Args.back().Value == Element;
  case InstKind::Branch:
    return true;
  default:
    return false;
  }
}

/// True if the text in front of `= p()[0]` declares a number, as far as it says: `const float y`, `auto y`, `y`.
static bool declaresNumber(llvm::StringRef Declaration) {
  llvm::SmallVector<llvm::StringRef, 4> Words;
  const llvm::StringRef Line = Declaration.substr(Declaration.find_last_of("(\n") + 1);
  llvm::SplitString(Line.rtrim("= \t"), Words);
  return llvm::all_of(llvm::drop_end(Words, Words.empty() ? 0 : 1), [](llvm::StringRef Word) {
    return llvm::is_contained({"auto", "const", "static", "constexpr"}, Word) ||
           knowledge::isNumberType(std::string_view(Word));
  });
}

/// True if the element that Take gives is only read: `return p()[0]`, `return *p()`, but not `auto &v = p()[0]`,
/// `p()[0] = 1`, nor all that a container copies from there.
static bool isRead(const SolvedFunction &S, const Sink &Out, const ir::Inst &Take, const ir::Inst &Element) {
  const ir::SourceRange R = Element.Range;
  const llvm::StringRef Text = R.isValid() ? Out.fileText(*R.File) : llvm::StringRef();
  if (R.End > Text.size() || Take.Range.End > Text.size())
    return false;
  if (!Text.drop_front(Take.Range.End).ltrim().starts_with("[") &&
      !Text.take_front(Take.Range.Begin).rtrim().ends_with("*"))
    return false;
  const llvm::StringRef Before = Text.take_front(R.Begin), After = Text.drop_front(R.End).ltrim();
  const llvm::StringRef Statement = Before.substr(Before.find_last_of(";{}") + 1);
  const bool IsWritten = After.starts_with("++") || After.starts_with("--") ||
                         (After.starts_with("=") && !After.starts_with("==")) ||
                         (After.size() > 1 && After[1] == '=' && llvm::StringRef("+-*/%&|^").contains(After[0]));
  if (IsWritten || Statement.contains('&') || Statement.ends_with("++") || Statement.ends_with("--"))
    return false;
  // A variable has a copy, unless it is a reference by another name: `auto r = std::ref(p()[0])`, `Ref<float> r =
  // p()[0]`.
  if (!S.F->value(Element.Result).Variable.empty())
    return Before.rtrim().ends_with("=") && declaresNumber(Statement);
  return llvm::all_of(S.F->Insts, [&](const ir::Inst &I) {
    return llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == Element.Result; }) ||
           takesValue(S, Text, I, Element.Result);
  });
}

/// True if the pointer is read where it is taken and nowhere else: a copy of the tensor lives to the end of that
/// expression, and a second one would have other memory.
static bool isReadAtOnce(const SolvedFunction &S, const Sink &Out, const ir::Inst &Take) {
  const ir::Inst *Reader = nullptr;
  for (const ir::Inst &I : S.F->Insts) {
    const bool IsPassed =
        llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, Take.Result); });
    for (const ir::Arg &A : I.Args)
      if (A.Value == Take.Result) {
        if (Reader)
          return false;
        Reader = &I;
      }
    if (IsPassed)
      return false;
  }
  if (!Reader || !S.F->value(Take.Result).Variable.empty())
    return false;
  if (Reader->Kind == InstKind::Call)
    return knowledge::copiesMemory({Reader->Name.data(), Reader->Name.size()}) && Reader->Args.size() == 3 &&
           Reader->Args[1].Value == Take.Result;
  const bool IsElement = (Reader->Kind == InstKind::GetItem && Reader->Args[0].Value == Take.Result) ||
                         (Reader->Kind == InstKind::Op && Reader->Name == "*" && Reader->Args.size() == 1);
  return IsElement && isRead(S, Out, Take, *Reader);
}

/// True if a call takes what Read gives beside an array that it writes to, and which is read so, too:
/// `np.clip(p.numpy(), 0, 1, out=p.numpy())`. With the second one left, the call fails as before.
static bool isBesideWritten(const ir::Function &F, const ir::Inst &Read) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Arg *Out = I.findKeyword("out");
    const ir::Inst *D = Out ? F.definition(Out->Value) : nullptr;
    return D && D != &Read && D->Kind == Read.Kind && D->Name == Read.Name &&
           llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Read.Result; });
  });
}

/// The repair: a copy in front of the access, where nothing outlives it and nobody writes to it.
static void addFix(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &E, const std::string &Name) {
  const uint32_t Dot = memberAccess(S, Out, *E.I);
  const bool IsValue = E.Name == "numpy" || E.Name == "__array__";
  const bool IsRead = (E.Name == "data_ptr" || E.Name == "const_data_ptr") && isReadAtOnce(S, Out, *E.I);
  if (Dot && ((IsValue && !isWrittenThrough(S, E.I->Result) && !isBesideWritten(*S.F, *E.I)) || IsRead))
    D.fix(
        "copy " + Name + " to the host",
        {Out.place(E.I->Range).Path, Dot, Dot, IsValue ? copyForArray(S, E.I->Args[E.Subject].Value).str() : ".cpu()"},
        IsValue && isTensorEachTime(S, Out, *E.I, E.Subject) &&
            !isCopyNoticed(S, Out, *E.I, E.I->Args[E.Subject].Value));
}

/// `map(np.asarray, tensors)`: what is written as A is the list, and A is each element of it.
static bool isElementOfWritten(const ir::Function &F, const ir::Arg &A) {
  const ir::Inst *D = F.definition(A.Value);
  const ir::Inst *Over = D && D->Kind == InstKind::Next ? F.definition(D->Args[0].Value) : nullptr;
  return Over && Over->Kind == InstKind::Iterate && Over->Args[0].Range == A.Range;
}

/// The same where the tensor is given to who reads it: np.asarray(x).
static void addArgumentFix(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &E,
                           const std::string &Name) {
  const dataflow::Operand &Read = E.Operands[E.Subject];
  const ir::SourceRange R = Read.A->Range;
  if (E.I->Kind != InstKind::Call || isElementOfWritten(*S.F, *Read.A) || !Spelling(S).hasKeywords() ||
      !Read.V.isTensor() || Read.V.Partial || Read.A->Keyword.starts_with("*") || !R.isInFileOf(E.I->Range) ||
      (E.I->Result && isWrittenThrough(S, E.I->Result)))
    return;
  D.fix("copy " + Name + " to the host", report::Edit(),
        !mayBeNoTensor(S, Out, Read.A->Value, *E.I) && !isCopyNoticed(S, Out, *E.I, Read.A->Value));
  D.F.Fixes.back().Edits = callBehind(Out, R, copyForArray(S, Read.A->Value));
}

/// True for what starts at a parameter that is declared to be a tensor, or to hold tensors: `out: Dict[str, Tensor]`.
static bool isDeclaredTensor(const SolvedFunction &S, dataflow::PathId Symbol) {
  const dataflow::Path &Root = S.Owner->Paths[S.Owner->Paths.root(Symbol)];
  if (S.M->declaresTypes() || Root.Kind != dataflow::Path::Root::Param || Root.Owner != S.F)
    return false;
  const ir::Type &Declared = S.F->Params[Root.Index].DeclaredType;
  return Declared.isTensor() || Declared.Element == ir::TypeKind::Tensor;
}

/// True if another function of the file copies what it reads so to the CPU first: `y.cpu().numpy()`. Who writes in
/// place would write to the copy.
static bool isCopiedElsewhere(const SolvedFunction &S, const ir::Inst &Read) {
  const auto IsCopied = [&](const ir::Function &F, const ir::Inst &I) {
    const ir::Inst *Made = I.Kind == InstKind::Invoke && I.Name == Read.Name ? F.definition(I.Args[0].Value) : nullptr;
    const knowledge::Callable *C =
        Made && Made->Kind == InstKind::Invoke
            ? knowledge::findMethod(knowledge::Receiver::Tensor, {Made->Name.data(), Made->Name.size()})
            : nullptr;
    return C && C->Kind == Action::MoveCpu;
  };
  const bool IsRead = Read.Kind == InstKind::Invoke && !Read.Name.ends_with("_");
  return IsRead && llvm::any_of(S.M->Functions, [&](const auto &F) {
           return F.get() != S.F && llvm::any_of(F->Insts, [&](const ir::Inst &I) { return IsCopied(*F, I); });
         });
}

/// True for a tensor that somebody gives to a function that anybody may call, as is written there, `def f(x: Tensor)`,
/// in a file that expects it to be on an accelerator.
static bool isGivenByAnybody(const SolvedFunction &S, const Event &E, dataflow::PathId Symbol) {
  const llvm::StringRef Name = ir::lastName(S.F->Name);
  return isDeclaredTensor(S, Symbol) && S.F->Class.empty() && !dataflow::isPrivate(*S.F) &&
         !knowledge::isCollator({Name.data(), Name.size()}) && isCopiedElsewhere(S, *E.I);
}

/// True if V of F is what was made on the CPU there: `torch.zeros(4)`, `torch.from_numpy(a)`, a part of one.
static bool isMadeOnHost(const SolvedFunction &S, ir::ValueId V) {
  const Event *E = S.F->definition(V) ? S.eventAt(S.F->value(V).Definition) : nullptr;
  return E && E->Result.isTensor() && E->Result.P.isOnHost();
}

/// True for what a module holds beside its state and everybody makes on the CPU, `self.header = torch.zeros(4)`: it
/// stays there.
static bool isKeptOnHost(const SolvedFunction &S, const Sink &Out, dataflow::PathId Symbol) {
  const dataflow::Path &Member = S.Owner->Paths[Symbol];
  const dataflow::Path &Whole = S.Owner->Paths[Member.Parent];
  if (Member.Kind != dataflow::Path::Root::Child || Whole.Kind != dataflow::Path::Root::Param || Whole.Owner != S.F ||
      !S.F->isReceiver(S.F->Blocks[0].Params[Whole.Index]))
    return false;
  const llvm::ArrayRef<NameUses::Said> Puts = Out.names().storing(Member.Name);
  return !Puts.empty() && llvm::all_of(Puts, [&](const NameUses::Said &Put) {
    const SolvedFunction *There = Put.F == S.F ? &S : S.Owner->solvedHere(*Put.F);
    return There && isMadeOnHost(*There, Put.I->Args[1].Value);
  });
}

/// True for what is where a module is that somebody gave: its parameters, in a function that takes an nn.Module.
static bool isOfGivenModule(const SolvedFunction &S, dataflow::PathId Symbol) {
  const dataflow::Path &Root = S.Owner->Paths[S.Owner->Paths.root(Symbol)];
  if (S.M->declaresTypes() || Root.Kind != dataflow::Path::Root::Param || Root.Owner != S.F)
    return false;
  // Only modules have parameters(), state_dict().
  const ir::ValueId Given = S.F->Blocks[0].Params[Root.Index];
  const bool IsUsedSo = Root.Index > 0 || S.F->Class.empty();
  return S.Owner->Types.isModuleClass(S.F->Params[Root.Index].DeclaredType.Name) ||
         (IsUsedSo && llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
            return I.Kind == InstKind::Invoke && I.Args[0].Value == Given &&
                   knowledge::givesState(std::string_view(I.Name));
          }));
}

/// True for a part of what a caller gave, of which a branch says that it is a tensor: `if isinstance(x, torch.Tensor):
/// x = x.numpy()` takes what comes, and tensors come from anywhere.
static bool isToldTensor(const SolvedFunction &S, const Event &E, dataflow::PathId Symbol) {
  const dataflow::Path &Root = S.Owner->Paths[S.Owner->Paths.root(Symbol)];
  const bool IsReceiver = Root.Index == 0 && S.F->Kind == ir::FunctionKind::Method;
  return !S.M->declaresTypes() && Root.Kind == dataflow::Path::Root::Param && Root.Owner == S.F && !IsReceiver &&
         llvm::any_of(E.Path.literals(), [&](dataflow::Literal L) {
           const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
           return C.K == dataflow::Condition::Kind::IsTensor && L.isPositive() && C.P == Symbol;
         });
}

/// True if V is what something gave that was called with an array of the host: no module of PyTorch takes one.
static bool isOfArrays(const SolvedFunction &S, ir::ValueId V) {
  auto IsArray = [&](ir::ValueId Given) {
    const Event *E = S.F->definition(Given) ? S.eventAt(S.F->value(Given).Definition) : nullptr;
    return E && E->Kind == InstKind::HostAccess && E->Known && knowledge::testsItsTensor(*E->Known);
  };
  return ir::comesFrom(*S.F, V, [&](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) {
    if (D.Kind == InstKind::GetItem || D.Kind == InstKind::Unpack)
      From.push_back(D.Args[0].Value);
    return (D.Kind == InstKind::Invoke || D.Kind == InstKind::Apply) &&
           llvm::any_of(llvm::drop_begin(D.Args), [&](const ir::Arg &A) { return IsArray(A.Value); });
  });
}

/// True if V is made of parts of what a module gave whose source nobody reads: who puts them into an array mostly has
/// numbers, `loss, accuracy = net(x)`.
static bool mayBeOfNumbers(const SolvedFunction &S, ir::ValueId V) {
  constexpr unsigned MaxValues = 16;
  llvm::SmallVector<ir::ValueId, 16> Work{V};
  for (unsigned N = 0; N < Work.size() && N < MaxValues; ++N) {
    const ir::Inst *D = S.F->definition(Work[N]);
    if (!D)
      continue;
    if (D->Kind == InstKind::Unpack) {
      const ir::ValueId Whole = D->Args[0].Value;
      const Event *E = S.F->definition(Whole) ? S.eventAt(S.F->value(Whole).Definition) : nullptr;
      if (E && E->Kind == InstKind::Forward && E->Result.isTensor())
        return true;
    } else if (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple || D->Kind == InstKind::Op) {
      for (const ir::Arg &A : D->Args)
        Work.push_back(A.Value);
    }
  }
  return false;
}

/// True if V is a list of numbers, and of members into which constructors put no tensors: `np.tile(x, [self.count,
/// 1])`.
static bool isListOfPlainMembers(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *List = S.F->definition(V);
  if (!List || (List->Kind != InstKind::MakeList && List->Kind != InstKind::MakeTuple) || S.F->Class.empty())
    return false;
  const SolvedClass &C = S.Owner->solvedClass(S.F->Class);
  const auto IsPlain = [&](const ir::Arg &A) {
    const ir::Inst *D = S.F->definition(A.Value);
    if (!D || D->Kind != InstKind::GetField || !S.F->isReceiver(D->Args[0].Value))
      return D && D->Kind == InstKind::Const;
    const auto *It = C.Fields.find(D->Name);
    return It != C.Fields.end() && !It->second.HoldsTensors && !It->second.Registered &&
           !S.Owner->Members.isWrittenOutsideConstructors(S.F->Class, D->Name);
  };
  // One without elements is filled later.
  return !List->Args.empty() && llvm::all_of(List->Args, IsPlain);
}

/// True if the function does nothing with what the symbol stands for but read it on the host: it is meant to be there,
/// `def forward(self, rois, info): scales = info.numpy()`.
static bool isOnlyReadOnHost(const SolvedFunction &S, dataflow::PathId Symbol) {
  return llvm::none_of(S.Events, [&](const Event &E) {
    const bool Reads = E.Kind == InstKind::HostAccess || E.Kind == InstKind::View || E.Kind == InstKind::HostValue;
    return !Reads && llvm::any_of(E.Operands, [&](const dataflow::Operand &O) {
      const dataflow::GuardedTerm *Only = O.V.isTensor() ? O.V.P.single() : nullptr;
      return (Only && Only->T.isSymbol() && Only->T.path() == Symbol) || O.V.Path == Symbol;
    });
  });
}

/// What onAccelerator says; and of what a caller gave without a type, and for which something is made, that it may be
/// on one: `torch.arange(n, device=edges.device)` writes down a device that matters, so edges.numpy() needs a copy.
/// Where a result is made, `out.numpy()` at the end may be for arrays that were brought to the CPU before.
static AcceleratorFacts whereRead(const SolvedFunction &S, const Sink &Out, const Event &E) {
  AcceleratorFacts Facts = onAccelerator(S, E.Before, E.Path);
  const dataflow::GuardedTerm *Only = E.Before.single();
  const dataflow::Value &Read = E.Operands[E.Subject].V;
  auto CanBe = [&] {
    Facts.On = Only;
    Facts.Worlds = report::WorldGpu | report::WorldMulti;
    Facts.Always = false;
  };
  if (!Facts.On && Only && Facts.Evidence.Kind == "method-of-module" && isDeclaredTensor(S, Only->T.path()) &&
      !dataflow::isPrivate(*S.F) && !knowledge::isOfArrays(*E.Known)) {
    CanBe();
    return Facts;
  }
  const bool MayBeAnywhere = Facts.Evidence.Strength == 0 || Facts.Evidence.Kind == "device-asked";
  if (!Facts.On && Only && Only->T.isSymbol() && Facts.Evidence.Strength == 0 &&
      isGivenByAnybody(S, E, Only->T.path()) && !knowledge::isOfArrays(*E.Known) &&
      !isSurelyOnCpu(S, E.Before, E.Path)) {
    CanBe();
    Facts.Evidence = {"method-of-module", 2};
    return Facts;
  }
  if (!Facts.On && Only && Only->T.isSymbol() && MayBeAnywhere && !dataflow::isPrivate(*S.F) &&
      isOfGivenModule(S, Only->T.path()) && !isKeptOnHost(S, Out, Only->T.path()) &&
      !isSurelyOnCpu(S, E.Before, E.Path)) {
    CanBe();
    Facts.Evidence = {"method-of-module", 2};
    return Facts;
  }
  if (!Facts.On && Only && Only->T.isSymbol() && MayBeAnywhere && isToldTensor(S, E, Only->T.path()) &&
      !isSurelyOnCpu(S, E.Before, E.Path)) {
    CanBe();
    Facts.Evidence = {"type-tested", 2};
    return Facts;
  }
  if (Facts.On || S.M->declaresTypes() || Facts.Evidence.Kind != "device-asked" || !Only || !Only->T.isSymbol() ||
      Read.Path != Only->T.path())
    return Facts;
  const bool IsMadeFor = llvm::any_of(S.Events, [&](const Event &Made) {
    const dataflow::GuardedTerm *Target =
        Made.Kind == InstKind::Create && Made.HasTarget ? Made.Target.single() : nullptr;
    return Target && Target->T == Only->T;
  });
  if (IsMadeFor && !isSurelyOnCpu(S, E.Before, E.Path)) {
    CanBe();
    Facts.Evidence.Strength = 2;
  }
  return Facts;
}

/// The call that is given the pointer which E takes, or one that is computed of it, `p + n`; null if there is none.
static const ir::Inst *callGiven(const SolvedFunction &S, const Event &E) {
  if (E.Known->Kind != Action::DataPointer || !E.I->Result)
    return nullptr;
  const auto IsPointer = [&](const ir::Arg &A) {
    const ir::Inst *D = A.Value == E.I->Result ? nullptr : S.F->definition(A.Value);
    return A.Value == E.I->Result || (D && D->Kind == InstKind::Op && llvm::any_of(D->Args, [&](const ir::Arg &Of) {
                                        return Of.Value == E.I->Result;
                                      }));
  };
  const auto Call = llvm::find_if(S.F->Insts, [&](const ir::Inst &I) {
    return (I.Kind == InstKind::Call || I.Kind == InstKind::Construct || I.Kind == InstKind::Invoke) &&
           llvm::any_of(I.Args, IsPointer);
  });
  return Call == S.F->Insts.end() ? nullptr : &*Call;
}

static void run(const SolvedFunction &S, Sink &Out) {
  // Where a range begins and where it ends are one read of a tensor.
  llvm::SmallVector<std::pair<const ir::Inst *, std::string>, 4> Ranges;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::HostAccess || !E.Known || E.Operands.empty() || E.Before.isUnknown())
      continue;
    if (E.Known->Kind == Action::DataPointer && !S.Owner->Pointers.isReadOnHost({S.M, S.F}, E.I->Result))
      continue;
    const AcceleratorFacts Facts = whereRead(S, Out, E);
    const uint8_t Worlds = Facts.Worlds & Out.worlds();
    // An unread function may as well give an array.
    if (Facts.On && dataflow::isFollowing(*Facts.On) && Facts.On->Origin->I->Kind == InstKind::Call)
      continue;
    if (!Facts.On || !Worlds || (Facts.On->T.isSymbol() && E.Tested))
      continue;
    if (isOfArrays(S, E.Operands[E.Subject].A->Value) ||
        (knowledge::isOfArrays(*E.Known) && (mayBeOfNumbers(S, E.Operands[E.Subject].A->Value) ||
                                             isListOfPlainMembers(S, E.Operands[E.Subject].A->Value))))
      continue;
    std::string Name = Out.text(S.F, *E.Operands[E.Subject].A);
    if (const ir::Inst *Call = callGiven(S, E)) {
      if (llvm::is_contained(Ranges, std::pair(Call, Name)))
        continue;
      Ranges.emplace_back(Call, Name);
    }
    Draft D = Out.draft(S, *E.I);
    D.certain(Facts.Always).worlds(Worlds);
    if (Facts.Evidence.Strength)
      D.support(Facts.Evidence.Kind, Facts.Evidence.Strength).atLevelOf(Facts.Evidence.Strength);
    // Who takes arrays as well takes them from the host.
    D.doubt(Facts.Evidence.Kind == "type-tested");
    if (Facts.Evidence.Kind == "method-of-module" || Facts.Evidence.Kind == "type-tested")
      D.unless({dataflow::Excuse::Kind::OnHost, S.F, S.Owner->Paths[S.Owner->Paths.root(Facts.On->T.path())].Index});
    D.slot("op", report::wording::quoted(E.Name)).slot("value", Name).slot("device", Out.device(S, *Facts.On));
    if (dataflow::isFollowing(*Facts.On) ||
        (Facts.Evidence.Kind == "forward-of-module" && isOnlyReadOnHost(S, Facts.On->T.path())))
      D.atLeastLevel(2);
    // A module that is made and used on the CPU is there, whatever others may do with theirs.
    if (Facts.Evidence.Kind == "module-state") {
      weakenIfModuleOnHost(D, S);
      if ((!dataflow::isForward(*S.F) && nobodyHandlesDevices(*S.Owner)) || isBetweenHost(S, Facts.On->T.path()))
        D.atLeastLevel(2);
    }
    Out.explain(D, S, *Facts.On, Name);
    if (!Facts.Always && !D.F.Notes.empty())
      D.F.Notes.back().Text = report::wording::both(D.F.Notes.back().Text, report::wording::fails(Worlds));
    addFix(D, S, Out, E, Name);
    addArgumentFix(D, S, Out, E, Name);
    Out.add(std::move(D));
  }
  // What a callee reads of what it was given.
  reportDemands(S, Out,
                [](const dataflow::PlacedDemand &P) { return P.Lifted && P.D.Of == dataflow::Meeting::HostAccess; });
}

static const Check HostAccess = {
    .Name = "device-host-access",
    .Headline = "{op} reads memory of {value} on the host, but {value} {is|may be} on {device}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(HostAccess)

} // namespace devtidy::checks
