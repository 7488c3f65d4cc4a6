//===- OwnFiles.cpp - Files that the program itself has written ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/OwnFiles.h"
#include "checks/support/Accelerator.h"
#include "checks/support/Callees.h"
#include "checks/support/FromHost.h"
#include "checks/support/PathText.h"
#include "checks/support/SameValue.h"
#include "checks/support/TemporaryFiles.h"
#include "dataflow/engine/Resolve.h"
#include "ir/Dominators.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/Files.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

static bool isSave(const knowledge::Callable *C) {
  return C && (C->Kind == knowledge::Action::Save || C->Kind == knowledge::Action::SaveObject);
}

namespace {

/// What an instruction makes a file of, or gives another name, `shutil.copy(latest, best)`, `latest.rename(best)`.
struct Copy {
  ir::ValueId From, To;
};

} // namespace

static std::optional<Copy> copyOf(const Program &P, const ir::Inst &I) {
  if (I.Kind == InstKind::Invoke) {
    const bool Renames = knowledge::renamesFile(std::string_view(I.Name)) && I.Args.size() == 2;
    return Renames ? std::optional(Copy{I.Args[0].Value, I.Args[1].Value}) : std::nullopt;
  }
  if (I.Kind != InstKind::Call || !knowledge::copiesFile(std::string_view(P.Types.canonical(I.Name))))
    return std::nullopt;
  const ir::Arg *From = dataflow::argumentFor("src,dst", I, "src"), *To = dataflow::argumentFor("src,dst", I, "dst");
  return From && To ? std::optional(Copy{From->Value, To->Value}) : std::nullopt;
}

/// The path under which I saves something; null if it does not.
static const ir::Arg *savedTo(const Program &P, const ir::Inst &I) {
  const knowledge::Callable *C = libraryCalleeOf(P, &I);
  return isSave(C) ? dataflow::argumentFor(*C, I, "path") : nullptr;
}

/// True if F saves something under the path V, or makes a copy there of what it has saved.
static bool writesTo(const Program &P, const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  return Depth < MaxDepth && llvm::any_of(
                                 F.Insts,
                                 [&](const ir::Inst &I) {
                                   if (const ir::Arg *To = savedTo(P, I))
                                     return isSame(P, F, pathOf(P, F, To->Value), V);
                                   const std::optional<Copy> C = copyOf(P, I);
                                   return C && isSame(P, F, C->To, V) && writesTo(P, F, C->From, Depth + 1);
                                 });
}

/// V, and what it is put together from: `folder`, `name` of `join(folder, name + ".pt")`. No constants.
static void addPieces(const ir::Function &F, ir::ValueId V, llvm::SmallVectorImpl<ir::ValueId> &Out) {
  constexpr size_t MaxPieces = 16;
  const ir::Inst *D = F.definition(V);
  if (Out.size() == MaxPieces || (D && D->Kind == InstKind::Const))
    return;
  Out.push_back(V);
  if (D && (D->Kind == InstKind::Op || D->Kind == InstKind::Call || D->Kind == InstKind::Opaque))
    for (const ir::Arg &A : D->Args)
      addPieces(F, A.Value, Out);
}

/// By function, whether it saves files.
using Asked = llvm::DenseMap<const ir::Function *, bool>;

/// True if F, or a function that it calls, saves something; under a path that ends so, if End says how.
static bool savesFiles(const Program &P, const ir::Function &F, llvm::StringRef End, Asked &Known, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (Depth == MaxDepth)
    return false;
  const auto [Answer, IsNew] = Known.try_emplace(&F, false); // what calls itself adds nothing
  if (!IsNew)
    return Answer->second;
  auto Saves = [&](const ir::Inst &I) {
    const ir::Arg *To = savedTo(P, I);
    if (To && (End.empty() || PathText(P, F, To->Value).end() == End))
      return true;
    const std::optional<Copy> Made = copyOf(P, I);
    if (Made && PathText(P, F, Made->To).end() == End && writesTo(P, F, Made->From))
      return true;
    const std::optional<Program::Entry> Callee = calleeOf(P, F, I);
    return Callee && Callee->F != &F && savesFiles(P, *Callee->F, End, Known, Depth + 1);
  };
  return Known[&F] = llvm::any_of(F.Insts, Saves);
}

