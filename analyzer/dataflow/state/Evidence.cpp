//===- Evidence.cpp - The table of evidence -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Evidence.h"
#include "dataflow/state/Containers.h"
#include "knowledge/Arrays.h"
#include "knowledge/ClassNames.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool isForward(const ir::Function &F) { return ir::lastName(F.Name) == "forward"; }

/// A method of a LightningModule to which its trainer hands a batch, all of it where the module is
/// (lightning/pytorch/core/hooks.py, transfer_batch_to_device).
static bool isStepOfTrainer(const SolvedFunction &S) {
  const llvm::StringRef Method = S.F->Name.rsplit('.').second;
  const knowledge::ClassInfo *Library = S.Owner->Types.libraryClass(S.F->Class);
  static constexpr llvm::StringLiteral Steps[] = {"training_step", "validation_step", "test_step", "predict_step"};
  return Library && llvm::StringRef(Library->Name).ends_with(".LightningModule") && llvm::is_contained(Steps, Method);
}

/// A method that is called with what a loader gives, where the module is: forward, and a trainer's steps.
static bool takesBatches(const SolvedFunction &S) { return isForward(*S.F) || isStepOfTrainer(S); }

bool isOfTrainersBatch(const SolvedFunction &S, PathId Symbol) {
  const Path &Root = S.Owner->Paths[S.Owner->Paths.root(Symbol)];
  if (Root.Kind != Path::Root::Param || Root.Owner != S.F || Root.Index == 0 || !isStepOfTrainer(S))
    return false;
  // A class that moves its batches itself may leave out a part.
  static constexpr llvm::StringLiteral Hooks[] = {"transfer_batch_to_device", "on_before_batch_transfer",
                                                  "on_after_batch_transfer"};
  return llvm::none_of(Hooks,
                       [&](llvm::StringRef Hook) { return S.Owner->Types.findMethod(S.F->Class, Hook).has_value(); });
}

bool isBroughtThere(const SolvedFunction &S, PathId Symbol) {
  const Term Here = Term::symbol(Symbol);
  return llvm::any_of(S.Events, [&](const Event &E) {
    if (E.Kind != ir::InstKind::Move || E.Operands.empty() || E.Target.isUnknown() || E.Target.isBottom())
      return false;
    const GuardedTerm *From = E.Operands[0].V.isTensor() ? E.Operands[0].V.P.single() : nullptr;
    const GuardedTerm *To = E.Target.single();
    const bool IsToHost = To && To->T.isHost();
    return From && From->T == Here && !IsToHost && !(To && To->T == Here);
  });
}

/// True if all that the function gives is what another one makes of its results and of a device, `return
/// to_device(batch, self.device)`: until then they are elsewhere.
static bool isBroughtByCallee(const SolvedFunction &S) {
  const auto IsDevice = [&](const Operand &O) {
    return O.V.is(Value::Kind::Device) || (O.V.is(Value::Kind::Symbolic) && S.Owner->Paths[O.V.Path].IsDevice);
  };
  const auto IsBrought = [&](const ir::Inst &Return) {
    constexpr unsigned MaxSteps = 3;
    const ir::Inst *D = S.F->definition(Return.Args[0].Value);
    for (unsigned N = 0; D && N != MaxSteps; ++N) {
      if (D->Kind != ir::InstKind::Call && D->Kind != ir::InstKind::Invoke)
        return false;
      const Event *E = S.eventAt(S.F->value(D->Result).Definition);
      if (E && !E->Known && E->Operands.size() > 1 && llvm::any_of(llvm::drop_begin(E->Operands), IsDevice))
        return true;
      D = D->Args.empty() ? nullptr : S.F->definition(D->Args.back().Value);
    }
    return false;
  };
  bool Any = false;
  return llvm::all_of(S.F->Insts,
                      [&](const ir::Inst &I) {
                        const bool Gives = I.Kind == ir::InstKind::Return && !I.Args.empty();
                        Any |= Gives;
                        return I.Kind != ir::InstKind::Yield && (!Gives || IsBrought(I));
                      }) &&
         Any;
}

