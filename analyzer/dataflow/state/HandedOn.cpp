//===- HandedOn.cpp - Moves that somebody else makes ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `pool.submit(model.head.cuda)` and `run(lambda: model.head.cuda())` hand on what moves a part of a module, and a
// class may say itself in `_apply` what moves with it. When such a move is made, or what it reaches, nobody follows:
// nothing is certain about where these modules are.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/PartMoves.h"
#include "dataflow/state/PlainStores.h"
#include "dataflow/state/Shared.h"
#include "knowledge/Builtins.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

void PartMoves::takeMethod(const ir::Inst &Read) {
  if (knowledge::movesModules(std::string_view(Read.Name)) && !isOnlyCalled(Solver.F, Read.Result))
    loosenBehind(Read.Args[0].Value, Placement::unknown());
}

bool PartMoves::movesSomething(const ir::Module &M, const ir::Function &F, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return (I.Kind == InstKind::Invoke && knowledge::movesInPlace(std::string_view(I.Name))) ||
           (I.Kind == InstKind::Closure && Depth < MaxDepth && movesSomething(M, M.function(I.Callee), Depth + 1));
  });
}

void PartMoves::handOn(const Value &V) {
  llvm::SmallVector<ObjectId, 2> Modules;
  if (!V.is(Value::Kind::Function))
    collect(V, Modules);
  else if (V.Func && V.Elements && movesSomething(*Solver.Prog.Links.closure(*V.Func).M, *V.Func))
    for (const Value &Captured : *V.Elements)
      collect(Captured, Modules);
  for (ObjectId O : Modules)
    loosen(O, Placement::unknown());
}

void PartMoves::noteHanded(const Value &V) {
  const PathTable &Paths = Solver.Prog.Paths;
  if (!V.is(Value::Kind::Symbolic) || V.IsComputed || Solver.M.declaresTypes())
    return;
  const Path &Root = Paths[Paths.root(V.Path)];
  // What an object holds is its own.
  const bool IsOwn = Root.Kind == Path::Root::Param && Root.Index == 0 && !Solver.F.Class.empty();
  if (Root.Kind == Path::Root::Param && !IsOwn)
    S.Mem.set({Solver.Objects.symbolic(V.Path, ""), HandedField}, Value::boolean(true));
}

bool storesPlainly(const Program &Prog, llvm::StringRef Class, llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Handlers[] = {"__setattr__", "__getattribute__"};
  return !Prog.Types.findMethod(Class, Name) && llvm::none_of(Handlers, [&](llvm::StringRef Handler) {
    const std::optional<Program::Entry> Own = Prog.Types.findMethod(Class, Handler);
    return Own && Own->F->hasBody();
  });
}

/// Such a call gives None.
bool isByFunction(const ir::Function &F, const ir::Inst &I) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &Other) {
    return Other.Kind == InstKind::Const && Other.Const.K == ir::Constant::Kind::None && Other.Range == I.Range;
  });
}

/// True if F stores V, which is what a caller gave, to the member Name of itself first, whatever the way it takes, and
/// has it there ever after.
static bool storesGiven(const FunctionFrame &In, llvm::StringRef Name, const Value &V) {
  const ir::Function &F = In.F;
  const auto IsStore = [&](const ir::Inst &I) {
    return I.Kind == InstKind::SetField && I.Name == Name && F.isReceiver(I.Args[0].Value);
  };
  const auto IsIt = [&](const ir::Inst &I) {
    const ir::ValueId Stored = I.Args[1].Value;
    const bool IsRead = F.definition(Stored) || llvm::is_contained(F.block(ir::BlockId(0)).Params, Stored);
    const Value &Now = In.Values[Stored.index()];
    return I.Parent == ir::BlockId(0) && IsRead && Now.is(Value::Kind::Symbolic) && Now.Path == V.Path &&
           !isByFunction(F, I);
  };
  const auto Removes = [&](const ir::Inst &I) {
    const ir::Inst *Key = I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
    return I.Kind == InstKind::Invoke && I.Name == "__delattr__" && Key && Key->Kind == InstKind::Const &&
           Key->Const.Text == Name;
  };
  return llvm::count_if(F.Insts, IsStore) == 1 && llvm::none_of(F.Insts, Removes) &&
         llvm::any_of(F.Insts, [&](const ir::Inst &I) { return IsStore(I) && IsIt(I); });
}

namespace {
/// Of what is made of something: it, or an object that may hold it as a part; a list, which holds it and is no part.
enum class Made { Nothing, Part, List };
} // namespace

static Made madeBy(const Program &Prog, const ir::Inst &I) {
  const std::string_view Name(I.Name);
  switch (I.Kind) {
  case InstKind::GetItem:
  case InstKind::Next:
  case InstKind::Unpack:
    return Made::Part;
  case InstKind::Iterate:
  case InstKind::MakeTuple:
  case InstKind::MakeList:
  case InstKind::MakeDict:
  case InstKind::Op:
    return Made::List;
  case InstKind::Invoke:
    return knowledge::takesElement(Name)                                   ? Made::Part
           : knowledge::givesElements(Name) || knowledge::givesPairs(Name) ? Made::List
                                                                           : Made::Nothing;
  case InstKind::Call:
    if (knowledge::makesContainer(Name) || knowledge::givesOfArguments(Name) || knowledge::numbersElements(Name))
      return Made::List;
    return Prog.Types.isModuleClass(Prog.Types.canonical(I.Name)) || Prog.Types.findClass(I.Name) ? Made::Part
                                                                                                  : Made::Nothing;
  default:
    return Made::Nothing;
  }
}

