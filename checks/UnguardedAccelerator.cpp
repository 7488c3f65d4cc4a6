//===- UnguardedAccelerator.cpp - device-unguarded-accelerator ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags the first use of an accelerator on a path that no availability test guards: it fails on a machine without one.
// Level 1 for moves and creations in projects that show that they mean to run without an accelerator (an availability
// test somewhere), but for code whose name says what it is for and for what names several accelerators, else level 2,
// once per function, or 3 in programs that are for accelerators. Silent in CUDA
// sources, which need one anyway, in functions only called under a guard, and where the program's own switches lead to
// it.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/NeedsAccelerator.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "checks/support/Tests.h"
#include "dataflow/state/Questions.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

namespace devtidy::checks {

using dataflow::Program;

static bool isOfCudaBuild(const Event &E) { return knowledge::isOfCudaBuild({E.I->Name.data(), E.I->Name.size()}); }

/// Moves and creations can be done elsewhere as well: whoever asks for an accelerator's own services, streams, events,
/// its current device, means code for accelerators.
static bool hasCounterpart(const Event &E) {
  using knowledge::Action;
  return llvm::is_contained({Action::Create, Action::CreateLike, Action::CreateCuda, Action::CreateBlob, Action::Move,
                             Action::MoveCuda, Action::MoveType, Action::MakeGenerator, Action::Load},
                            E.Known->Kind);
}

/// True if a function around F says by its name that it is for accelerators: `def cuda(self): self.apply(lambda x:
/// x.cuda())`.
static bool standsInOneForAccelerators(const ir::Module &M, const ir::Function &F) {
  llvm::StringRef Around = F.Name;
  Around.consume_front(M.Name);
  while (!Around.empty()) {
    Around = Around.substr(0, Around.rfind('.'));
    if (const llvm::StringRef Name = ir::lastName(Around); knowledge::namesAccelerator(std::string_view(Name)))
      return true;
    if (!Around.contains('.'))
      break;
  }
  return false;
}

/// True if a name says that the code is for accelerators, or a test: `CudaTimer.start`, `def to_gpu`, `def test_move`.
static bool isForAccelerators(const SolvedFunction &S, const NameUses &All) {
  const llvm::StringRef Class = ir::lastName(S.F->Class), Function = ir::lastName(S.F->Name);
  auto View = [](llvm::StringRef Name) { return std::string_view(Name.data(), Name.size()); };
  return knowledge::namesAccelerator(View(Class)) || knowledge::namesAccelerator(View(Function)) ||
         standsInOneForAccelerators(*S.M, *S.F) || isTest(S, All);
}

/// True if whoever gets to E exchanges tensors with other processes in the function: `size = size.to("cuda");
/// dist.all_gather(sizes, size)`. NCCL takes tensors of accelerators alone, and a machine without one has no group of
/// it.
static bool exchangesTensors(const SolvedFunction &S, const Event &E) {
  return llvm::any_of(S.Events, [&](const Event &C) {
    // What E does says of the machine what holds from then on, and each loop ends.
    dataflow::Cube Asked = C.Path;
    Asked.removeIf([&](dataflow::Literal L) {
      return L.isOfMachine() || (!L.isPositive() && dataflow::asksForRound(*S.Owner, *S.F, L));
    });
    return C.Known && C.Known->Kind == knowledge::Action::Collective && Asked.impliedBy(E.Path);
  });
}

/// True for a function of one process among several: it exchanges tensors with others, or makes a module that does.
static bool exchangesAnything(const SolvedFunction &S) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    const bool Makes = E.I->Kind == ir::InstKind::Call || E.I->Kind == ir::InstKind::Construct;
    const knowledge::ClassInfo *Made =
        Makes ? S.Owner->Types.libraryClass(S.Owner->Types.canonical(E.I->Name)) : nullptr;
    return (E.Known && E.Known->Kind == knowledge::Action::Collective) ||
           (Made && Made->Kind == knowledge::ClassKind::DistributedParallel);
  });
}