/// True if F loads what parameter N names, and saves nothing there: `self.restore(path)`.
static bool onlyLoads(const Program &P, const ir::Function &F, unsigned N) {
  const ir::ValueId Path = F.block(ir::BlockId(0)).Params[N];
  bool Loads = false, Saves = false;
  for (const ir::Inst &I : F.Insts) {
    const knowledge::Callable *C = libraryCalleeOf(P, &I);
    const bool IsLoad = C && C->Kind == knowledge::Action::Load;
    const ir::Arg *At = IsLoad || isSave(C) ? dataflow::argumentFor(*C, I, "path") : nullptr;
    llvm::SmallVector<ir::ValueId, 8> Pieces;
    if (At)
      addPieces(F, pathOf(P, F, At->Value), Pieces);
    if (llvm::is_contained(Pieces, Path))
      (IsLoad ? Loads : Saves) = true;
  }
  return Loads && !Saves;
}

/// True if I calls a function that saves files, or an object that does, and hands it one of Pieces; or if it saves one
/// whose path ends as End does.
static bool letsWrite(const SolvedFunction &S, const ir::Inst &I, llvm::ArrayRef<ir::ValueId> Pieces,
                      llvm::StringRef End) {
  auto IsPiece = [&](const ir::Arg &A) {
    return llvm::any_of(Pieces, [&](ir::ValueId P) { return isSame(*S.Owner, *S.F, A.Value, P); });
  };
  const std::optional<Program::Entry> Callee = calleeOf(*S.Owner, *S.F, I);
  if (!Callee)
    return false;
  const bool IsMethod = I.Kind != InstKind::Call;
  const ir::Inst *Maker = IsMethod ? makerOf(*S.Owner, *S.F, I.Args[0].Value) : nullptr;
  auto IsWritten = [&](const ir::Arg &A) {
    return IsPiece(A) && llvm::none_of(llvm::seq<unsigned>(0, Callee->F->Params.size()), [&](unsigned N) {
             return givenFor(*Callee->F, N, I) == &A && onlyLoads(*S.Owner, *Callee->F, N);
           });
  };
  const bool IsGiven = llvm::any_of(llvm::ArrayRef(I.Args).drop_front(IsMethod), IsWritten) ||
                       (Maker && llvm::any_of(Maker->Args, IsPiece));
  Asked Any, OfName;
  return (IsGiven && savesFiles(*S.Owner, *Callee->F, "", Any)) ||
         (isNameOfFile(End) && savesFiles(*S.Owner, *Callee->F, End, OfName));
}

/// True if control may get from one block to another.
static bool leadsTo(const ir::Function &F, ir::BlockId From, ir::BlockId To) {
  llvm::SmallVector<ir::BlockId, 16> Work{From};
  for (size_t N = 0; N != Work.size(); ++N)
    for (const ir::Successor &Next : F.terminator(Work[N]).Targets) {
      if (Next.Block == To)
        return true;
      if (!llvm::is_contained(Work, Next.Block))
        Work.push_back(Next.Block);
    }
  return false;
}

/// True if Where is reached only if there is a file at the path From, and Save only if there is none, or if somebody
/// wants another, `if exists(path) and not args.anew`: the one reads what the other has kept.
static bool isCachedBy(const SolvedFunction &S, const ir::Inst &Save, ir::ValueId From, const ir::Inst &Where) {
  const ir::Function &F = *S.F;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const ir::BlockId At(B);
    const ir::Inst &T = F.terminator(At);
    const ir::Inst *Asked = T.Kind == InstKind::Branch ? F.definition(T.Args[0].Value) : nullptr;
    while (Asked && Asked->Kind == InstKind::Op && Asked->Name == "not" && Asked->Args.size() == 1)
      Asked = F.definition(Asked->Args[0].Value);
    if (!Asked || (Asked->Kind != InstKind::Call && Asked->Kind != InstKind::Invoke) || Asked->Args.empty())
      continue;
    const llvm::StringRef Name = Asked->Kind == InstKind::Call ? S.Owner->Types.canonical(Asked->Name) : Asked->Name;
    if (!knowledge::asksForFile(std::string_view(Name)) ||
        !isSame(*S.Owner, F, Asked->Args[0].Value, pathOf(*S.Owner, *S.F, From)))
      continue;
    for (const unsigned Edge : {0, 1})
      if (ir::isOnlyThrough(F, At, Edge, Where.Parent) &&
          (ir::isOnlyThrough(F, At, 1 - Edge, Save.Parent) ||
           (Where.Parent != Save.Parent && !leadsTo(F, Where.Parent, Save.Parent))))
        return true;
  }
  return false;
}

