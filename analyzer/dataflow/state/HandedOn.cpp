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
#include "dataflow/state/Shared.h"
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

void PartMoves::carryGiven(ObjectId O, const Placement &P) {
  const PathTable &Paths = Solver.Prog.Paths;
  const knowledge::ClassInfo *Base = Solver.Prog.Types.libraryClass(Solver.object(O).Class);
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
    if (!isOwnField(Key.second) && Held.is(Value::Kind::Symbolic) && !Held.IsComputed && IsOne(Held.Path))
      Given.push_back(Held.Path);
  for (const PathId Part : Given)
    S.Mem.set({Solver.Objects.symbolic(Part, ""), CarriedField}, Value::tensor(P));
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