/// True if the function, or the methods of its class, name two accelerators without a question how many there are: code
/// that divides a model or a batch.
static bool namesSeveral(const SolvedFunction &S) {
  llvm::SmallSet<int, 4> Indices;
  for (const SolvedFunction *Of : S.Owner->functions()) {
    if (Of != &S && (S.F->Class.empty() || Of->F->Class != S.F->Class))
      continue;
    for (const Event &E : Of->Events) {
      const bool IsAsked = E.Guarded || E.Path.contains(dataflow::Literal::multi());
      if (IsAsked || !E.HasTarget || E.Target.isUnknown() || E.Target.isBottom())
        continue;
      for (const dataflow::GuardedTerm &T : E.Target.terms())
        if (!T.T.isSymbol() && T.T.device().Type == S.Owner->Links.accelerator() && T.T.device().Index >= 0)
          Indices.insert(T.T.device().Index);
    }
  }
  return Indices.size() > 1;
}

static bool launchesKernels(const SolvedFunction &S) {
  if (S.M->hasKernels())
    return true;
  for (const Event &E : S.Events)
    if (E.I->Name.starts_with(ir::LaunchPrefix) || isOfCudaBuild(E))
      return true;
  return false;
}

/// The only function that runs when an object of the class is made; nothing if there are several, or none.
static std::optional<Program::Entry> soleMaker(const Program &P, llvm::StringRef Class) {
  const std::vector<Program::Entry> Makers = P.Types.makers(Class);
  return Makers.size() == 1 ? std::optional(Makers[0]) : std::nullopt;
}

/// True if a call of it runs the function as it stands: no decorator of it or of its class, nobody who replaces it.
static bool isAsWritten(const Program &P, const ir::Function &F) {
  const std::optional<Program::ClassEntry> Of = P.Types.findClass(F.Class);
  return F.hasBody() && F.Decorators.empty() && !P.Links.isReplaced(F) && !(Of && !Of->C->Decorators.empty());
}

/// The first parameter of what I calls that IsMeant, which is given it with its position, and that I leaves to its
/// default; null if there is none.
static const ir::Param *leftParam(const SolvedFunction &S, const ir::Inst &I,
                                  llvm::function_ref<bool(const ir::Function &, unsigned)> IsMeant) {
  if (llvm::any_of(I.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); }))
    return nullptr;
  const Program &P = *S.Owner;
  const bool Makes = I.Kind == ir::InstKind::Call && P.Types.findClass(I.Name);
  const std::optional<Program::Entry> Callee = Makes ? soleMaker(P, I.Name) : calleeOf(P, *S.F, I);
  if (!Callee || !isAsWritten(P, *Callee->F))
    return nullptr;
  const size_t Positional = llvm::count_if(I.Args, [](const ir::Arg &A) { return A.Keyword.empty(); }) + Makes;
  for (unsigned N = Positional; N < Callee->F->Params.size(); ++N) {
    const ir::Param &Of = Callee->F->Params[N];
    if (Of.HasDefault && !I.findKeyword(Of.Name) && IsMeant(*Callee->F, N))
      return &Of;
  }
  return nullptr;
}

/// The parameter of what I calls that is an accelerator unless somebody says otherwise, as I does not; null if there is
/// none.
static const ir::Param *leftDevice(const SolvedFunction &S, const ir::Inst &I) {
  return leftParam(S, I, [&](const ir::Function &Callee, unsigned N) {
    const ir::Constant &Default = Callee.Params[N].Default;
    const bool IsText = Default.K == ir::Constant::Kind::String;
    const auto Said = IsText ? knowledge::parseDevice(std::string_view(Default.Text)) : std::nullopt;
    return Said && Said->Type == S.Owner->Links.accelerator();
  });
}

/// The flag of what I calls that leads to D unless somebody says otherwise, `cuda=True`, `cpu=False`, as I does not;
/// null if there is none.
static const ir::Param *leftFlag(const SolvedFunction &S, const ir::Inst &I, const dataflow::Demand &D) {
  return leftParam(S, I, [&](const ir::Function &Callee, unsigned N) {
    const ir::Constant &Default = Callee.Params[N].Default;
    const SolvedFunction *Of = S.Owner->solvedHere(Callee);
    if (!Of || Default.K != ir::Constant::Kind::Bool)
      return false;
    const auto IsAsked = [&](dataflow::Literal L) {
      const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
      const bool IsTruth = L.isPositive() == (Default.Int != 0) && C.K == dataflow::Condition::Kind::Truth;
      return IsTruth && C.P == S.Owner->Paths.param(Callee, N);
    };
    return llvm::any_of(Of->Sum->Demands, [&](const dataflow::Demand &X) {
      return X.I == D.I && llvm::any_of(X.Path.literals(), IsAsked);
    });
  });
}

