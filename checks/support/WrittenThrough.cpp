//===- WrittenThrough.cpp - Writes to the memory of a view --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/Repair.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <array>

namespace devtidy::checks {

using ir::InstKind;

namespace {
/// What was seen in one question, in all functions: who writes anywhere answers it.
struct Asked {
  explicit Asked(const NameUses *Names = nullptr) : Names(Names) {}

  const NameUses *Names; ///< null: inner functions are not looked at
  /// A value, and how many functions lie between it and the first one.
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, unsigned> Seen;
  Effort Spent;
};

/// True if I gives one of what it is given.
bool takesOne(const ir::Inst &I) {
  return llvm::is_contained({InstKind::GetItem, InstKind::Next, InstKind::Unpack, InstKind::Enter}, I.Kind) ||
         (I.Kind == InstKind::Call && I.Name == "next") ||
         (I.Kind == InstKind::Invoke && knowledge::takesElement(std::string_view(I.Name)));
}

/// True if the argument of that name is false.
bool isTurnedOff(const ir::Function &F, const ir::Inst &I, llvm::StringRef Keyword) {
  const ir::Arg *A = I.findKeyword(Keyword);
  const ir::Inst *D = A ? F.definition(A->Value) : nullptr;
  return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::Bool && D->Const.Int == 0;
}

/// I calls a function by its name.
bool writesToFirst(const dataflow::Program &Prog, const ir::Function &F, const ir::Inst &I) {
  const llvm::StringRef Known = Prog.Types.canonical(I.Name);
  // An installed NumPy has names of its own behind those that programs use, and bodies that say nothing.
  return llvm::any_of(std::array{I.Name, Known}, [&](llvm::StringRef Name) {
    return knowledge::writesToFirst(std::string_view(Name)) ||
           (knowledge::writesUnlessCopied(std::string_view(Name)) && isTurnedOff(F, I, "copy"));
  });
}

/// The names by which the run calls what makes objects of a class, or of one that derives from it.
struct MakerNames {
  MakerNames(const NameUses &All, llvm::StringRef Class) {
    Classes.insert(Class);
    for (size_t N = 0; N != Classes.size(); ++N)
      for (const llvm::StringRef Derived : All.derived(Classes[N]))
        Classes.insert(Derived);
    for (const llvm::StringRef Each : Classes)
      Last.insert(ir::lastName(Each));
    for (size_t N = 0; N != Last.size(); ++N)
      for (const llvm::StringRef Other : All.aliases(Last[N]))
        Last.insert(Other);
  }
  llvm::SetVector<llvm::StringRef> Classes, Last;
};

/// Follows the values that share the memory of one: of a function, and if All is there, of others that get one of them.
class SharedMemory {
public:
  /// Of the function itself only what Counts says is a write.
  using Filter = llvm::function_ref<bool(const ir::Inst &)>;

  SharedMemory(Asked &Question, const dataflow::Program &Prog, const ir::Function &F, const NameUses *All = nullptr,
               unsigned Depth = 0, Filter Counts = nullptr)
      : Question(Question), Prog(Prog), F(F), All(All), Depth(Depth), Counts(Counts) {}

  /// HoldsIt: V is a list or a table, of which an element shares the memory.
  bool isWritten(ir::ValueId V, bool HoldsIt = false) {
    const auto [It, IsNew] = Question.Seen.try_emplace(key(V, HoldsIt), Depth);
    if (!IsNew && It->second <= Depth)
      return false;
    It->second = Depth;
    if (Depth != 0 && !Question.Spent.allows(F.Insts.size()))
      return true;
    for (const ir::Inst &I : F.Insts) {
      for (unsigned N = 0; N < I.Args.size(); ++N)
        if (I.Args[N].Value == V && isWrittenBy(I, N, HoldsIt))
          return true;
      for (const ir::Successor &To : I.Targets)
        for (unsigned N = 0; N < To.Args.size(); ++N)
          if (To.Args[N] == V && isWritten(F.block(To.Block).Params[N], HoldsIt))
            return true;
    }
    return false;
  }
  /// True if I uses one of the values that were followed.
  bool uses(const ir::Inst &I) const {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) {
      return Question.Seen.contains(key(A.Value, /*HoldsIt=*/false)) ||
             Question.Seen.contains(key(A.Value, /*HoldsIt=*/true));
    });
  }

private:
  /// A value that is looked at in another way is another one.
  std::pair<const ir::Function *, unsigned> key(ir::ValueId V, bool HoldsIt) const {
    return {&F, V.index() << 3 | unsigned(HoldsIt) << 2 | unsigned(All != nullptr) << 1 | unsigned(bool(Counts))};
  }

