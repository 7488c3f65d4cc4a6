//===- LoadWithoutMapLocation.cpp - device-load-without-map-location ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a load that leaves the place to the file: it fails on a machine without the accelerator that the file was saved
// from, or puts the tensors on that accelerator. In C++ it also undoes an earlier move, because torch::load puts
// parameters back where the file says (torch/csrc/api/src/serialize/input-archive.cpp). Silent where an accelerator is
// known to be there, and for a buffer or a file that the function itself has filled. Level 1 only in projects that mean
// to run without one, in functions that can, and for files.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/Addresses.h"
#include "checks/support/Callees.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/NeedsAccelerator.h"
#include "checks/support/OwnFiles.h"
#include "checks/support/Repair.h"
#include "checks/support/SavedValues.h"
#include "checks/support/Sink.h"
#include "checks/support/Spelling.h"
#include "checks/support/Switches.h"
#include "dataflow/engine/Resolve.h"
#include "dataflow/engine/Swallowing.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using ir::InstKind;

static Storage sourceOf(const SolvedFunction &S, const ir::Inst &Load) {
  return Load.Args.empty() ? Storage::File : storageOf(S, Load.Args[0]);
}

/// True if a type says that there are no tensors: `sizes: list[int] = torch.load(path)`.
static bool holdsNoTensors(const ir::Type &T) {
  auto IsPlain = [](ir::TypeKind K) {
    return K == ir::TypeKind::Number || K == ir::TypeKind::String || K == ir::TypeKind::Bool;
  };
  const bool Holds = T.Kind == ir::TypeKind::List || T.Kind == ir::TypeKind::Tuple || T.Kind == ir::TypeKind::Dict;
  return IsPlain(T.Kind) || (Holds && IsPlain(T.Element));
}

/// True if the host reads what is loaded at once, `torch.load(path).numpy()`: it was on the CPU when it was saved.
static bool isReadOnHost(const SolvedFunction &S, const Event &Load) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.Known && E.Known->Kind == knowledge::Action::HostAccess && !E.I->Args.empty() &&
           E.I->Args[0].Value == Load.I->Result && E.I->Parent == Load.I->Parent;
  });
}

/// True if a tensor that is loaded, or made of what is, is moved to a device later: until then it is meant to be on the
/// CPU. A module may as well be there at once.
static bool isMovedLater(const SolvedFunction &S, const Event &Load) {
  if (Load.OnModule)
    return false;
  auto ComesFromLoad = [&](ir::ValueId Moved) {
    llvm::SmallVector<ir::ValueId, 16> Work;
    auto Add = [&](ir::ValueId V) {
      if (!llvm::is_contained(Work, V))
        Work.push_back(V);
    };
    Add(Moved);
    constexpr unsigned MaxValues = 64;
    for (unsigned N = 0; N != Work.size() && N != MaxValues; ++N) {
      const ir::ValueId V = Work[N];
      if (V == Load.I->Result)
        return true;
      if (const ir::Inst *D = S.F->definition(V)) {
        for (const ir::Arg &A : D->Args)
          Add(A.Value);
        continue;
      }
      const auto &Params = S.F->block(S.F->value(V).Block).Params;
      const size_t Position = llvm::find(Params, V) - Params.begin();
      for (const ir::Inst &I : S.F->Insts)
        for (const ir::Successor &Next : I.Targets)
          if (Next.Block == S.F->value(V).Block && Position < Next.Args.size())
            Add(Next.Args[Position]);
    }
    return false;
  };
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.I->Kind == InstKind::Invoke && E.Name == "to" && E.I->Range.Begin > Load.I->Range.Begin &&
           ComesFromLoad(E.I->Args[0].Value);
  });
}