bool isFollowing(const GuardedTerm &T) {
  // The step of a parameter, or of a member, has no call of its own.
  return T.T.isSymbol() && T.Origin && T.Origin->I && T.Origin->Previous &&
         (T.Origin->Kind == StepKind::Parameter || T.Origin->Kind == StepKind::Member);
}

/// forward and backward of a function with a gradient of its own, which the forward of some module calls.
static bool isOfAutograd(const SolvedFunction &S) {
  const llvm::StringRef Method = S.F->Name.rsplit('.').second;
  return (Method == "forward" || Method == "backward") &&
         S.Owner->Types.derivesFrom(S.F->Class, knowledge::AutogradFunctionClasses);
}

/// The class of the object at P, a parameter of S or a member of one: "" if nobody knows it.
static llvm::StringRef classAt(const SolvedFunction &S, PathId P, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  Program &Prog = *S.Owner;
  const Path &Of = Prog.Paths[P];
  if (Of.Kind == Path::Root::Child && Depth < MaxDepth && !S.M->declaresTypes()) {
    const llvm::StringRef Holder = classAt(S, Of.Parent, Depth + 1);
    if (Holder.empty() || Prog.Members.isWrittenOutsideConstructors(Holder, Of.Name))
      return "";
    const SolvedClass &C = Prog.solvedClass(Holder);
    const auto *It = C.Fields.find(Of.Name);
    return It != C.Fields.end() && Prog.Types.findClass(It->second.Made.Name) ? It->second.Made.Name
                                                                              : llvm::StringRef();
  }
  if (Of.Kind != Path::Root::Param || Of.Owner != S.F || Of.Index >= S.F->Params.size())
    return "";
  if (Of.Index == 0 && S.F->Kind == ir::FunctionKind::Method)
    return S.F->Class;
  if (S.M->declaresTypes())
    return "";
  const ir::Type Declared = Prog.Types.meaning(S.F->Params[Of.Index].DeclaredType);
  const llvm::StringRef Class =
      Declared.Kind == ir::TypeKind::Object ? Declared.Name : Prog.Links.parameterTypes().classOf(*S.F, Of.Index);
  return Prog.Types.findClass(Class) ? Class : "";
}

/// How sure it is that a member is not always on the CPU, which only the constructor puts anywhere: 3 if that is a
/// device that it was given, 2 if it chose one: `N().to("cuda" if gpu else "cpu")`. 0 for others.
static int putOnDevice(const SolvedFunction &S, PathId Symbol) {
  Program &P = *S.Owner;
  const Path &Member = P.Paths[Symbol];
  const llvm::StringRef Class = Member.Kind == Path::Root::Child ? classAt(S, Member.Parent) : "";
  if (Class.empty() || P.Members.isWrittenOutsideConstructors(Class, Member.Name))
    return 0;
  const SolvedClass &C = P.solvedClass(Class);
  const auto *It = C.Fields.find(Member.Name);
  if (It == C.Fields.end() || It->second.P.isUnknown())
    return 0;
  const Placement &Put = It->second.P;
  if (const GuardedTerm *Only = Put.single(); Only && Only->T.isSymbol())
    return P.Paths[Only->T.path()].IsDevice && P.Paths[Only->T.path()].Kind == Path::Root::Param ? 3 : 0;
  const auto IsChosen = [](const GuardedTerm &T) {
    return !T.T.isSymbol() && T.T.device().isAccelerator() && T.isConditional();
  };
  return llvm::any_of(Put.terms(), IsChosen) ? 2 : 0;
}

static bool isCollator(const ir::Function &F) {
  const llvm::StringRef Name = ir::lastName(F.Name);
  return knowledge::isCollator({Name.data(), Name.size()});
}