/// True if a function of the program gives the path From, and what it gives it has saved something under:
/// `best = self.train()`, where train() ends with `torch.save(net, path); return path`. None stands for no file.
static bool isGivenBySaver(const SolvedFunction &S, ir::ValueId From) {
  const ir::Inst *D = S.F->definition(From);
  const std::optional<Program::Entry> Callee = D ? calleeOf(*S.Owner, *S.F, *D) : std::nullopt;
  if (!Callee)
    return false;
  const ir::Function &F = *Callee->F;
  bool Any = false;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::Return && !I.Args.empty()) {
      const ir::Inst *Given = F.definition(I.Args[0].Value);
      if (Given && Given->Kind == InstKind::Const)
        continue;
      if (!writesTo(*S.Owner, F, I.Args[0].Value))
        return false;
      Any = true;
    }
  return Any;
}

/// True if S, or what it calls, writes to the path From before Where; or in the other branch, if there is no file yet.
static bool hasWritten(const SolvedFunction &S, ir::ValueId From, const ir::Inst &Where, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (Depth == MaxDepth)
    return false;
  // Behind a loop is not behind its body in the order of blocks.
  auto IsBefore = [&](const ir::Inst &I) { return I.Range.Begin < Where.Range.Begin; };
  const PathText Text(*S.Owner, *S.F, From);
  auto Writes = [&](const Event &E) {
    const ir::Arg *To = isSave(E.Known) ? dataflow::argumentFor(*E.Known, *E.I, "path") : nullptr;
    const bool IsThere = To && isSame(*S.Owner, *S.F, pathOf(*S.Owner, *S.F, To->Value), pathOf(*S.Owner, *S.F, From));
    // One of those that a loop has written: name + str(best) + ".pt"
    const bool IsOfLoop = To && PathText(*S.Owner, *S.F, To->Value).isPatternOf(Text);
    return ((IsThere || IsOfLoop) && IsBefore(*E.I)) || (IsThere && isCachedBy(S, *E.I, From, Where));
  };
  // Which may be what another round has written.
  auto Copies = [&](const ir::Inst &I) {
    const std::optional<Copy> C = copyOf(*S.Owner, I);
    return C && IsBefore(I) && isSame(*S.Owner, *S.F, C->To, pathOf(*S.Owner, *S.F, From)) &&
           hasWritten(S, C->From, ir::isInCycle(*S.F, I.Parent) ? Where : I, Depth + 1);
  };
  llvm::SmallVector<ir::ValueId, 8> Pieces;
  addPieces(*S.F, pathOf(*S.Owner, *S.F, From), Pieces);
  if (Pieces.empty()) // a constant
    Pieces.push_back(pathOf(*S.Owner, *S.F, From));
  const std::string End = Text.end();
  return isGivenBySaver(S, From) || llvm::any_of(S.Events, Writes) || llvm::any_of(S.F->Insts, Copies) ||
         llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
           return letsWrite(S, I, Pieces, End) && (IsBefore(I) || isCachedBy(S, I, From, Where));
         });
}

/// True if V is a tensor that was taken to the CPU: `x.cpu()`.
static bool isTakenToHost(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Invoke && D->Name == "cpu";
}

/// True if all that the programs of the run save under the name Text was on the CPU, and something is.
static bool isSavedFromHost(const Program &P, llvm::StringRef Text) {
  bool AnySaved = false;
  for (const dataflow::CallSite &Save : P.Links.saves()) {
    const ir::Arg *To = dataflow::argumentFor(*Save.C, *Save.I, "path");
    const ir::Inst *Path = To ? Save.F->definition(To->Value) : nullptr;
    if (!Path || Path->Kind != InstKind::Const || Path->Const.Text != Text)
      continue;
    if (!isTakenToHost(*Save.F, Save.I->Args[0].Value))
      return false;
    AnySaved = true;
  }
  return AnySaved;
}

/// True if what Load gives, or what is made of it, is the state of a module or an optimizer.
static bool isState(const ir::Function &F, const ir::Inst &Load) {
  const auto IsLoad = [&](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) {
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
    return &D == &Load;
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Invoke && I.Name == "load_state_dict" && I.Args.size() > 1 &&
           ir::comesFrom(F, I.Args[1].Value, IsLoad);
  });
}