  static constexpr unsigned MaxDepth = 3;

  bool isWrittenBy(const ir::Inst &I, unsigned N, bool HoldsIt) {
    // Whenever it is called.
    if (I.Kind == InstKind::Closure)
      return isWrittenInside(I, N, HoldsIt);
    if (!HoldsIt && (!Counts || Counts(I)) && writes(I, N))
      return true;
    const bool Gives = I.Kind == InstKind::Call || (N > 0 && (I.Kind == InstKind::Invoke || I.Kind == InstKind::Apply));
    if (HoldsIt && All && Gives && (isWrittenByCallee(I, N, HoldsIt) || isWrittenByGiven(I)))
      return true;
    if (shares(I, N) && isWritten(I.Result, HoldsIt && !takesOne(I)))
      return true;
    return isWrittenWhereKept(I, N, HoldsIt) || (All && isWrittenElsewhere(I, N, HoldsIt));
  }

  bool writes(const ir::Inst &I, unsigned N) const {
    if (I.Args[N].Keyword == "out")
      return true;
    switch (I.Kind) {
    case InstKind::SetItem:
      return N == 0;
    case InstKind::Op:
      return N == 0 && I.Name.size() > 1 && I.Name.ends_with("=") &&
             !llvm::is_contained({"==", "!=", "<=", ">="}, I.Name);
    case InstKind::Invoke:
      return (N == 0 && knowledge::writesToArray(std::string_view(I.Name))) ||
             knowledge::writesToArguments(std::string_view(I.Name)) ||
             (All && N > 0 && (isWrittenByCallee(I, N) || isWrittenByGiven(I)));
    case InstKind::Call:
      return (N == 0 && writesToFirst(Prog, F, I)) || isWrittenByCallee(I, N) || (All && isWrittenByGiven(I));
    case InstKind::Apply:
      return All && N > 0 && (isWrittenByCallee(I, N) || isWrittenByGiven(I) || isWrittenByAny(I, N));
    default:
      return false;
    }
  }

public:
  /// True if what I calls writes to its argument N.
  bool isWrittenByCallee(const ir::Inst &I, unsigned N, bool HoldsIt = false) const {
    const auto Callee = Depth < MaxDepth ? calleeOf(Prog, F, I) : std::nullopt;
    return Callee && Callee->F->hasBody() && N < Callee->F->Blocks[0].Params.size() &&
           SharedMemory(Question, Prog, *Callee->F, nullptr, Depth + 1)
               .isWritten(Callee->F->Blocks[0].Params[N], HoldsIt);
  }

  /// True if the tensor is kept in a member or a variable of a module, or is taken from one, and another function that
  /// reads it there writes to it.
  bool isWrittenWhereHeld(ir::ValueId V) {
    const auto IsWrittenAt = [&](const NameUses::Said &Read) {
      return !Question.Spent.allows(Effort::OfName) ||
             (mayReadOwn(Read) && Read.I->Result &&
              SharedMemory(Question, Prog, *Read.F, nullptr, Depth + 1).isWritten(Read.I->Result));
    };
    const auto Holds = [&](const ir::Inst &I) {
      const bool IsKept = (I.Kind == InstKind::SetField || I.Kind == InstKind::SetGlobal) && I.Args.back().Value == V;
      const bool IsTaken = (I.Kind == InstKind::GetField || I.Kind == InstKind::GetGlobal) && I.Result == V;
      return (IsKept || IsTaken) && llvm::any_of(Question.Names->reading(I.Name), IsWrittenAt);
    };
    return llvm::any_of(F.Insts, Holds);
  }

private:
  const ir::Function *innerOf(const ir::Inst &Closure) const {
    const ir::Module *M = Question.Names ? Question.Names->moduleOf(F) : nullptr;
    const ir::Function *Inner = M ? M->Functions[Closure.Callee.index()].get() : nullptr;
    return Inner && Inner->hasBody() ? Inner : nullptr;
  }