/// A part that nobody moves alone has a place of its own only because it may be another one.
static bool isReplacedPart(const SolvedFunction &S, PathId Symbol) {
  Program &P = *S.Owner;
  const Path &Part = P.Paths[Symbol];
  if (Part.Kind != Path::Root::Child || P.Paths[Part.Parent].Kind != Path::Root::Param ||
      P.Members.isMovedAlone(Part.Name))
    return false;
  const SolvedClass &C = P.solvedClass(S.F->Class);
  const auto *It = C.Fields.find(Part.Name);
  return It != C.Fields.end() && It->second.Registered && P.Types.isModuleClass(It->second.Made.Name) && !C.Spread;
}

/// True for a parameter that is a number, a flag or a name unless somebody gives another: `def forward(self, x,
/// size=640)`.
static bool isNumberByDefault(const ir::Param &P) {
  using Kind = ir::Constant::Kind;
  return P.HasDefault && !P.DefaultUnknown && !P.DeclaredType.isTensor() && P.Default.K != Kind::None;
}

/// True for a parameter that an optimizer of the program was given, `for p in group["params"]`, and what is read of
/// one.
static bool isOptimized(const SolvedFunction &S, PathId Symbol) {
  const knowledge::ClassInfo *Library = S.F->Class.empty() ? nullptr : S.Owner->Types.libraryClass(S.F->Class);
  if (!Library || Library->Kind != knowledge::ClassKind::Optimizer)
    return false;
  const PathTable &Paths = S.Owner->Paths;
  for (PathId P = Symbol; Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
    if (knowledge::holdsOptimized(std::string_view(Paths[P].Name)))
      return Paths[Paths.root(P)].Owner == S.F && Paths[Paths.root(P)].Index == 0;
  return false;
}

/// True for a parameter that is declared to be a module of a class of the program: `def measure(circuit: Circuit)`.
static bool isDeclaredModule(const SolvedFunction &S, PathId Symbol) {
  const Path &Of = S.Owner->Paths[Symbol];
  if (Of.Kind != Path::Root::Param || Of.Owner != S.F || Of.Index >= S.F->Params.size() || S.M->declaresTypes())
    return false;
  const ir::Type Declared = S.Owner->Types.meaning(S.F->Params[Of.Index].DeclaredType);
  return Declared.Kind == ir::TypeKind::Object && S.Owner->Types.findClass(Declared.Name) &&
         S.Owner->Types.isModuleClass(Declared.Name);
}

SymbolEvidence evidenceFor(const SolvedFunction &S, PathId Symbol) {
  const PathTable &Paths = S.Owner->Paths;
  // What a function passes on may hold a device, which hardly any caller puts there.
  if (Paths[Symbol].Kind == Path::Root::Child && Paths[Paths[Symbol].Parent].isKeywords())
    return {};
  // Nor is it known here what a callee made of what it was given.
  if (Paths[Symbol].Kind == Path::Root::Site && Paths[Symbol].Parent)
    return {};
  // What nobody knows is a device by its name.
  const Path::Root Kind = Paths[Symbol].Kind;
  if (Paths[Symbol].IsDevice)
    return {"device-variable", Kind == Path::Root::Site ? 2 : 3};
  // So is an option of the program, `args.device`, where args is a variable of the file.
  const bool IsOption = !S.M->declaresTypes() && Paths[Paths.root(Symbol)].Kind == Path::Root::Global;
  if ((Kind == Path::Root::Global || IsOption) && Paths[Symbol].Name.ends_with_insensitive("device"))
    return {"device-variable", 2};
  if (llvm::is_contained(S.AskedPaths, Symbol))
    return {"device-asked", 3};
  if (S.OnHost.contains(Symbol.index()))
    return {};
  // A dictionary that is only handed on, `x.to(**setup)`, may hold no device.
  if (isDeviceEntry(Paths[Symbol]))
    return {};
  // Either of the two can have brought the result there.
  if (const Path &P = Paths[Symbol]; P.Kind == Path::Root::Meeting) {
    SymbolEvidence A = evidenceFor(S, P.Parent), B = evidenceFor(S, P.Other);
    return A.Strength >= B.Strength ? A : B;
  }
  const Path &Root = Paths[Paths.root(Symbol)];
  if (Root.Kind != Path::Root::Param || Root.Owner != S.F)
    return {};
  bool InModule = !S.F->Class.empty() && S.Owner->Types.isModuleClass(S.F->Class);
  if (Root.Index == 0 && InModule)
    return Paths[Symbol].Kind == Path::Root::Param || isReplacedPart(S, Symbol) ? SymbolEvidence{"module-state", 3}
                                                                                : SymbolEvidence{};
  if (const int Strength = putOnDevice(S, Symbol))
    return {"device-variable", Strength};
  if (isOptimized(S, Symbol))
    return {"optimized", 2};
  if (isDeclaredModule(S, Symbol))
    return {"module-state", 2};
  if (isBroughtThere(S, Symbol) || isCollator(*S.F) || isNumberByDefault(S.F->Params[Root.Index]))
    return {};
  if (InModule && S.F->Kind == ir::FunctionKind::Method) {
    if (takesBatches(S))
      return {"forward-of-module", 3};
    return {"method-of-module", 2};
  }
  if (Root.Index > 0 && isOfAutograd(S))
    return {"forward-of-module", 3};
  if (isBroughtByCallee(S))
    return {};
  if (S.HandlesDevices || (!S.F->Class.empty() && S.Owner->Handlers.contains(*S.M, S.F->Class)))
    return {"handles-devices", 2};
  if (S.F->Class.empty() && S.Owner->Handlers.contains(*S.M, ""))
    return {"file-handles-devices", 2};
  return {};
}

/// The term of an undecided pair that may be on an accelerator.
static const GuardedTerm &questioned(const Demand &D, const Verdict &V) {
  const GuardedTerm &First = V.firstTerm(D), &Second = V.secondTerm(D);
  return (V.AgainstBatch ? Second.isOfBatch() : First.T.isSymbol()) ? First : Second;
}

SymbolEvidence evidenceOfPair(const SolvedFunction &S, const Demand &D, const Verdict &V) {
  const GuardedTerm &T = questioned(D, V);
  // The other one is where nobody doubts it.
  if (V.AgainstBatch && !T.T.isSymbol())
    return {"concrete", 3};
  return T.T.isSymbol() ? evidenceFor(S, T.T.path()) : SymbolEvidence{};
}

/// A batch that stays on the CPU if the caller leaves the device out, `def test(model, loader, device=None)`: whoever
/// does so knows where the model is.
static bool isLeftByCaller(const SolvedFunction &S, const GuardedTerm &T) {
  const bool IsBatch = T.Origin && (T.Origin->Kind == StepKind::Batched || T.Origin->Kind == StepKind::AssumedOnHost);
  return IsBatch && llvm::any_of(T.Guard.literals(), [&](Literal L) {
           const Condition &C = S.Owner->Conditions[L.condition()];
           return L.isPositive() && C.K == Condition::Kind::IsNone && S.Owner->Paths[C.P].Kind == Path::Root::Param;
         });
}

bool isChosenByFlag(const SolvedFunction &S, const Side &X, const GuardedTerm &T) {
  auto IsFlag = [&](Literal L) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    const bool IsOption =
        C.K == Condition::Kind::Truth || C.K == Condition::Kind::IsNone || C.K == Condition::Kind::Equals;
    // self.index == -1, args.gpu >= 0
    const bool Compares = IsOption && S.Owner->Paths.isQuestion(C.P) &&
                          (S.Owner->Paths[C.P].Name.starts_with(" ==") || S.Owner->Paths[C.P].Name.starts_with(" >"));
    const PathId Of = Compares ? S.Owner->Paths[C.P].Parent : C.P;
    return !L.isOfMachine() && IsOption && !S.Owner->Paths.isQuestion(Of) && !S.Owner->Paths[Of].IsTensor;
  };
  auto IsOtherChoice = [&](const GuardedTerm &Other) {
    const bool IsMoved = Other.T.isSymbol() ? Other.Origin && Other.Origin->Kind == StepKind::Moved
                                            : Other.T.device().Type == knowledge::DeviceType::Cuda;
    return IsMoved &&
           llvm::any_of(T.Guard.literals(), [&](Literal L) { return IsFlag(L) && Other.Guard.contains(~L); });
  };
  return (!T.T.isSymbol() || T.isOfBatch()) && llvm::any_of(X.P.terms(), IsOtherChoice);
}

