//===- MovedAlong.cpp - What moves with a module unregistered -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/MovedAlong.h"
#include "ir/Edges.h"
#include "knowledge/MethodNames.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static constexpr unsigned MaxDepth = 8;

static bool isParam(const ir::Function &F, unsigned N, ir::ValueId V) {
  return F.hasBody() && N < F.Blocks[0].Params.size() && F.Blocks[0].Params[N] == V;
}

static bool movesItself(const ir::Inst &I) {
  return I.Kind == InstKind::Invoke && knowledge::movesInPlace(std::string_view(I.Name));
}

//===--- Where a value comes from -----------------------------------------===//

/// What may hand on the parts of its arguments: `zip(self.layers, names)`. An unknown function may.
static bool handsOn(const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::GetField:
  case InstKind::GetItem:
  case InstKind::Iterate:
  case InstKind::Next:
  case InstKind::Unpack:
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
  case InstKind::GetCell:
  case InstKind::Cell:
  case InstKind::Call:
  case InstKind::Invoke:
    return true;
  default:
    return false;
  }
}

namespace {
/// Calls Visit with each value that V may be a part of, V itself first.
struct Roots {
  const ir::Function &F;
  llvm::function_ref<void(ir::ValueId, const ir::Inst *)> Visit;
  llvm::DenseSet<unsigned> Seen;

  void follow(ir::ValueId V) {
    constexpr unsigned MaxValues = 64;
    if (Seen.size() > MaxValues || !Seen.insert(V.index()).second)
      return;
    const ir::Inst *D = F.definition(V);
    Visit(V, D);
    for (ir::ValueId Coming : ir::incoming(F, V))
      follow(Coming);
    if (D && handsOn(*D))
      for (const ir::Arg &A : D->Args)
        follow(A.Value);
  }
};
} // namespace

/// `self.__dict__` and `vars(self)` are all members.
static bool isDictionaryOf(const ir::Function &F, const ir::Inst &I, unsigned Self) {
  const bool Names = (I.Kind == InstKind::GetField && I.Name == "__dict__") ||
                     (I.Kind == InstKind::Call && knowledge::takesMembersByName(std::string_view(I.Name)));
  return Names && !I.Args.empty() && isParam(F, Self, I.Args[0].Value);
}

/// The member that `getattr(self, "layers")` names; "" if it is computed.
static llvm::StringRef namedMember(const ir::Function &F, const ir::Inst &Call) {
  const ir::Inst *Name = Call.Args.size() > 1 ? F.definition(Call.Args[1].Value) : nullptr;
  return Name && Name->Kind == InstKind::Const ? Name->Const.Text : llvm::StringRef();
}

/// The members of self that V may be a part of.
static void addRoots(const ir::Function &F, ir::ValueId V, llvm::StringSet<> &Members, bool &Any) {
  auto Visit = [&](ir::ValueId, const ir::Inst *D) {
    if (!D || D->Args.empty() || !isParam(F, 0, D->Args[0].Value))
      return;
    if (isDictionaryOf(F, *D, 0)) {
      const llvm::StringRef Member = D->Name == "getattr" ? namedMember(F, *D) : llvm::StringRef();
      Any |= Member.empty();
      Members.insert(Member);
    } else if (D->Kind == InstKind::GetField) {
      Members.insert(D->Name);
    }
  };
  Roots{F, Visit, {}}.follow(V);
}

const llvm::SmallBitVector &MovedParams::of(const ir::Function &F, unsigned Depth) {
  auto [It, New] = Known.try_emplace({&F, Depth});
  if (!New || !F.hasBody())
    return It->second;
  const auto &Params = F.Blocks[0].Params;
  llvm::SmallBitVector Moved(Params.size());
  auto NumberOf = [&](ir::ValueId V) -> size_t { return llvm::find(Params, V) - Params.begin(); };
  auto Visit = [&](ir::ValueId V, const ir::Inst *) {
    if (const size_t N = NumberOf(V); N < Params.size())
      Moved.set(N);
  };
  auto IsParam = [&](const ir::Arg &A) { return NumberOf(A.Value) < Params.size(); };
  for (const ir::Inst &I : F.Insts) {
    if (movesItself(I)) {
      Roots{F, Visit, {}}.follow(I.Args[0].Value);
      continue;
    }
    const auto G = I.Kind == InstKind::Call && Depth < MaxDepth && llvm::any_of(I.Args, IsParam)
                       ? Types.findFunction(I.Name)
                       : std::nullopt;
    if (!G)
      continue;
    const llvm::SmallBitVector &Theirs = of(*G->F, Depth + 1);
    for (unsigned N = 0; N < I.Args.size() && N < Theirs.size(); ++N)
      if (Theirs.test(N))
        Visit(I.Args[N].Value, nullptr);
  }
  return It->second = Moved;
}