/// Where the function moves what it otherwise keeps in the member that keeps what is loaded: `self.net = Net().to(d)`
/// on another way. Null if it does not.
static const ir::Arg *deviceOfOther(const SolvedFunction &S, const Event &Load) {
  constexpr unsigned MaxSteps = 4;
  const auto &Insts = S.F->Insts;
  const auto Kept = llvm::find_if(
      Insts, [&](const ir::Inst &I) { return I.Kind == InstKind::SetField && I.Args[1].Value == Load.I->Result; });
  if (Kept == Insts.end())
    return nullptr;
  for (const ir::Inst &I : Insts) {
    if (&I == &*Kept || I.Kind != InstKind::SetField || I.Name != Kept->Name || I.Args[0].Value != Kept->Args[0].Value)
      continue;
    const ir::Inst *D = S.F->definition(I.Args[1].Value);
    for (unsigned N = 0; D && D->Kind == InstKind::Invoke && N < MaxSteps; ++N) {
      const auto Moved = llvm::find_if(S.Events, [&](const Event &E) { return E.I == D; });
      if (Moved != S.Events.end() && Moved->Kind == InstKind::Move && Moved->TargetArg)
        return Moved->TargetArg;
      D = S.F->definition(D->Args[0].Value);
    }
  }
  return nullptr;
}

/// True if all that is loaded, or a part of it, is copied to where something else is: `net.load_state_dict(x["net"])`,
/// `x.to(device)`. Then it is no matter where it was.
static bool isOnlyCopied(const SolvedFunction &S, llvm::SmallVector<ir::ValueId, 16> Work) {
  using knowledge::Action;
  constexpr unsigned MaxValues = 16;
  // What the use I makes of it; false if anything else may come of it.
  const auto Follows = [&](const ir::Inst &I, const ir::Arg &A) {
    const bool IsReceiver = &A == I.Args.begin();
    const Event *E = I.Result ? S.eventAt(S.F->value(I.Result).Definition) : nullptr;
    if (I.Kind == InstKind::Invoke && !IsReceiver) {
      // A class of the program may keep what it is given.
      if (calleeOf(*S.Owner, *S.F, I))
        return false;
      const knowledge::Callable *Takes =
          E && E->Known ? E->Known : knowledge::findMethod(knowledge::Receiver::Other, std::string_view(I.Name));
      return Takes && (Takes->Kind == Action::TakesState || Takes->Kind == Action::LoadState) &&
             !I.findKeyword("assign") && I.Args.size() < 4;
    }
    if (E && E->Kind == InstKind::Move && IsReceiver)
      return E->HasTarget || E->Known->Kind == Action::MoveCuda || E->Known->Kind == Action::MoveCpu;
    const bool IsPart = I.Kind == InstKind::GetItem || (I.Kind == InstKind::Invoke && I.Name == "get");
    if (!IsPart || !IsReceiver)
      return false;
    Work.push_back(I.Result);
    return true;
  };
  for (unsigned N = 0; N != Work.size(); ++N) {
    if (N == MaxValues)
      return false;
    for (const ir::Inst &I : S.F->Insts) {
      const bool HandsOn =
          llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, Work[N]); });
      if (HandsOn || !llvm::all_of(I.Args, [&](const ir::Arg &A) { return A.Value != Work[N] || Follows(I, A); }))
        return false;
    }
  }
  return true;
}

/// Where the function has what Load gives, or what it is loaded into, `torch::load(t, path)`: what is read of that
/// variable elsewhere. Empty if others may have it, too.
static llvm::SmallVector<ir::ValueId, 16> heldAfter(const SolvedFunction &S, const Event &Load) {
  const llvm::StringRef Params(Load.Known->Params.data(), Load.Known->Params.size());
  if (!Params.starts_with("value"))
    return Load.I->Result ? llvm::SmallVector<ir::ValueId, 16>{Load.I->Result} : llvm::SmallVector<ir::ValueId, 16>();
  const ir::Inst *Into = Load.I->Args.empty() ? nullptr : S.F->definition(Load.I->Args[0].Value);
  llvm::SmallVector<ir::ValueId, 16> Result;
  if (!Into || Into->Kind != InstKind::GetCell)
    return Result;
  for (const ir::Inst &I : S.F->Insts)
    if (I.Kind == InstKind::GetCell && I.Args[0].Value == Into->Args[0].Value)
      Result.push_back(I.Result);
  llvm::erase(Result, Into->Result);
  return Result;
}