/// True for what was brought to the CPU before somebody's module is called with it: that one is there, too.
static bool isHandedOver(const Side &Module, const GuardedTerm &Input) {
  return Module.IsModule && Input.Origin && Input.Origin->Kind == StepKind::Moved;
}

/// `isinstance(x, Tensor)` holds where x is at T.
static bool isSaidTensor(const SolvedFunction &S, const GuardedTerm &T) {
  return llvm::any_of(T.Guard.literals(), [&](Literal L) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    return L.isPositive() && C.K == Condition::Kind::IsTensor && C.P == T.T.path();
  });
}

/// True for a parameter of S that is asked for its shape, which a number has not: `torch.randn(x.shape) + x`.
static bool hasShape(const SolvedFunction &S, PathId Symbol) {
  const Path &Of = S.Owner->Paths[Symbol];
  if (Of.Kind != Path::Root::Param || Of.Owner != S.F || !S.F->hasBody() || Of.Index >= S.F->Blocks[0].Params.size())
    return false;
  const ir::ValueId Given = S.F->Blocks[0].Params[Of.Index];
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    const bool IsRead = I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke;
    return IsRead && I.Args[0].Value == Given && (I.Name == "shape" || I.Name == "size" || I.Name == "dim");
  });
}

bool isRatherTensor(const SolvedFunction &S, PathId Symbol) {
  const PathTable &Paths = S.Owner->Paths;
  return Paths[Paths.root(Symbol)].Kind != Path::Root::Param || hasShape(S, Symbol) ||
         evidenceFor(S, Symbol).Kind == "forward-of-module";
}

