//===- NeedsAccelerator.cpp -----------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/NeedsAccelerator.h"
#include "checks/support/Callees.h"
#include "checks/support/Switches.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/Swallowing.h"
#include "dataflow/state/Questions.h"
#include "ir/Dominators.h"
#include "ir/Edges.h"
#include "knowledge/Operators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

bool needsAccelerator(const SolvedFunction &S, const Event &E) {
  if (!E.HasTarget || !E.Known || E.movesStateless())
    return false;
  if (knowledge::isOfCudaBuild({E.I->Name.data(), E.I->Name.size()}))
    return false;
  // Wherever `torch.cuda.set_device(args.gpu)` has led, to one of them.
  const bool IsCurrent = E.Known->Kind == knowledge::Action::MoveCuda && !E.TargetArg;
  if (IsCurrent && S.Owner->Links.accelerator() == knowledge::DeviceType::Cuda)
    return !E.Target.isBottom();
  return !E.Target.isUnknown() && !E.Target.isBottom() &&
         llvm::all_of(E.Target.terms(), [&](const dataflow::GuardedTerm &T) {
           return !T.T.isSymbol() && T.T.device().Type == S.Owner->Links.accelerator();
         });
}

const dataflow::PlacedDemand *neededByCallee(const SolvedFunction &S, const Event &E) {
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const bool IsOfCallee = P.D.Of == dataflow::Meeting::Accelerator && P.At == E.I && P.D.F != S.F;
    const bool IsAlways = llvm::all_of(P.D.Path.literals(), [&](dataflow::Literal L) {
      return L.isOfMachine() || dataflow::asksForRound(*S.Owner, *S.F, L);
    });
    if (IsOfCallee && IsAlways && P.In[dataflow::World::Cpu].Result == dataflow::Outcome::Fails)
      return &P;
  }
  return nullptr;
}

/// What V is the opposite of; V if it is none.
static ir::ValueId withoutNot(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  while (D && D->Kind == InstKind::Op && D->Name == "not" && D->Args.size() == 1) {
    V = D->Args[0].Value;
    D = F.definition(V);
  }
  return V;
}

/// True for a variable that the text sets to True or False, and for one of the module: who reads the program changes it
/// there. `while True` is none.
static bool isWrittenSwitch(const ir::Function &F, ir::ValueId V) {
  V = withoutNot(F, V);
  const ir::Inst *D = F.definition(V);
  if (!D)
    return false;
  const bool IsSet =
      D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::Bool && !F.value(V).Variable.empty();
  return IsSet || D->Kind == InstKind::GetGlobal;
}

/// True if a switch that is written down in the program leads to E: `Cuda = True`, and `if Cuda: x.cuda()`. Nothing of
/// it is left in the path, for its value is known.
static bool hangsOnWrittenSwitch(const SolvedFunction &S, const Event &E) {
  const ir::Function &F = *S.F;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const ir::BlockId Block(B);
    const ir::Inst &T = F.terminator(Block);
    if (T.Kind != InstKind::Branch || !isWrittenSwitch(F, T.Args[0].Value))
      continue;
    for (unsigned Edge = 0; Edge < T.Targets.size(); ++Edge)
      if (ir::isOnlyThrough(F, Block, Edge, E.I->Parent))
        return true;
  }
  return false;
}

/// True if the program ends where V is otherwise: `assert path.exists()`. Nothing is done without an accelerator there.
static bool isAsserted(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Branch && withoutNot(F, T.Args[0].Value) == V &&
           llvm::any_of(T.Targets, [&](const ir::Successor &Next) { return !dataflow::mayReturnFrom(F, Next.Block); });
  });
}

/// True if L is an option of the command line that nobody can put off.
static bool isAlwaysOn(const SolvedFunction &S, dataflow::Literal L) {
  const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
  const ir::Inst *Read = C.K == dataflow::Condition::Kind::Opaque && C.F == S.F ? S.F->definition(C.V) : nullptr;
  const llvm::StringRef Option = C.K == dataflow::Condition::Kind::Truth    ? S.Owner->Paths[C.P].Name
                                 : Read && Read->Kind == InstKind::GetField ? Read->Name
                                                                            : llvm::StringRef();
  return L.isPositive() && !Option.empty() && S.Owner->Links.commandLine().isAlwaysTrue(*S.M, Option);
}