  /// True if the inner function that Closure makes writes to what it takes along.
  bool isWrittenInside(const ir::Inst &Closure, unsigned N, bool HoldsIt) const {
    const ir::Function *Inner = Depth < MaxDepth ? innerOf(Closure) : nullptr;
    return Inner && N < Inner->Blocks[0].Params.size() &&
           SharedMemory(Question, Prog, *Inner, All, Depth + 1).isWritten(Inner->Blocks[0].Params[N], HoldsIt);
  }

  /// The function that In has as a value, `write`, `self.write`; null if Made gives none of the program.
  const ir::Function *functionOf(const ir::Function &In, const ir::Inst &Made) const {
    std::optional<dataflow::Program::Entry> E;
    if (Made.Kind == InstKind::Closure)
      return SharedMemory(Question, Prog, In, All, Depth).innerOf(Made);
    if (Made.Kind == InstKind::GetGlobal)
      E = Prog.Types.findFunction(Made.Name);
    else if (Made.Kind == InstKind::GetField && In.isReceiver(Made.Args[0].Value))
      E = Prog.Types.findMethod(In.Class, Made.Name);
    return E && E->F->hasBody() ? E->F : nullptr;
  }

  bool writesToSome(const ir::Function &Given) const {
    return llvm::any_of(Given.Blocks[0].Params, [&](ir::ValueId V) {
      return SharedMemory(Question, Prog, Given, nullptr, Depth + 1).isWritten(V);
    });
  }

  /// `map(lambda a: a.fill(0), arrays)`, `Thread(target=fill, args=(a,))`
  bool isWrittenByGiven(const ir::Inst &I) const {
    return Depth < MaxDepth && llvm::any_of(
                                   I.Args,
                                   [&](const ir::Arg &A) {
                                     const ir::Inst *Made = F.definition(A.Value);
                                     const ir::Function *Given = Made ? functionOf(F, *Made) : nullptr;
                                     return Given && writesToSome(*Given);
                                   });
  }

  /// True if the module of Other is that of F, or one of the two imports the other one.
  bool knows(const ir::Function &Other) const {
    const ir::Module *One = Question.Names->moduleOf(F), *Two = Question.Names->moduleOf(Other);
    const auto Imports = [](const ir::Module &M, const ir::Module &Of) {
      const std::string Below = Of.Name.str() + ".";
      return llvm::any_of(M.Aliases,
                          [&](const ir::Alias &A) { return A.Target == Of.Name || A.Target.starts_with(Below); });
    };
    return One && Two && (One == Two || Imports(*One, *Two) || Imports(*Two, *One));
  }

  /// True if I calls what nobody knows, `callback(a)`, and a function that something of the run has as a value writes
  /// to what it is given there.
  bool isWrittenByAny(const ir::Inst &I, unsigned N) const {
    if (Depth >= MaxDepth || !Question.Names || calleeOf(Prog, F, I))
      return false;
    return llvm::any_of(Question.Names->functionValues(), [&](const NameUses::Said &Taken) {
      if (!Question.Spent.allows(Effort::OfName))
        return true;
      const ir::Function *Given = knows(*Taken.F) ? functionOf(*Taken.F, *Taken.I) : nullptr;
      if (!Given)
        return false;
      const unsigned First = Taken.I->Kind == InstKind::GetField ? 1 : Given->CaptureCount;
      const unsigned At = First + N - 1;
      return At < Given->Blocks[0].Params.size() &&
             SharedMemory(Question, Prog, *Given, nullptr, Depth + 1).isWritten(Given->Blocks[0].Params[At]);
    });
  }