/// True if the function of S itself puts on, or off, the flag that leads D's function to it, as whoever reads it sees:
/// `Trainer(model, use_gpu=True).run()`.
static bool isPutOnHere(const SolvedFunction &S, const dataflow::Demand &D) {
  const ir::Function &Of = *D.F;
  const auto LeadsThere = [&](llvm::StringRef Flag, bool IsOn) {
    for (unsigned B = 0; B != Of.Blocks.size(); ++B) {
      const ir::Inst &T = Of.terminator(ir::BlockId(B));
      const ir::Inst *Read = T.Kind == ir::InstKind::Branch ? Of.definition(T.Args[0].Value) : nullptr;
      const bool IsNot = Read && Read->Kind == ir::InstKind::Op && Read->Name == "not" && Read->Args.size() == 1;
      Read = IsNot ? Of.definition(Read->Args[0].Value) : Read;
      if (Read && Read->Kind == ir::InstKind::GetField && Read->Name == Flag && Of.isReceiver(Read->Args[0].Value) &&
          ir::isOnlyThrough(Of, ir::BlockId(B), IsOn == IsNot, D.I->Parent))
        return true;
    }
    return false;
  };
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) {
      const ir::Inst *Said = A.Keyword.empty() ? nullptr : S.F->definition(A.Value);
      return Said && Said->Kind == ir::InstKind::Const && Said->Const.K == ir::Constant::Kind::Bool &&
             LeadsThere(A.Keyword, Said->Const.Int != 0);
    });
  });
}

/// True if the module imports what is of use on a machine with an accelerator only: `import pycuda.driver`.
static bool importsAccelerators(const ir::Module &M) {
  return llvm::any_of(M.Aliases, [](const ir::Alias &A) {
    return knowledge::isForAccelerators(std::string_view(A.Target.split('.').first));
  });
}

/// What is said of either finding: the worlds, the guard that excuses it, and that it weighs less where a program does
/// not show that it means to run without an accelerator, or says what it is for.
static Draft draftFor(const SolvedFunction &S, Sink &Out, const ir::Inst &I, llvm::StringRef Op, bool IsWeak) {
  Draft D = Out.draft(S, I);
  D.slot("op", report::wording::quoted(Op)).worlds(report::WorldCpu);
  D.unless({dataflow::Excuse::Kind::Guarded, S.F});
  if (IsWeak || !S.Owner->Links.guardsAvailability(*S.M) || importsAccelerators(*S.M) ||
      isForAccelerators(S, Out.names()) || namesSeveral(S))
    D.atLeastLevel(isOfAcceleratorProgram(S) ? 3 : 2);
  D.doubt(isForAccelerators(S, Out.names()) || exchangesAnything(S));
  return D;
}

/// `net = Net("cuda")` beside `device = "cuda" if is_available() else "cpu"`, and `net = Net()` where Net has a
/// parameter device="cuda": somebody else puts something there.
static bool reportCallee(const SolvedFunction &S, Sink &Out, const Event &E) {
  const dataflow::PlacedDemand *P = E.Guarded ? nullptr : neededByCallee(S, E);
  if (!P || S.Owner->Conditions.saysAvailable(E.Path) || isTried(S, E) || switchOf(S, E) != Switch::None ||
      isGuardedByModule(S) || isPutOnHere(S, P->D))
    return false;
  // Of what is for accelerators, or has no counterpart elsewhere, whoever calls it knows.
  const SolvedFunction *Of = S.Owner->solvedHere(*P->D.F);
  const auto HasNone = [&](const Event &X) { return X.I == P->D.I && X.Known && !hasCounterpart(X); };
  const bool IsWeak = Of && (isForAccelerators(*Of, Out.names()) || llvm::any_of(Of->Events, HasNone));
  const llvm::StringRef Called = E.I->Name.empty() ? P->D.F->Name : E.I->Name;
  Draft D = draftFor(S, Out, *E.I, ir::lastName(Called), IsWeak);
  const dataflow::GuardedTerm &There = P->In[dataflow::World::Cpu].firstTerm(P->D);
  if (const ir::Param *Left = leftDevice(S, *E.I)) {
    D.note(Out.place(Left->Range), report::wording::named(Left->Default.Text));
    if (const std::string Device = deviceExpression(S, Out, *E.I, nullptr); !Device.empty())
      if (std::optional<report::Edit> Said = keywordArgument(S, Out, *E.I, Left->Name, Device))
        D.fix("use '" + Device + "'", std::move(*Said), isAcceleratorIfAny(S, Device));
  } else if (const ir::Param *Flag = leftFlag(S, *E.I, P->D)) {
    const bool IsTrue = Flag->Default.Int != 0;
    D.note(Out.place(Flag->Range), report::wording::flagByDefault(report::wording::quoted(Flag->Name), IsTrue));
    if (const std::string Asked = Spelling(S).availability(); !Asked.empty())
      if (std::optional<report::Edit> Said =
              keywordArgument(S, Out, *E.I, Flag->Name, (IsTrue ? "" : "not ") + Asked + "()"))
        D.fix("ask for an accelerator", std::move(*Said));
  } else if (There.Origin && There.Origin->Kind == dataflow::StepKind::Named) {
    D.note(Out.place(There.Origin->Range), report::wording::named(Out.device(S, There)));
  }
  D.F.Operation = Out.place(P->D.I->Range);
  D.note(Out.place(P->D.I->Range), report::wording::neededBy(report::wording::quoted(P->D.Name)));
  Out.add(std::move(D));
  return true;
}