/// The repair: a device behind the arguments, or in the place of the None that stands for it. A file may hold tensors
/// of the CPU, or of an accelerator, that the program wants there.
static void addFix(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &E) {
  const llvm::StringRef Params(E.Known->Params.data(), E.Known->Params.size());
  if (!Params.contains("device"))
    return;
  // torch::load(value, path), torch::jit::load(path): the device comes last.
  const bool IsLast = !Spelling(S).hasKeywords();
  if (IsLast && E.Operands.size() != (Params.starts_with("value") ? 2U : 1U))
    return;
  std::string Device = isMovedLater(S, E) ? "" : deviceExpression(S, Out, *E.I, nullptr);
  // What is used as it is has to be where the other one would be.
  const ir::Arg *Other = Device.empty() ? deviceOfOther(S, E) : nullptr;
  if (Other && isKnownAt(S, Out, *Other, *E.I))
    Device = Out.source(Other->Range).str();
  // In C++ a module is where the load says afterwards: the CPU is a repair only if it was there.
  const bool IsMoved =
      E.OnModule && IsLast && Device.empty() && !E.Before.isBottom() && !isSurelyOnCpu(S, E.Before, E.Path);
  const auto IsCopied = [&] {
    llvm::SmallVector<ir::ValueId, 16> Held = heldAfter(S, E);
    return !Held.empty() && isOnlyCopied(S, std::move(Held));
  };
  // Whoever gets what a function has made of a file may meet it elsewhere.
  const bool IsInto = E.OnModule && Params.starts_with("value");
  const bool IsSure = (!Other || !Device.empty()) && !IsMoved && (IsInto || IsCopied());
  if (Device.empty())
    Device = Spelling(S).cpu();
  std::optional<report::Edit> Said;
  if (const ir::Arg *None = IsLast ? nullptr : dataflow::argumentFor(*E.Known, *E.I, "device")) {
    if (const report::Place P = Out.place(None->Range); Out.source(None->Range) == "None")
      Said = {P.Path, P.Begin, P.End, Device};
  } else {
    Said = IsLast ? lastArgument(S, Out, *E.I, Device) : keywordArgument(S, Out, *E.I, "map_location", Device);
  }
  if (Said)
    D.fix("load onto '" + Device + "'", std::move(*Said), IsSure);
}

/// True if what is loaded is fetched first, `load_url(address)`: what others have published is there for everybody.
static bool isFetched(const Event &Load) {
  return Load.Known && llvm::StringRef(Load.Known->Params.data(), Load.Known->Params.size()).contains(",dir,");
}

/// True if F puts saved state into something: `net.load_state_dict(x)`.
static bool takesState(const ir::Function &F) {
  using knowledge::Action, knowledge::Receiver;
  return llvm::any_of(F.Insts, [](const ir::Inst &I) {
    const knowledge::Callable *C =
        I.Kind == InstKind::Invoke ? knowledge::findMethod(Receiver::Other, std::string_view(I.Name)) : nullptr;
    return C && C->Kind == Action::LoadState;
  });
}

static bool saysLearnt(llvm::StringRef Name) { return knowledge::namesLearnt(std::string_view(Name)); }

/// True if the name of V, or of a part of it, says that what is there has been learnt: `folder + "/model.pt"`.
static bool isCalledLearnt(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  const ir::Inst *D = F.definition(V);
  if (saysLearnt(F.value(V).Variable) || (D && D->Kind == InstKind::Const && saysLearnt(D->Const.Text)))
    return true;
  if (!D || Depth == MaxDepth)
    return false;
  const bool IsMember = D->Kind == InstKind::GetField || D->Kind == InstKind::GetGlobal;
  return (IsMember && saysLearnt(D->Name)) || llvm::any_of(D->Args, [&](const ir::Arg &A) {
           return !F.isReceiver(A.Value) && isCalledLearnt(F, A.Value, Depth + 1);
         });
}