/// The member of self of which V is a part that is asked of it: `self.inner.children()`, `self.inner.layer`. "" for
/// the member itself, and for what is made.
static llvm::StringRef memberOfPart(const ir::Function &F, ir::ValueId V) {
  bool IsPart = false;
  for (unsigned Steps = 0; Steps < MaxDepth; ++Steps) {
    const ir::Inst *D = F.definition(V);
    if (!D || D->Args.empty())
      return {};
    if (D->Kind == InstKind::GetField && isParam(F, 0, D->Args[0].Value))
      return IsPart ? D->Name : llvm::StringRef();
    const bool IsAsked = D->Kind == InstKind::Invoke && (knowledge::reachesParts(std::string_view(D->Name)) ||
                                                         knowledge::runsModules(std::string_view(D->Name)));
    IsPart |= IsAsked || D->Kind == InstKind::GetField;
    if (!IsAsked && D->Kind != InstKind::GetField && D->Kind != InstKind::GetItem && D->Kind != InstKind::Iterate &&
        D->Kind != InstKind::Next && D->Kind != InstKind::Unpack)
      return {};
    V = D->Args[0].Value;
  }
  return {};
}

llvm::ArrayRef<llvm::StringRef> MovedParams::registeredBy(const ir::Function &F) {
  const auto [It, New] = Registered.try_emplace(&F);
  if (!New)
    return It->second;
  for (const ir::Inst &I : F.Insts) {
    const knowledge::Callable *Known =
        I.Kind == InstKind::Invoke && I.Args.size() > 2 && isParam(F, 0, I.Args[0].Value)
            ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name))
            : nullptr;
    const bool Registers = Known && (Known->Kind == knowledge::Action::RegisterModule ||
                                     Known->Kind == knowledge::Action::RegisterParameter ||
                                     Known->Kind == knowledge::Action::RegisterBuffer);
    if (const llvm::StringRef Member = Registers ? memberOfPart(F, I.Args[2].Value) : ""; !Member.empty())
      It->second.push_back(Member);
  }
  return It->second;
}

//===--- By the class's own code ------------------------------------------===//

MovedAlong::MovedAlong(const Hierarchy &Types, MovedParams &Params, llvm::StringRef Class) : Types(Types) {
  addClass(Class, 0);
  for (llvm::StringRef Name : Chain) {
    for (const Entry &E : Types.constructors(Name))
      Reached.insert_range(Params.registeredBy(*E.F));
    for (const Entry &E : Types.links().methods(Name)) {
      Reached.insert_range(Params.registeredBy(*E.F));
      if (knowledge::reachesParts(std::string_view(methodName(*E.F))))
        reach(E, 0);
      if (Types.links().isBuilder(*E.F) || knowledge::bringsBack(std::string_view(methodName(*E.F))))
        continue;
      const MembersMoved &By = Params.byMethod(*E.F);
      if (By.MovesAny || By.ReplacesAny || !By.Moved.empty() || !By.Replaced.empty())
        ByMethods.push_back(&By);
    }
  }
}

void MovedAlong::addClass(llvm::StringRef Class, unsigned Depth) {
  const auto C = Types.findClass(Class);
  if (!C || Depth > MaxDepth || llvm::is_contained(Chain, C->C->Name))
    return;
  Chain.push_back(C->C->Name);
  for (llvm::StringRef Base : C->C->Bases)
    addClass(Base, Depth + 1);
}