  bool shares(const ir::Inst &I, unsigned N) const {
    switch (I.Kind) {
    case InstKind::GetItem:
    case InstKind::Iterate:
    case InstKind::Next:
    case InstKind::Unpack:
    case InstKind::Cell:
    case InstKind::Enter:
      return N == 0;
    case InstKind::GetCell:
    case InstKind::MakeList:
    case InstKind::MakeTuple:
      return true;
    case InstKind::GetField:
      return N == 0 && knowledge::sharesMemory(std::string_view(I.Name));
    case InstKind::Invoke:
      return N == 0 &&
             (knowledge::sharesMemory(std::string_view(I.Name)) || knowledge::givesHeld(std::string_view(I.Name)) ||
              knowledge::takesElement(std::string_view(I.Name)));
    case InstKind::Call:
      return knowledge::givesSharedMemory(std::string_view(I.Name)) ||
             knowledge::givesSharedMemory(std::string_view(Prog.Types.canonical(I.Name))) ||
             (All && (knowledge::givesOfArguments(std::string_view(I.Name)) ||
                      knowledge::givesInTurn(std::string_view(I.Name)) ||
                      knowledge::numbersElements(std::string_view(I.Name))));
    default:
      return false;
    }
  }

  /// `view = x.numpy()`, where view is a global, a member, or a variable that is captured.
  bool isWrittenWhereKept(const ir::Inst &I, unsigned N, bool HoldsIt) {
    const InstKind Reads = I.Kind == InstKind::SetField    ? InstKind::GetField
                           : I.Kind == InstKind::SetGlobal ? InstKind::GetGlobal
                                                           : InstKind::GetCell;
    if (I.Kind == InstKind::SetCell && N == 1)
      return isWritten(I.Args[0].Value, HoldsIt);
    if (Reads == InstKind::GetCell || N + 1 != I.Args.size())
      return false;
    return llvm::any_of(F.Insts, [&](const ir::Inst &Read) {
      return Read.Kind == Reads && Read.Name == I.Name && isWritten(Read.Result, HoldsIt);
    });
  }

  /// False if Read takes a member of an object of another class.
  bool mayReadOwn(const NameUses::Said &Read) const {
    if (Read.I->Kind != InstKind::GetField || F.Class.empty())
      return true;
    const ir::Inst *Made = makerOf(Prog, *Read.F, Read.I->Args[0].Value);
    const llvm::StringRef Of = Read.F->isReceiver(Read.I->Args[0].Value) ? Read.F->Class
                               : Made                                    ? Prog.Types.canonical(Made->Name)
                                                                         : llvm::StringRef();
    return Of.empty() || Prog.Types.derivesFrom(Of, {{std::string_view(F.Class)}}) ||
           Prog.Types.derivesFrom(F.Class, {{std::string_view(Of)}});
  }

  bool isWrittenIn(const ir::Function &Other, ir::ValueId V, bool HoldsIt) const {
    return V && SharedMemory(Question, Prog, Other, All, Depth + 1).isWritten(V, HoldsIt);
  }

  /// Where another function gets it: `return x.numpy()`, `self.view = x.numpy()`, `views.append(x.numpy())`.
  bool isWrittenElsewhere(const ir::Inst &I, unsigned N, bool HoldsIt) {
    if (I.Kind == InstKind::MakeDict)
      return isWritten(I.Result, /*HoldsIt=*/true);
    const bool IsPut = N > 0 && ((I.Kind == InstKind::SetItem && N + 1 == I.Args.size()) ||
                                 (I.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(I.Name))));
    if (IsPut)
      return isWritten(I.Args[0].Value, /*HoldsIt=*/true);
    if (Depth == MaxDepth)
      return false;
    const auto IsWrittenAt = [&](const NameUses::Said &Read) {
      return !Question.Spent.allows(Effort::OfName) ||
             (mayReadOwn(Read) && isWrittenIn(*Read.F, Read.I->Result, HoldsIt));
    };
    if (I.Kind == InstKind::SetField || I.Kind == InstKind::SetGlobal)
      return N + 1 == I.Args.size() && llvm::any_of(All->reading(I.Name), IsWrittenAt);
    if (I.Kind != InstKind::Return && I.Kind != InstKind::Yield)
      return false;
    // Who calls a generator, or a function that opens a scope, gets it in turn.
    const bool IsInTurn = HoldsIt || I.Kind == InstKind::Yield;
    const auto IsWrittenBy = [&](const ir::Function &Caller, const ir::Inst &Call) {
      return isWrittenIn(Caller, Call.Result, IsInTurn);
    };
    return mayHoldOfCall(Prog, *All, F, Question.Spent, IsWrittenBy) ||
           (!F.Class.empty() && llvm::any_of(All->reading(ir::lastName(F.Name)), IsWrittenAt)) || isWrittenByHolders();
  }

  /// True if F runs when an object is gone over or indexed, `for a in frames`, `frames[0]`, and somebody who has one of
  /// F's class writes to what it gives.
  bool isWrittenByHolders() const {
    if (F.Class.empty() || !knowledge::givesOfObject(std::string_view(ir::lastName(F.Name))))
      return false;
    const MakerNames Names(*All, F.Class);
    return llvm::any_of(All->of(Names.Last.getArrayRef()), [&](const NameUses::Said &Made) {
      if (!Question.Spent.allows(Effort::OfName))
        return true;
      return Made.I->Kind == InstKind::Call && Names.Classes.contains(Prog.Types.canonical(Made.I->Name)) &&
             isWrittenIn(*Made.F, Made.I->Result, /*HoldsIt=*/true);
    });
  }

  Asked &Question;
  const dataflow::Program &Prog;
  const ir::Function &F;
  const NameUses *All;
  unsigned Depth;
  Filter Counts;
};