Switch switchOf(const SolvedFunction &S, const Event &E, const dataflow::Cube &Holds) {
  using dataflow::Condition;
  Switch Found = Switch::None;
  const dataflow::Cube Asked = E.Path.minus(Holds);
  for (dataflow::Literal L : Asked.literals()) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    if (isSwitch(S, L) && !isBehindSwitch(S, L) && !isAlwaysOn(S, L))
      return Switch::Flag;
    const bool OfPath =
        C.K == Condition::Kind::Truth || C.K == Condition::Kind::Equals || C.K == Condition::Kind::IsNone;
    // What a call gave that nobody knows may be an answer.
    if (OfPath && S.Owner->Paths[C.P].Kind == dataflow::Path::Root::Site)
      Found = Switch::Unknown;
    if (C.K != Condition::Kind::Opaque || C.F != S.F || isAsserted(*S.F, C.V))
      continue;
    const ir::Inst *I = S.F->definition(C.V);
    if (!I || I->Kind == InstKind::Call || I->Kind == InstKind::Invoke)
      Found = Switch::Unknown;
  }
  return hangsOnWrittenSwitch(S, E) ? Switch::Flag : Found;
}

bool isTried(const SolvedFunction &S, const Event &E) { return dataflow::isTried(*S.Owner, *S.F, *E.I); }

bool needsAcceleratorAnyway(const SolvedFunction &S, const Event &E, const dataflow::Cube &Holds) {
  return !E.Guarded && needsAccelerator(S, E) && !isTried(S, E) && switchOf(S, E, Holds) != Switch::Flag;
}

/// True if S gets to E in each of its runs, as far as no loop is over nothing.
static bool isReachedAlways(const SolvedFunction &S, const Event &E) {
  return !E.Guarded && !isTried(S, E) && !S.Owner->Conditions.saysAvailable(E.Path) &&
         E.Path.size() < dataflow::Cube::MaxPath && !hangsOnWrittenSwitch(S, E) &&
         llvm::all_of(
             E.Path.literals(),
             [&](dataflow::Literal L) { return L.isOfMachine() || dataflow::asksForRound(*S.Owner, *S.F, L); });
}

bool CalleeNeeds::inEachRun(const Program &P, const ir::Function &F) {
  if (const auto Answer = Known.find(&F); Answer != Known.end())
    return Answer->second;
  const auto Yields = [](const ir::Inst &I) { return I.Kind == InstKind::Yield; };
  llvm::SmallVector<const ir::Function *, 16> Work{&F}; // and what that always calls
  llvm::DenseSet<const ir::Function *> Seen{&F};
  for (size_t N = 0; N != Work.size(); ++N) {
    const SolvedFunction *S = P.solvedHere(*Work[N]);
    if (!S || isGuardedByModule(*S) || llvm::any_of(Work[N]->Insts, Yields))
      continue;
    for (const Event &E : S->Events) {
      if (!isReachedAlways(*S, E))
        continue;
      const std::optional<Program::Entry> Callee = runBy(P, *Work[N], *E.I);
      const auto Answer = Callee ? Known.find(Callee->F) : Known.end();
      if (needsAccelerator(*S, E) || (Answer != Known.end() && Answer->second))
        return Known[&F] = true;
      if (Callee && Answer == Known.end() && Seen.insert(Callee->F).second)
        Work.push_back(Callee->F);
    }
  }
  for (const ir::Function *None : Work)
    Known[None] = false;
  return false;
}

bool CalleeNeeds::at(const SolvedFunction &S, const Event &E) {
  if (E.Guarded || isTried(S, E) || S.Owner->Conditions.saysAvailable(E.Path))
    return false;
  const std::optional<Program::Entry> Callee = runBy(*S.Owner, *S.F, *E.I);
  return Callee && inEachRun(*S.Owner, *Callee->F);
}

/// True if S may return from B on, and B itself does not end the program.
static bool goesOnFrom(const SolvedFunction &S, ir::BlockId B) {
  auto Leaves = [&](ir::InstId Id) {
    const knowledge::Callable *C = libraryCalleeOf(*S.Owner, &S.F->inst(Id));
    return C && C->Kind == knowledge::Action::Leaves;
  };
  return dataflow::mayReturnFrom(*S.F, B) && llvm::none_of(S.F->block(B).Insts, Leaves);
}

/// True if S goes on from B only where an accelerator is available, because it asks and fails otherwise.
static bool goesOnOnlyWithAccelerator(const SolvedFunction &S, ir::BlockId B) {
  const ir::Function &F = *S.F;
  const ir::Inst &T = F.terminator(B);
  const ir::Inst *Asked = T.Kind == InstKind::Branch ? F.definition(withoutNot(F, T.Args[0].Value)) : nullptr;
  const knowledge::Callable *C = libraryCalleeOf(*S.Owner, Asked);
  if (!C || !dataflow::asksForAccelerator(*C))
    return false;
  const bool Goes[] = {goesOnFrom(S, T.Targets[0].Block), goesOnFrom(S, T.Targets[1].Block)};
  if (Goes[0] == Goes[1])
    return false;
  // Nothing leads past the question.
  const ir::Dominators Dominators(F);
  return llvm::all_of(llvm::seq<unsigned>(0, F.Blocks.size()), [&](unsigned N) {
    return F.terminator(ir::BlockId(N)).Kind != InstKind::Return || Dominators.dominates(B, ir::BlockId(N));
  });
}