/// True unless F is a function that is left over: nothing of the run calls it, or has it as a value.
static bool isCalled(const Program &P, const NameUses &Names, const ir::Function &F, Effort &Spent) {
  const bool IsFree = F.Kind == ir::FunctionKind::Free && F.Class.empty() && F.Decorators.empty();
  return !IsFree || mayHoldOfCall(P, Names, F, Spent, [](const ir::Function &, const ir::Inst &) { return true; });
}

/// True if files are saved in the run, and all in them was on the CPU: `net.cpu(); torch.save(net.state_dict(), path)`.
/// OfState: a tensor alone does not count.
static bool savesFromHostOnly(const Program &P, const NameUses &Names, bool OfState) {
  bool AnySaved = false, AnyCalled = false, IsOther = false;
  Effort Spent;
  for (const SolvedFunction *S : P.functions())
    for (const Event &E : S->Events) {
      const ir::Arg *To = isSave(E.Known) ? dataflow::argumentFor(*E.Known, *E.I, "path") : nullptr;
      if (!isSave(E.Known) || (To && storageOf(*S, *To) != Storage::File) ||
          (OfState && !E.Operands.empty() && E.Operands[0].V.isTensor()))
        continue;
      const bool IsHost = isFromHost(*S, Names, E.Before, E.Path), Runs = isCalled(P, Names, *S->F, Spent);
      if (!IsHost && Runs)
        return false;
      IsOther |= !IsHost;
      AnySaved |= IsHost;
      AnyCalled |= IsHost && Runs;
    }
  return IsOther ? AnyCalled : AnySaved;
}

/// True if the path is a variable of the module that its top level computes, and something of the module saves there:
/// `best = join(folder, "net.pt")`, which train() writes and test() reads. A name that is written down may be of
/// another run.
static bool isSavedUnderVariable(const SolvedFunction &S, ir::ValueId From) {
  const ir::Inst *Path = S.F->definition(spelledPath(*S.Owner, *S.F, From));
  if (!Path || Path->Kind != InstKind::GetGlobal)
    return false;
  for (const auto &F : S.M->Functions)
    for (const ir::Inst &I : F->Insts)
      if (const ir::Inst *Set =
              I.Kind == InstKind::SetGlobal && I.Name == Path->Name ? F->definition(I.Args[0].Value) : nullptr;
          Set && Set->Kind == InstKind::Const && Set->Const.K == ir::Constant::Kind::String)
        return false;
  return llvm::any_of(S.Owner->Links.saves(), [&](const dataflow::CallSite &Save) {
    const bool IsElsewhere = Save.M == S.M && Save.F != S.F;
    const ir::Arg *To = IsElsewhere ? dataflow::argumentFor(*Save.C, *Save.I, "path") : nullptr;
    const ir::Inst *There = To ? Save.F->definition(spelledPath(*S.Owner, *Save.F, To->Value)) : nullptr;
    return There && There->Kind == InstKind::GetGlobal && There->Name == Path->Name;
  });
}

/// True if F calls Callee only behind something that it always calls before and that saves under a path that ends so:
/// `self.prepare(); self.train()`. Nothing if it does not call it.
static std::optional<bool> writesBefore(const Program &P, const ir::Function &F, const ir::Function &Callee,
                                        llvm::StringRef End, Asked &Known) {
  std::optional<bool> Writes;
  std::optional<ir::Dominators> Always;
  for (const ir::Inst &I : F.Insts) {
    if (ir::lastName(I.Name) != ir::lastName(Callee.Name))
      continue;
    const std::optional<Program::Entry> Called = calleeOf(P, F, I);
    if (!Called || Called->F != &Callee)
      continue;
    if (!Always)
      Always.emplace(F);
    Writes = Writes.value_or(true) && llvm::any_of(F.Insts, [&](const ir::Inst &Before) {
               // Nor in the other branch: `train() if args.train else test()`.
               const bool IsBefore = Before.Range.Begin < I.Range.Begin && Always->dominates(Before.Parent, I.Parent);
               const std::optional<Program::Entry> Saver = IsBefore ? calleeOf(P, F, Before) : std::nullopt;
               return Saver && Saver->F != &Callee && savesFiles(P, *Saver->F, End, Known);
             });
  }
  return Writes;
}