/// True if a name says that what is loaded has been learnt: that of the function, of the path, of what keeps it.
static bool isCalledLearnt(const SolvedFunction &S, const Event &Load) {
  return saysLearnt(ir::lastName(S.F->Name)) || isCalledLearnt(*S.F, Load.I->Result) ||
         llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
           return I.Kind == InstKind::SetField && I.Args[1].Value == Load.I->Result && saysLearnt(I.Name);
         });
}

/// True if what is loaded seems to be the state of a module, or a module, which somebody may have trained elsewhere:
/// the function puts state into something, or what it calls does, or it runs what is loaded, or a name says so. Data is
/// mostly saved where it has been prepared, on the CPU.
static bool isOfModule(const SolvedFunction &S, const Event &Load) {
  const bool IsCompiled = Load.Known && knowledge::loadsCompiled(*Load.Known);
  if (Load.OnModule || IsCompiled || takesState(*S.F) || isCalledLearnt(S, Load))
    return true;
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    if (I.Kind != InstKind::Call && I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply)
      return false;
    // `saved["net"].eval()`
    const ir::Inst *Part = I.Args.empty() ? nullptr : S.F->definition(I.Args[0].Value);
    const bool IsPart = Part && Part->Kind == InstKind::GetItem && Part->Args[0].Value == Load.I->Result;
    const bool IsReceiver = !I.Args.empty() && (I.Args[0].Value == Load.I->Result || IsPart);
    const bool Runs =
        I.Kind == InstKind::Apply ||
        (I.Kind == InstKind::Invoke && knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name)) &&
         !knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name)) &&
         !knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name)));
    if (IsReceiver && Runs)
      return true;
    const std::optional<dataflow::Program::Entry> Callee = calleeOf(*S.Owner, *S.F, I);
    return Callee && Callee->F->hasBody() && takesState(*Callee->F);
  });
}

/// The blocks that F gets to from B on without going through one of Avoided and without a failure, but one of devices
/// if MayFail.
static llvm::BitVector blocksFrom(const ir::Function &F, ir::BlockId B, bool MayFail,
                                  const llvm::BitVector &Avoided = {}) {
  llvm::SmallVector<ir::BlockId, 16> Work{B};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const ir::BlockId Next = Work.pop_back_val();
    if (Seen.test(Next.index()) || (!Avoided.empty() && Avoided.test(Next.index())))
      continue;
    Seen.set(Next.index());
    const ir::Inst &T = F.terminator(Next);
    const bool Raises = T.Kind == InstKind::Fork && T.Name.empty();
    Work.push_back(T.Targets.empty() ? Next : T.Targets[0].Block);
    if (T.Targets.size() > 1 && (!Raises || (MayFail && dataflow::handlesDeviceFailure(F, T.Targets[1].Block))))
      Work.push_back(T.Targets[1].Block);
  }
  return Seen;
}

/// True if F may return from B on without getting to one of Blocks, or goes on without an end: `while True`.
static bool mayAvoid(const ir::Function &F, ir::BlockId B, const llvm::BitVector &Blocks) {
  const llvm::BitVector Avoiding = blocksFrom(F, B, /*MayFail=*/true, Blocks);
  const auto Returns = [&](unsigned Seen) { return F.terminator(ir::BlockId(Seen)).Kind == InstKind::Return; };
  if (llvm::any_of(Avoiding.set_bits(), Returns))
    return true;
  return llvm::any_of(Avoiding.set_bits(), [&](unsigned Seen) {
    const ir::BlockId Start(Seen);
    const auto ComesBack = [&](const ir::Successor &Next) {
      return blocksFrom(F, Next.Block, /*MayFail=*/true, Blocks).test(Seen);
    };
    return llvm::any_of(F.terminator(Start).Targets, ComesBack) &&
           llvm::none_of(blocksFrom(F, Start, /*MayFail=*/true).set_bits(), Returns);
  });
}