/// True if the host reads what the symbol stands for, or what is where that is, whenever D is demanded: `x.numpy()`.
/// Who gets that far has it on the CPU.
static bool isReadOnHost(const SolvedFunction &S, const Demand &D, PathId Symbol) {
  return D.Of == Meeting::Operands && llvm::any_of(S.Demands, [&](const PlacedDemand &Read) {
           const GuardedTerm *Only =
               Read.D.Of == Meeting::HostAccess && !Read.D.Sides.empty() ? Read.D.Sides[0].P.single() : nullptr;
           return Only && Only->T == Term::symbol(Symbol) && Read.D.Path.impliedBy(D.Path);
         });
}

/// True if V is an array of the host where it is made, in the function or in a variable of a module.
static bool isMadeAsArray(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == ir::InstKind::Call)
    return knowledge::makesArrays(std::string_view(Prog.Types.canonical(D->Name)));
  const std::optional<Program::Entry> Writer =
      D && D->Kind == ir::InstKind::GetGlobal ? Prog.Links.globalWriter(Prog.Types.canonical(D->Name)) : std::nullopt;
  return Writer && llvm::any_of(Writer->F->Insts, [&](const ir::Inst &I) {
           const ir::Inst *Made = I.Kind == ir::InstKind::SetGlobal && I.Name == D->Name
                                      ? Writer->F->definition(I.Args[0].Value)
                                      : nullptr;
           return Made && Made->Kind == ir::InstKind::Call &&
                  knowledge::makesArrays(std::string_view(Prog.Types.canonical(Made->Name)));
         });
}