/// True if all that call Callee of M, there and in modules that import from it, have written the file before, or all
/// that call them.
static bool isWrittenByCallers(const Program &P, const ir::Module &M, const ir::Function &Callee, llvm::StringRef End,
                               Asked &Known, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  if (Depth == MaxDepth || Callee.Kind == ir::FunctionKind::TopLevel)
    return false;
  const bool IsOfTests = knowledge::isTestModule(std::string_view(M.Name));
  bool Any = false;
  for (const ir::Module *From : P.modules()) {
    const auto Imports = [&](const ir::Alias &A) { return (A.Target + ".").str().starts_with((M.Name + ".").str()); };
    if (From != &M && llvm::none_of(From->Aliases, Imports))
      continue;
    for (const auto &F : From->Functions) {
      const std::optional<bool> Writes = F->hasBody() ? writesBefore(P, *F, Callee, End, Known) : std::nullopt;
      if (Writes == false && !isWrittenByCallers(P, *From, *F, End, Known, Depth + 1))
        return false;
      // What tests write says nothing of what users do.
      Any |= Writes.has_value() && (IsOfTests || !knowledge::isTestModule(std::string_view(From->Name)));
    }
  }
  return Any;
}

/// True if V, a path, is given to F, by callers that have written the file before: `self.save(best); self.load(best)`.
static bool isWrittenByGivers(const Program &P, const NameUses &Names, const ir::Function &F, ir::ValueId V,
                              unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  const std::optional<unsigned> N = parameterOf(F, V);
  bool Any = false;
  return N && Depth < MaxDepth &&
         holdsOfAllGiven(
             P, Names, F, *N,
             [&](const Given &G) {
               if (isNone(F, *N, G))
                 return true;
               Any = true;
               const SolvedFunction *S = G.A ? P.solvedHere(G.Caller) : nullptr;
               return S && (hasWritten(*S, G.A->Value, G.Call) ||
                            isWrittenByGivers(P, Names, G.Caller, G.A->Value, Depth + 1));
             }) &&
         Any;
}

Storage storageOf(const SolvedFunction &S, const ir::Arg &At) {
  const ir::Inst *D = S.F->definition(At.Value);
  if (D && D->Kind == InstKind::Enter) // with io.BytesIO() as buffer
    D = S.F->definition(D->Args[0].Value);
  if (!D || D->Kind != InstKind::Call || S.Owner->Types.canonical(D->Name) != "io.BytesIO")
    return Storage::File;
  return D->Args.empty() ? Storage::OwnBuffer : Storage::Bytes;
}

bool isOwnFile(const SolvedFunction &S, const NameUses &Names, const Event &Load) {
  const ir::Arg *From = Load.Known ? dataflow::argumentFor(*Load.Known, *Load.I, "path") : nullptr;
  if (!From)
    return false;
  const ir::Inst *Path = S.F->definition(From->Value);
  if (Path && Path->Kind == InstKind::Const && isSavedFromHost(*S.Owner, Path->Const.Text))
    return true;
  if (savesFromHostOnly(*S.Owner, Names, isState(*S.F, *Load.I)) || isSavedUnderVariable(S, From->Value))
    return true;
  const std::string End = PathText(*S.Owner, *S.F, From->Value).end();
  Asked Known;
  if (hasWritten(S, From->Value, *Load.I) ||
      (isNameOfFile(End) && isWrittenByCallers(*S.Owner, *S.M, *S.F, End, Known)))
    return true;
  if (isTemporaryFile(*S.Owner, Names, *S.F, From->Value) ||
      isWrittenByGivers(*S.Owner, Names, *S.F, pathOf(*S.Owner, *S.F, From->Value)))
    return true;
  const auto &Params = S.F->block(ir::BlockId(0)).Params;
  const auto *Captured = llvm::find(Params, From->Value);
  for (const SolvedFunction *Around : S.Owner->functions())
    if (Captured != Params.end() && S.F->Kind == ir::FunctionKind::Lambda && Around->M == S.M)
      for (const ir::Inst &I : Around->F->Insts)
        if (const size_t N = Captured - Params.begin();
            I.Kind == InstKind::Closure && N < I.Args.size() && Around->M->Functions[I.Callee.index()].get() == S.F)
          return hasWritten(*Around, I.Args[N].Value, I);
  return false;
}

bool readSame(const SolvedFunction &S, const Event &A, const Event &B) {
  const ir::Arg *First = A.Known ? dataflow::argumentFor(*A.Known, *A.I, "path") : nullptr;
  const ir::Arg *Second = B.Known ? dataflow::argumentFor(*B.Known, *B.I, "path") : nullptr;
  return First && Second && isSame(*S.Owner, *S.F, First->Value, Second->Value);
}

} // namespace devtidy::checks