namespace {

/// Finds functions that fail without an accelerator whatever is loaded.
class Hopeless {
public:
  explicit Hopeless(const NameUses &Names) : Names(Names) {}

  /// True if S puts things there, without a question or on each way from Load to its end, whatever has led to the load;
  /// or all that call it do. What is done after a failure is another matter.
  bool at(const SolvedFunction &S, const Event &Load, unsigned Depth = 0);

private:
  bool failsItself(const SolvedFunction &S, const Event &Load);

  const NameUses &Names;
  CalleeNeeds Callees;
  llvm::DenseMap<const Event *, bool> Known; ///< by what is called, or loaded; false of what is being found out
};

} // namespace

/// True if each way to the load, or from there on, puts something on an accelerator: `if args.gpu is not None:
/// net.cuda(args.gpu)`, `else: net.cuda()`.
static bool isOnEachWay(const SolvedFunction &S, const Event &Load) {
  const ir::Function &F = *S.F;
  llvm::BitVector Needing(F.Blocks.size());
  // A guard that nobody gets around is no question: "cuda:{}".format(n) has supposed one. Nor is an index, args.gpu.
  for (const Event &E : S.Events)
    if (needsAccelerator(S, E) ||
        (E.HasTarget && E.Known && E.Known->Kind == knowledge::Action::MoveCuda && !E.movesStateless()))
      Needing.set(E.I->Parent.index());
  return Needing.any() && (!mayAvoid(F, Load.I->Parent, Needing) ||
                           !blocksFrom(F, ir::BlockId(0), /*MayFail=*/true, Needing).test(Load.I->Parent.index()));
}

bool Hopeless::failsItself(const SolvedFunction &S, const Event &Load) {
  if (isOnEachWay(S, Load))
    return true;
  llvm::BitVector Regular;
  // The switch that leads to the load leads there, too: `if use_cuda: net.cuda()`.
  auto IsOfLoad = [&](const Event &E) {
    const auto Asked = E.Path.literals();
    return llvm::any_of(Asked, [&](dataflow::Literal L) { return isSwitch(S, L); }) &&
           llvm::all_of(Asked, [&](dataflow::Literal L) { return Load.Path.contains(L); });
  };
  return llvm::any_of(S.Events, [&](const Event &E) {
    if (needsAccelerator(S, E) && !E.Guarded && IsOfLoad(E))
      return true;
    // What holds at the load, or wherever this returns, leads past nothing: `if args.path is None: raise ValueError()`.
    dataflow::Cube Holds = Load.Path;
    for (dataflow::Literal L : S.Sum->ReturnPath.literals())
      Holds.add(L);
    const bool IsNeeded = needsAcceleratorAnyway(S, E, Holds) ||
                          (!E.Guarded && neededByCallee(S, E) && !isTried(S, E)) || Callees.at(S, E);
    if (!IsNeeded || switchOf(S, E, Holds) != Switch::None)
      return false;
    if (Regular.empty())
      Regular = blocksFrom(*S.F, ir::BlockId(0), /*MayFail=*/false);
    return Regular.test(E.I->Parent.index());
  });
}

bool Hopeless::at(const SolvedFunction &S, const Event &Load, unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  if (const auto [Answer, IsNew] = Known.try_emplace(&Load, false); !IsNew)
    return Answer->second;
  const auto CallFails = [&](const ir::Function &Caller, const ir::Inst &Call) {
    const SolvedFunction *There = S.Owner->solvedHere(Caller);
    return There &&
           llvm::any_of(There->Events, [&](const Event &E) { return E.I == &Call && at(*There, E, Depth + 1); });
  };
  const bool Fails = failsItself(S, Load) || (Depth < MaxDepth && holdsOfAllCalls(*S.Owner, Names, *S.F, CallFails));
  return Known[&Load] = Fails;
}