/// Adds to D the device variable in scope, which says the same and works everywhere.
static void addFix(const SolvedFunction &S, Sink &Out, const Event &E, Draft &D) {
  const std::string Device = deviceExpression(S, Out, *E.I, nullptr);
  if (Device.empty() || !E.TargetArg)
    return;
  const llvm::StringRef Old = Out.source(E.TargetArg->Range);
  const report::Place P = Out.place(E.TargetArg->Range);
  // Options say more than the device, and cuda() takes no other.
  const bool IsDevice =
      E.Known->Kind != knowledge::Action::MoveCuda && llvm::none_of(E.Operands, [&](const dataflow::Operand &O) {
        return O.A == E.TargetArg && O.V.is(dataflow::Value::Kind::Options);
      });
  if (IsDevice && !Old.empty() && Old != Device)
    D.fix("use '" + Device + "'", {P.Path, P.Begin, P.End, Device},
          (Old.contains("kCUDA") || Old.contains("cuda")) && isAcceleratorIfAny(S, Device));
}

/// True if the bytes are all of an argument or of what is assigned, so that any expression may stand there.
static bool standsAlone(const Sink &Out, ir::SourceRange R) {
  const llvm::StringRef Text = Out.fileText(*R.File);
  const llvm::StringRef Before = Text.take_front(R.Begin).rtrim(" \t\n"), After = Text.drop_front(R.End).ltrim(" \t");
  const bool Begins = Before.ends_with("(") || Before.ends_with(",") ||
                      (Before.ends_with("=") && !llvm::StringRef("=!<>").contains(Before.drop_back().take_back()));
  return Begins && (After.empty() || llvm::StringRef(",)\r\n#").contains(After.front()));
}