/// True if control may come from From to To, and not to Without on its way.
bool leadsTo(const ir::Function &F, const ir::Inst &From, const ir::Inst &To, const ir::Inst *Without = nullptr) {
  llvm::SmallVector<ir::BlockId, 16> Work;
  std::vector<bool> Seen(F.Blocks.size());
  const auto Goes = [&](ir::BlockId B, bool IsBehind) {
    for (const ir::InstId Id : F.block(B).Insts) {
      const ir::Inst &I = F.inst(Id);
      if (IsBehind && &I == &To)
        return true;
      if (IsBehind && &I == Without)
        return false;
      IsBehind |= &I == &From;
    }
    for (const ir::Successor &Next : F.terminator(B).Targets)
      if (!Seen[Next.Block.index()]) {
        Seen[Next.Block.index()] = true;
        Work.push_back(Next.Block);
      }
    return false;
  };
  if (Goes(From.Parent, /*IsBehind=*/false))
    return true;
  while (!Work.empty())
    if (Goes(Work.pop_back_val(), /*IsBehind=*/true))
      return true;
  return false;
}
} // namespace

bool isWrittenThrough(const SolvedFunction &S, ir::ValueId View) {
  Asked Question;
  return SharedMemory(Question, *S.Owner, *S.F).isWritten(View);
}

bool isWrittenByCall(const SolvedFunction &S, const ir::Inst &Call, const ir::Arg &A) {
  Asked Question;
  return A.Keyword.empty() && SharedMemory(Question, *S.Owner, *S.F).isWrittenByCallee(Call, &A - Call.Args.begin());
}

/// True if somebody gets what uses the memory of the array, and has it when F is left.
static bool isHandedOut(const ir::Function &F, const SharedMemory &Views) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool HandsOut = I.Kind == InstKind::Return || I.Kind == InstKind::Yield || I.Kind == InstKind::SetField ||
                          I.Kind == InstKind::SetGlobal || I.Kind == InstKind::SetItem || I.Kind == InstKind::Closure ||
                          (I.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(I.Name)));
    return HandsOut && Views.uses(I);
  });
}

/// True if the tensor may be a parameter of a module, as F has it: `net.weight.data`, one of `net.parameters()`.
static bool mayBeParameter(const ir::Function &F, ir::ValueId Tensor) {
  constexpr unsigned MaxSteps = 16;
  for (unsigned N = 0; N != MaxSteps; ++N) {
    const ir::Inst *D = F.definition(Tensor);
    if (!D || D->Args.empty())
      return false;
    const bool IsSame = knowledge::sharesMemory(std::string_view(D->Name));
    if (D->Kind == InstKind::GetField && !IsSame)
      return true;
    if (D->Kind == InstKind::Invoke && !IsSame)
      return D->Name == "parameters" || knowledge::givesState(std::string_view(D->Name));
    if (!llvm::is_contained({InstKind::GetField, InstKind::Invoke, InstKind::GetItem, InstKind::Iterate, InstKind::Next,
                             InstKind::Unpack},
                            D->Kind))
      return false;
    Tensor = D->Args[0].Value;
  }
  return false;
}