/// True if one of the program's switches chose between this load and one that says where: `torch.load(path) if use_cuda
/// else torch.load(path, map_location="cpu")`.
static bool isChosen(const SolvedFunction &S, const Event &Load) {
  return llvm::any_of(Load.Path.literals(), [&](dataflow::Literal L) {
    return isSwitch(S, L) && llvm::any_of(S.Events, [&](const Event &E) {
             return E.Kind == InstKind::Load && E.HasTarget && !needsAccelerator(S, E) && E.Path.contains(~L) &&
                    readSame(S, E, Load);
           });
  });
}

/// True if what First loads is loaded once more by Second after First has failed, for devices or, if not OnlyDevices,
/// for whatever is handled there.
static bool isTriedBefore(const SolvedFunction &S, const Event &First, const Event &Second, bool OnlyDevices) {
  return readSame(S, First, Second) && llvm::any_of(S.F->Blocks, [&](const ir::Block &B) {
           const ir::Inst &T = S.F->inst(B.Insts.back());
           if (T.Kind != InstKind::Fork || T.Targets[0].Block != First.I->Parent ||
               (OnlyDevices && !dataflow::handlesDeviceFailure(*S.F, T.Targets[1].Block)))
             return false;
           llvm::BitVector Handled = blocksFrom(*S.F, T.Targets[1].Block, /*MayFail=*/false);
           Handled.reset(blocksFrom(*S.F, First.I->Parent, /*MayFail=*/false));
           return Handled.test(Second.I->Parent.index());
         });
}

/// True if the same is loaded to where it can be once this load has failed, `try: x = torch.load(path)`, `except
/// RuntimeError: x = torch.load(path, map_location="cpu")`; or the other way about: who says a place first means it.
static bool isRepeated(const SolvedFunction &S, const Event &Load) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.Kind == InstKind::Load && E.HasTarget && !needsAccelerator(S, E) &&
           (isTriedBefore(S, Load, E, /*OnlyDevices=*/true) || isTriedBefore(S, E, Load, /*OnlyDevices=*/false));
  });
}

/// True if all that is loaded goes to what has numbers for its state: `scheduler.load_state_dict(torch.load(path))`.
static bool isOfNumbers(const SolvedFunction &S, const Event &Load) {
  bool IsUsed = false;
  for (const ir::Inst &I : S.F->Insts) {
    const auto Uses = [&](const ir::Arg &A) { return A.Value == Load.I->Result; };
    if (llvm::any_of(I.Targets,
                     [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, Load.I->Result); }))
      return false;
    if (llvm::none_of(I.Args, Uses))
      continue;
    const knowledge::Callable *C = I.Kind == InstKind::Invoke && !Uses(I.Args[0])
                                       ? knowledge::findMethod(knowledge::Receiver::Other, std::string_view(I.Name))
                                       : nullptr;
    const ir::Inst *Of = C ? S.F->definition(I.Args[0].Value) : nullptr;
    const bool IsMade = Of && Of->Kind == InstKind::Call &&
                        knowledge::keepsNumbersAlone(std::string_view(S.Owner->Types.canonical(Of->Name)));
    const bool IsMember = Of && Of->Kind == InstKind::GetField;
    const llvm::StringRef Name = IsMember ? Of->Name : C ? S.F->value(I.Args[0].Value).Variable : llvm::StringRef();
    if (!C || C->Kind != knowledge::Action::LoadState || !(IsMade || knowledge::namesSchedule(std::string_view(Name))))
      return false;
    IsUsed = true;
  }
  return IsUsed;
}