/// Adds to D what does the same where there is an accelerator, and goes on without one where there is none: another
/// device, or nothing. It is said again wherever the program names one, so somebody has to want it.
static void addFallback(const SolvedFunction &S, Sink &Out, const Event &E, Draft &D) {
  const std::string Available = Spelling(S).availability();
  const ir::SourceRange R = E.I->Range;
  if (!Spelling(S).hasTextForDevices() || Available.empty() || !R.isValid() || !R.File->Checked)
    return;
  const llvm::StringRef Call = Out.source(R);
  const auto Either = [&](llvm::StringRef Said) { return (Said + " if " + Available + "() else \"cpu\"").str(); };
  const dataflow::GuardedTerm *T = E.Target.single();
  const bool IsNamed = T && T->Origin && T->Origin->Kind == dataflow::StepKind::Named && T->Origin->F == S.F;
  ir::SourceRange Named = IsNamed ? T->Origin->Range : E.TargetArg ? E.TargetArg->Range : ir::SourceRange();
  // torch.device("cuda")
  if (IsNamed && T->Origin->I && T->Origin->I->Kind == ir::InstKind::Call && T->Origin->I->Args.size() == 1)
    Named = T->Origin->I->Args[0].Range;
  const llvm::StringRef Said = Named.isValid() ? Out.source(Named) : llvm::StringRef();
  const bool IsWritten =
      Said.size() > 2 && (Said.front() == '"' || Said.front() == '\'') && Said.back() == Said.front();
  if (IsWritten && Said.drop_front().starts_with("cuda") && hasCounterpart(E) && standsAlone(Out, Named)) {
    const report::Place P = Out.place(Named);
    D.fix("fall back to the CPU", {P.Path, P.Begin, P.End, Either(Said)}, /*Sure=*/false);
    return;
  }
  const report::Place P = Out.place(R);
  if (E.Known->Kind == knowledge::Action::MoveCuda && Call.ends_with(".cuda()")) {
    const auto Begin = static_cast<uint32_t>(P.End - llvm::StringRef("cuda()").size());
    D.fix("fall back to the CPU", {P.Path, Begin, P.End, "to(" + Either("\"cuda\"") + ")"}, /*Sure=*/false);
    return;
  }
  // A statement on a line of its own.
  const llvm::StringRef Text = Out.fileText(*R.File), Before = Text.take_front(R.Begin);
  const llvm::StringRef Margin = Before.substr(Before.rfind('\n') + 1);
  const llvm::StringRef Rest = Text.drop_front(R.End).take_until([](char C) { return C == '\n'; }).trim(" \t\r");
  const bool IsAlone = Margin.trim(" \t").empty() && (Rest.empty() || Rest.starts_with("#"));
  if (hasCounterpart(E) || !isStatement(S, Out, R) || !IsAlone || Call.contains('\n'))
    return;
  const llvm::StringRef Step = Margin.contains('\t') ? "\t" : "    ";
  D.fix("ask for an accelerator first",
        {P.Path, P.Begin, P.Begin, "if " + Available + "():\n" + Margin.str() + Step.str()}, /*Sure=*/false);
}

/// True if E pins a tensor without a question, which takes an accelerator's allocator. What a loader calls to pin its
/// batches has that name, too.
static bool pinsAnyway(const SolvedFunction &S, const Event &E) {
  const bool Pins = E.I->Kind == ir::InstKind::Invoke && E.I->Name == "pin_memory" && E.I->Args.size() == 1;
  if (!Pins || E.Guarded || !E.Operands[0].V.isTensor() || E.Operands[0].V.MayBeModule || isTried(S, E) ||
      ir::lastName(S.F->Name) == E.I->Name || switchOf(S, E) != Switch::None)
    return false;
  // `if device.type == "cuda"`, `if pin`
  return llvm::all_of(E.Path.literals(), [&](dataflow::Literal L) {
    using Kind = dataflow::Condition::Kind;
    const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
    const ir::Inst *D = C.K == Kind::Opaque && C.F == S.F ? S.F->definition(C.V) : nullptr;
    return C.K == Kind::IsNone || (D && (D->Kind == ir::InstKind::HasNext || D->Name == "is"));
  });
}

/// Says that E pins a tensor; true if it does.
static bool reportPinned(const SolvedFunction &S, Sink &Out, const Event &E) {
  if (!pinsAnyway(S, E) || isGuardedByModule(S))
    return false;
  Out.add(draftFor(S, Out, *E.I, E.I->Name, /*IsWeak=*/true));
  return true;
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldCpu) || launchesKernels(S))
    return;
  for (const Event &E : S.Events) {
    if (reportCallee(S, Out, E) || reportPinned(S, Out, E))
      return;
    if (!needsAcceleratorAnyway(S, E))
      continue;
    if (isGuardedByModule(S))
      return;
    const bool IsWeak = switchOf(S, E) == Switch::Unknown || !hasCounterpart(E) || exchangesTensors(S, E);
    Draft D = draftFor(S, Out, *E.I, E.Name, IsWeak);
    const dataflow::GuardedTerm *T = E.Target.single();
    if (T && T->Origin && T->Origin->Kind == dataflow::StepKind::Named && T->Origin->I != E.I)
      D.note(Out.place(T->Origin->Range), report::wording::named(Out.device(S, *T)));
    addFix(S, Out, E, D);
    if (D.F.Fixes.empty())
      addFallback(S, Out, E, D);
    Out.add(std::move(D));
    return;
  }
}

static const Check UnguardedAccelerator = {
    .Name = "device-unguarded-accelerator",
    .Headline = "{op} needs an accelerator and fails on a machine without one",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnguardedAccelerator)

} // namespace devtidy::checks