/// True if I, or what it calls, writes to the parameters of a module, whichever.
static bool writesToParameters(const dataflow::Program &Prog, const ir::Function &F, const ir::Inst &I,
                               unsigned Depth) {
  constexpr unsigned MaxDepth = 2;
  if (I.Kind == InstKind::Invoke && knowledge::writesToParameters(std::string_view(I.Name)))
    return true;
  const auto Callee = Depth < MaxDepth ? calleeOf(Prog, F, I) : std::nullopt;
  return Callee && Callee->F->hasBody() && llvm::any_of(Callee->F->Insts, [&](const ir::Inst &Inside) {
           return writesToParameters(Prog, *Callee->F, Inside, Depth + 1);
         });
}

/// True if the tensor is written to while what Read gives of it, in F, is in use.
static bool isWrittenMeanwhile(const dataflow::Program &Prog, const NameUses &All, const ir::Function &F,
                               const ir::Inst &Read, ir::ValueId Tensor, unsigned Depth) {
  Asked OfViews{&All}, OfTensor{&All}, OfHolders{&All};
  SharedMemory Views(OfViews, Prog, F, &All);
  if (Views.isWritten(Read.Result))
    return true;
  const auto IsSeen = [&](const ir::Inst &Write) {
    return leadsTo(F, Read, Write) && llvm::any_of(F.Insts, [&](const ir::Inst &Use) {
             return &Use != &Read && Views.uses(Use) && leadsTo(F, Write, Use, &Read);
           });
  };
  const bool IsParameter = mayBeParameter(F, Tensor);
  if (SharedMemory(OfTensor, Prog, F, nullptr, 0, IsSeen).isWritten(Tensor) ||
      (IsParameter && llvm::any_of(F.Insts, [&](const ir::Inst &I) {
         return writesToParameters(Prog, F, I, /*Depth=*/0) && IsSeen(I);
       })))
    return true;
  if (!isHandedOut(F, Views))
    return false;
  if (SharedMemory(OfHolders, Prog, F).isWrittenWhereHeld(Tensor))
    return true;
  constexpr unsigned MaxDepth = 3;
  const std::optional<unsigned> N = Depth < MaxDepth ? parameterOf(F, Tensor) : std::nullopt;
  return N && !F.isReceiver(Tensor) &&
         mayHoldOfCall(Prog, All, F, OfHolders.Spent, [&](const ir::Function &Caller, const ir::Inst &Call) {
           const ir::Arg *Given = givenFor(F, *N, Call);
           return Given && Call.Result && isWrittenMeanwhile(Prog, All, Caller, Call, Given->Value, Depth + 1);
         });
}

bool isCopyNoticed(const SolvedFunction &S, const Sink &Out, const ir::Inst &Read, ir::ValueId Tensor) {
  return Read.Result && isWrittenMeanwhile(*S.Owner, Out.names(), *S.F, Read, Tensor, 0);
}

bool isOfWrittenArray(const SolvedFunction &S, const Sink &Out, const ir::Inst &Made) {
  if (Made.Kind != InstKind::Call || Made.Args.empty() || !Made.Result ||
      !knowledge::givesSharedMemory(std::string_view(S.Owner->Types.canonical(Made.Name))))
    return false;
  const ir::ValueId Array = Made.Args[0].Value;
  const auto IsLater = [&](const ir::Inst &I) { return leadsTo(*S.F, Made, I); };
  Asked OfArray{&Out.names()}, OfTensor{&Out.names()};
  if (SharedMemory(OfArray, *S.Owner, *S.F, nullptr, 0, [&](const ir::Inst &I) {
        return &I != &Made && IsLater(I);
      }).isWritten(Array))
    return true;
  const ir::Inst *D = S.F->definition(Array);
  const bool IsKept = !D || D->Kind == InstKind::GetField || D->Kind == InstKind::GetGlobal;
  const auto UsesArray = [&](const ir::Inst &I) {
    return &I != &Made && llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Array; }) && IsLater(I);
  };
  return (IsKept || llvm::any_of(S.F->Insts, UsesArray)) &&
         SharedMemory(OfTensor, *S.Owner, *S.F, &Out.names()).isWritten(Made.Result);
}

} // namespace devtidy::checks