/// True if somebody asks for an accelerator in the file of a class of the program that Class derives from.
static bool isOfBaseThatAsks(const Program &P, llvm::StringRef Class, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const std::optional<Program::ClassEntry> C = Class.empty() ? std::nullopt : P.Types.findClass(Class);
  return C && Depth < MaxDepth &&
         llvm::any_of(
             C->C->Bases,
             [&](llvm::StringRef Base) {
               const std::optional<Program::ClassEntry> Of = P.Types.findClass(Base);
               return Of && (P.Links.guardsAvailability(*Of->M) || isOfBaseThatAsks(P, Base, Depth + 1));
             });
}

/// True if somebody asks for an accelerator in the file of F, or of a base of its class, or of each that calls it: a
/// helper may stand in a file of its own, `utils.load_checkpoint(model, path)`.
static bool isOfWhoAsks(const Program &P, const Sink &Out, const ir::Function &F, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  const ir::Module *M = Out.names().moduleOf(F);
  return M && (P.Links.guardsAvailability(*M) || isOfBaseThatAsks(P, F.Class) ||
               (Depth < MaxDepth && F.Kind != ir::FunctionKind::TopLevel &&
                holdsOfAllCalls(
                    P, Out.names(), F,
                    [&](const ir::Function &Caller, const ir::Inst &) {
                      return &Caller != &F && isOfWhoAsks(P, Out, Caller, Depth + 1);
                    })));
}

static void run(const SolvedFunction &S, Sink &Out) {
  bool Once = false;
  Hopeless Without(Out.names());
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Load || E.HasTarget || E.Guarded || S.Owner->Conditions.saysAvailable(E.Path))
      continue;
    Storage From = sourceOf(S, *E.I);
    if (From == Storage::OwnBuffer ||
        (!E.I->Args.empty() && isAddressOfPyTorch(*S.Owner, Out.names(), *S.F, E.I->Args[0].Value)))
      continue;
    // A load after a move undoes it.
    const GuardedTerm *Moved = nullptr;
    if (E.OnModule && !E.Before.isUnknown())
      for (const GuardedTerm &T : E.Before.terms())
        if (T.Origin && T.Origin->Kind == dataflow::StepKind::Moved && !(T.T.kind() == dataflow::Term::Kind::Default))
          Moved = &T;
    if (isGuardedByModule(S))
      return;
    if (!Moved && (isChosen(S, E) || isRepeated(S, E) || isOfNumbers(S, E) || isOwnFile(S, Out.names(), E) ||
                   isReadOnHost(S, E) || readsFromHost(S, E) || holdsNoTensors(S.F->value(E.I->Result).StaticType)))
      continue;
    bool MeansCpu =
        Moved || (From == Storage::File && (S.HandlesDevices || isOfWhoAsks(*S.Owner, Out, *S.F)) && !Without.at(S, E));
    if (!MeansCpu && Once)
      continue;
    Once = true;
    Draft D = Out.draft(S, *E.I);
    D.slot("load", report::wording::quoted(E.Name));
    D.slot("effect", Moved ? "puts the state back on the device that it was saved from"
                           : "fails on a machine without a GPU if the file was saved on one");
    D.worlds(Moved ? report::AllWorlds : report::WorldCpu);
    // Who has no accelerator does not get here: `if device.type == "cuda": net.restore(path)`.
    if (!Moved)
      D.unless({dataflow::Excuse::Kind::Guarded, S.F});
    const bool IsState = isOfModule(S, E);
    if (!MeansCpu)
      D.atLeastLevel(isOfAcceleratorProgram(S) ? 3 : 2).doubt(!IsState || From != Storage::File || isFetched(E));
    else if (!IsState && !Moved)
      D.atLeastLevel(2);
    if (Moved)
      Out.explain(D, S, *Moved, "the module");
    if (E.Known)
      addFix(D, S, Out, E);
    Out.add(std::move(D));
  }
}

static const Check LoadWithoutMapLocation = {
    .Name = "device-load-without-map-location",
    .Headline = "{load} without a device: {effect}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(LoadWithoutMapLocation)

} // namespace devtidy::checks