/// True if the function indexes an array with something that it is given together with what Symbol stands for,
/// `masses[batch["z"]]`: an array takes that on the CPU only, and a batch is in one place.
static bool indexesArrayWithSame(const SolvedFunction &S, const Demand &D, PathId Symbol) {
  const PathTable &Paths = S.Owner->Paths;
  if (D.Of != Meeting::Operands || Paths[Symbol].Kind != Path::Root::Child)
    return false;
  const Path &Batch = Paths[Paths[Symbol].Parent];
  if (Batch.Kind != Path::Root::Param || Batch.Owner != S.F || Batch.Index >= S.F->Params.size())
    return false;
  const ir::ValueId Given = S.F->Blocks[0].Params[Batch.Index];
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    const ir::Inst *Index =
        I.Kind == ir::InstKind::GetItem && I.Args.size() == 2 ? S.F->definition(I.Args[1].Value) : nullptr;
    return Index && Index->Kind == ir::InstKind::GetItem && Index->Args[0].Value == Given &&
           isMadeAsArray(*S.Owner, *S.F, I.Args[0].Value);
  });
}

/// True for a parameter of S that is declared to take a number as well: `x: float | Tensor`.
static bool takesNumber(const SolvedFunction &S, const GuardedTerm &T) {
  const Path &Root = S.Owner->Paths[S.Owner->Paths.root(T.T.path())];
  return Root.Kind == Path::Root::Param && Root.Owner == S.F && Root.Index < S.F->Params.size() &&
         S.F->Params[Root.Index].DeclaredType.mayBeNumber();
}

std::optional<SymbolEvidence> reportableEvidence(const SolvedFunction &S, const Demand &D, const Verdict &V) {
  SymbolEvidence Evidence = evidenceOfPair(S, D, V);
  const Side &First = D.Sides[V.First], &Second = D.Sides[V.Second];
  const GuardedTerm &FirstTerm = V.firstTerm(D), &SecondTerm = V.secondTerm(D);
  if (Evidence.Strength < 2 || isLeftByCaller(S, FirstTerm) || isLeftByCaller(S, SecondTerm))
    return std::nullopt;
  if (const Term T = questioned(D, V).T;
      T.isSymbol() && (isReadOnHost(S, D, T.path()) || indexesArrayWithSame(S, D, T.path())))
    return std::nullopt;
  // A module asks its input where that is, not a flag.
  if (Evidence.Strength < 3 && (isChosenByFlag(S, First, FirstTerm) || isChosenByFlag(S, Second, SecondTerm)))
    return std::nullopt;
  if (Evidence.mayBeOnHost() && (isHandedOver(First, SecondTerm) || isHandedOver(Second, FirstTerm)))
    return std::nullopt;
  // Which of several it is, and where such a thing is, may hang together.
  const bool OfSeveral = D.OfSeveral != 0 || (FirstTerm.Origin && FirstTerm.Origin->OfSeveral) ||
                         (SecondTerm.Origin && SecondTerm.Origin->OfSeveral);
  if (Evidence.mayBeOnHost() && OfSeveral)
    return std::nullopt;
  // Whoever brings it to the CPU for one part of a module knows where that is.
  if (Evidence.Kind == "module-state" && (isHandedOver(First, SecondTerm) || isHandedOver(Second, FirstTerm)))
    Evidence.Strength = 2;
  Evidence.IfMoved = Evidence.Kind == "module-state" || Evidence.Kind == "method-of-module";
  // A parameter that may as well be a number: only what a module is called with is a tensor without more proof. What
  // was moved to a device is none.
  const auto MayBeNumber = [&](const Side &X, const GuardedTerm &T) {
    return X.Untyped && T.T.isSymbol() && !S.Owner->Paths[T.T.path()].IsDevice && !isSaidTensor(S, T) &&
           !hasShape(S, T.T.path());
  };
  const bool Untyped = MayBeNumber(First, FirstTerm) || MayBeNumber(Second, SecondTerm);
  if (Untyped && Evidence.Kind != "forward-of-module" && Evidence.Kind != "optimized")
    return std::nullopt;
  // Who calls with a number is right, where nothing that is done with it says otherwise.
  if ((MayBeNumber(First, FirstTerm) && takesNumber(S, FirstTerm)) ||
      (MayBeNumber(Second, SecondTerm) && takesNumber(S, SecondTerm)))
    Evidence.Strength = std::min(Evidence.Strength, 2);
  return Evidence;
}

} // namespace devtidy::dataflow