/// True if I makes V, of self, a part of self.
static bool makesPart(const ir::Function &F, const ir::Inst &I, Made V) {
  if (I.Args.size() < 2 || !F.isReceiver(I.Args[0].Value))
    return false;
  // `setattr(self, k, v)`, `super().__init__(v)`, `self.add_module(name, v)`
  return (I.Kind == InstKind::SetField && V == Made::Part && !isByFunction(F, I)) || I.Kind == InstKind::Call ||
         (I.Kind == InstKind::Invoke && I.Args.size() > 2);
}

/// True if Given, or something out of it, may become a part of the object that the method F is called on.
static bool mayBecomePart(const Program &Prog, const ir::Function &F, ir::ValueId Given) {
  llvm::SmallVector<std::pair<ir::ValueId, Made>, 8> Work{{Given, Made::Part}};
  const auto Add = [&](ir::ValueId V, Made As) {
    if (V && As != Made::Nothing && !llvm::is_contained(Work, std::pair(V, As)))
      Work.push_back({V, As});
  };
  for (unsigned N = 0; N != Work.size(); ++N) {
    const auto [V, As] = Work[N];
    for (const ir::Inst &I : F.Insts) {
      for (const ir::Successor &Next : I.Targets)
        for (unsigned At = 0; At != Next.Args.size(); ++At)
          if (Next.Args[At] == V)
            Add(F.block(Next.Block).Params[At], As);
      if (llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; }))
        continue;
      if (makesPart(F, I, As))
        return true;
      Add(I.Result, madeBy(Prog, I));
    }
  }
  return false;
}

void PartMoves::carryGiven(ObjectId O, const Placement &P) {
  const PathTable &Paths = Solver.Prog.Paths;
  const llvm::StringRef Class = Solver.object(O).Class;
  const knowledge::ClassInfo *Base = Solver.Prog.Types.libraryClass(Class);
  if (!Base || !knowledge::registersByAssignment(*Base))
    return;
  // One of several is not all of them.
  const auto IsOne = [&](PathId P) {
    for (; Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
      if (Paths[P].Name.starts_with("["))
        return false;
    return Paths[P].Kind == Path::Root::Param;
  };
  llvm::SmallVector<PathId, 2> Given;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (!isOwnField(Key.second) && Held.is(Value::Kind::Symbolic) && !Held.IsComputed && IsOne(Held.Path) &&
        storesPlainly(Solver.Prog, Class, Key.second) && storesGiven(Solver, Key.second, Held))
      Given.push_back(Held.Path);
  for (const PathId Part : Given)
    S.Mem.set({Solver.Objects.symbolic(Part, ""), CarriedField}, Value::tensor(P));
  if (O != Solver.Self || Solver.M.declaresTypes())
    return;
  // Of what else the function is given, nobody here knows whether it is a part: whoever gave it has it somewhere.
  for (const ir::ValueId Param : llvm::drop_begin(Solver.F.block(ir::BlockId(0)).Params)) {
    const Value &V = Solver.Values[Param.index()];
    if (!llvm::is_contained(Given, V.Path) && mayBecomePart(Solver.Prog, Solver.F, Param))
      noteHanded(V);
  }
}

void PartMoves::keepForMover(ir::ValueId Container, const Value &Known, const Value &V) {
  const ir::Inst *Read = Solver.F.definition(Container);
  const MovedParts &Moved = Solver.Prog.Links.movedParts();
  const bool IsGlobal = Read && Read->Kind == InstKind::GetGlobal && Solver.F.Kind != ir::FunctionKind::TopLevel &&
                        Moved.isGlobalMoved(Solver.Prog.Types.canonical(Read->Name));
  // What is in a list that the object has from elsewhere, `if not hasattr(self, "all"): self.all = []`, is lost.
  const bool IsMember =
      Read && Read->Kind == InstKind::GetField && !Known.is(Value::Kind::Object) && Moved.contains(Read->Name);
  if (!IsGlobal && !IsMember)
    return;
  noteHanded(V);
  handOn(V);
}

//===--- _apply -----------------------------------------------------------===//

/// True if I hands the move on to the base: `super()._apply(fn)`. Of a class that goes before a module, only the
/// derived one says what super() is.
static bool callsBase(const ir::Function &F, const ir::Inst &I) {
  if (I.Args.empty() || !F.isReceiver(I.Args[0].Value))
    return false;
  return I.Kind == InstKind::Opaque || (I.Kind == InstKind::Call && I.Name.ends_with("._apply"));
}

bool PartMoves::leavesParts(ObjectId O) const {
  const llvm::StringRef Class = Solver.object(O).Class;
  const std::optional<Program::Entry> Own =
      Class.empty() ? std::nullopt : Solver.Prog.Types.findMethod(Class, "_apply");
  if (!Own || !Own->F->hasBody())
    return false;
  const ir::Function &F = *Own->F;
  llvm::SmallVector<ir::BlockId, 8> Work{ir::BlockId(0)};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const ir::BlockId B = Work.pop_back_val();
    if (Seen.test(B.index()))
      continue;
    Seen.set(B.index());
    if (llvm::any_of(F.block(B).Insts, [&](ir::InstId Id) { return callsBase(F, F.inst(Id)); }))
      continue;
    if (F.terminator(B).Kind == InstKind::Return)
      return true;
    for (const ir::Successor &Next : F.terminator(B).Targets)
      Work.push_back(Next.Block);
  }
  return false;
}

} // namespace devtidy::dataflow