llvm::SmallVector<Linker::FunctionEntry, 2> MovedAlong::methods(llvm::StringRef Name) const {
  llvm::SmallVector<Entry, 2> Found;
  for (llvm::StringRef Class : Chain)
    for (const Entry &E : Types.links().methods(Class))
      if (methodName(*E.F) == Name)
        Found.push_back(E);
  return Found;
}

/// Notes what a function, which runs when the module moves, reads of the module, its parameter Self.
void MovedAlong::reach(const Entry &E, unsigned Self) {
  const ir::Function &F = *E.F;
  if (!F.hasBody() || Self >= F.Blocks[0].Params.size() || !Seen.insert({&F, Self}).second)
    return;
  // moved = super().to(d)
  const auto IsMoved = [&](ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Call && !D->Args.empty() && isParam(F, Self, D->Args[0].Value) &&
           knowledge::movesModules(std::string_view(D->Name.rsplit('.').second));
  };
  for (const ir::Inst &I : F.Insts)
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (isParam(F, Self, I.Args[N].Value) || IsMoved(I.Args[N].Value))
        reachBy(E, I, N);
}

/// Notes what I, whose argument N is the module, may read of it.
void MovedAlong::reachBy(const Entry &In, const ir::Inst &I, unsigned N) {
  switch (I.Kind) {
  case InstKind::GetField:
    ReachesAny |= I.Name == "__dict__";
    Reached.insert(I.Name);
    for (const Entry &E : methods(I.Name)) // a property
      reach(E, 0);
    return;
  case InstKind::Invoke: {
    const auto Methods = N == 0 ? methods(I.Name) : llvm::SmallVector<Entry, 2>();
    for (const Entry &E : Methods)
      reach(E, 0);
    const bool IsLibrarys = N == 0 && knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name));
    ReachesAny |= Methods.empty() && !IsLibrarys;
    return;
  }
  case InstKind::Call:
    return reachByCall(*In.F, I, N);
  case InstKind::Closure:
    return reach({In.M, &In.M->function(I.Callee)}, N);
  case InstKind::Cell:
    ReachesAny = true;
    return;
  default:
    return;
  }
}

void MovedAlong::reachByCall(const ir::Function &F, const ir::Inst &Call, unsigned N) {
  if (Call.Name == "getattr" && N == 0 && !namedMember(F, Call).empty()) {
    Reached.insert(namedMember(F, Call));
    return;
  }
  if (const auto Callee = Types.findFunction(Call.Name)) {
    reach(*Callee, N);
    return;
  }
  // super().to(d), which reaches what is registered.
  const llvm::StringRef Name = Types.canonical(Call.Name);
  ReachesAny |= !knowledge::findClass(std::string_view(Name.rsplit('.').first)) &&
                !knowledge::readsNoMember(std::string_view(Name));
}

const MembersMoved &MovedParams::byMethod(const ir::Function &F) {
  auto It = ByMethod.find(&F);
  return It != ByMethod.end() ? It->second : ByMethod.emplace(&F, look(F)).first->second;
}

MembersMoved MovedParams::look(const ir::Function &F) {
  MembersMoved By;
  const bool Moves = llvm::any_of(F.Insts, movesItself);
  for (const ir::Inst &I : F.Insts) {
    switch (I.Kind) {
    case InstKind::Invoke:
      if (movesItself(I))
        addRoots(F, I.Args[0].Value, By.Moved, By.MovesAny);
      break;
    case InstKind::SetItem:
      if (Moves)
        addRoots(F, I.Args[0].Value, By.Replaced, By.ReplacesAny);
      break;
    case InstKind::SetField:
      if (I.Name == "data")
        addRoots(F, I.Args[0].Value, By.Replaced, By.ReplacesAny);
      break;
    case InstKind::Call:
      if (I.Name == "setattr" && !I.Args.empty() && isParam(F, 0, I.Args[0].Value)) {
        By.ReplacesAny |= Moves; // a name that is known is a SetField
      } else if (const auto Callee = Types.findFunction(I.Name)) {
        for (unsigned N = 0; N < I.Args.size(); ++N)
          if (!isParam(F, 0, I.Args[N].Value) && contains(*Callee->F, N))
            addRoots(F, I.Args[N].Value, By.Moved, By.MovesAny);
      }
      break;
    default:
      break;
    }
  }
  return By;
}

} // namespace devtidy::dataflow