bool isGuardedByModule(const SolvedFunction &S) {
  auto Guards = [&](const SolvedFunction *Top) {
    if (Top->M != S.M || Top->F->Kind != ir::FunctionKind::TopLevel || !Top->Sum->Returns ||
        !S.Owner->Conditions.saysAvailable(Top->Sum->ReturnPath))
      return false;
    return llvm::any_of(llvm::seq<unsigned>(0, Top->F->Blocks.size()),
                        [&](unsigned N) { return goesOnOnlyWithAccelerator(*Top, ir::BlockId(N)); });
  };
  return S.F->Kind != ir::FunctionKind::TopLevel && llvm::any_of(S.Owner->functions(), Guards);
}

/// True if the function computes with parameter N: `x * 2`, `x.sum()`, `x.shape`. Nobody does so with options.
static bool computesWith(const ir::Function &F, unsigned N) {
  const ir::ValueId Given = F.block(ir::BlockId(0)).Params[N];
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const std::string_view Name(I.Name);
    if (I.Kind == InstKind::Op)
      return knowledge::isArithmetic(Name) && llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Given; });
    if (I.Args.empty() || I.Args[0].Value != Given)
      return false;
    return I.Kind == InstKind::GetField ? knowledge::isSizeAttribute(Name)
                                        : I.Kind == InstKind::Invoke && !knowledge::findOperator(Name).empty();
  });
}

/// True if T is where something is that the function was given, `x.device`, and no device that somebody chose: who goes
/// there has chosen nothing. A module asks `self.device`, which its trainer chooses.
static bool isWhereSomethingIs(const SolvedFunction &S, const dataflow::Term T) {
  using Root = dataflow::Path::Root;
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &Of = Paths[T.path()], &At = Paths[Paths.root(T.path())];
  if (At.Kind != Root::Param || At.Owner != S.F || (At.Index == 0 && !S.F->Class.empty()))
    return false;
  // image.device, where nobody says what image is; args.device
  const bool IsAsked = Of.IsDevice && Of.Kind == Root::Child && Paths[Of.Parent].Kind == Root::Param;
  return !Of.IsDevice || (IsAsked && computesWith(*S.F, At.Index));
}

/// True if the argument is where a tensor is, `x.device`.
static bool isWhereTensorIs(const SolvedFunction &S, const ir::Arg &A) {
  const Event *Asked = S.F->definition(A.Value) ? S.eventAt(S.F->value(A.Value).Definition) : nullptr;
  return Asked && Asked->Known && Asked->Known->Kind == knowledge::Action::QueryDevice && !Asked->Operands.empty() &&
         Asked->Operands[0].V.isTensor() && !Asked->Operands[0].V.MayBeModule;
}

/// True if E moves something to a device that is not known to be an accelerator, or the CPU.
static bool movesToVariable(const SolvedFunction &S, const Event &E) {
  const bool Moves = E.Known && E.Known->Kind == knowledge::Action::Move && E.TargetArg && E.HasTarget &&
                     !isWhereTensorIs(S, *E.TargetArg);
  const dataflow::GuardedTerm *Only = Moves ? E.Target.single() : nullptr;
  return Moves && !needsAccelerator(S, E) && !(Only && (!Only->T.isSymbol() || isWhereSomethingIs(S, Only->T)));
}

bool isOfAcceleratorProgram(const SolvedFunction &S) {
  // Of a unit of C++ nobody knows which programs it is linked into.
  if (S.M->declaresTypes() || S.Owner->Links.programs().mayRunWithoutAccelerator(*S.M))
    return false;
  // Behind the first there is no world without one, which is no question.
  unsigned Found = 0;
  for (const SolvedFunction *Of : S.Owner->functions()) {
    if (Of->M != S.M)
      continue;
    for (const Event &E : Of->Events) {
      Found += needsAccelerator(*Of, E);
      // `.to(get_device())`: somebody else has been asked.
      if (movesToVariable(*Of, E))
        return false;
    }
  }
  return Found > 1 || (Found && S.Owner->Links.namesCudaOften());
}

} // namespace devtidy::checks
