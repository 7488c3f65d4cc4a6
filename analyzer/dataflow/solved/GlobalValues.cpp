//===- GlobalValues.cpp - What top levels leave in the variables of modules ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/GlobalValues.h"
#include "dataflow/solved/GlobalGuards.h"
#include "dataflow/solved/Solutions.h"
#include "dataflow/state/Residence.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool GlobalValues::reads(const ir::Function &F, unsigned Depth) {
  auto [It, New] = Readers.try_emplace(&F, true);
  if (!New)
    return It->second;
  bool Reads = Depth > 20;
  for (const ir::Inst &I : F.Insts) {
    Reads |= I.Kind == InstKind::GetGlobal && Prog.Links.globalWriter(Prog.Types.canonical(I.Name));
    if (I.Kind == InstKind::Call && !Reads)
      if (auto E = Prog.Types.findFunction(I.Name))
        Reads |= reads(*E->F, Depth + 1) || llvm::any_of(E->F->Params, [&](const ir::Param &P) {
                   return !P.DefaultFrom.empty() && Prog.Links.globalWriter(Prog.Types.canonical(P.DefaultFrom));
                 });
    if (Reads)
      break;
  }
  return Readers[&F] = Reads;
}

bool GlobalValues::mayFind(const ir::Function &F, bool IsUsed) {
  if (!reads(F))
    return true;
  const std::optional<unsigned> Running = IsUsed ? Prog.Frames.frameOf(F) : std::nullopt;
  if (Running)
    Prog.Frames.noteUnready(*Running);
  return IsUsed && !Running;
}

/// What a top level with that summary leaves in the global at the path Of.
void GlobalValues::read(GlobalFacts &Facts, const Summary &Sum, const GlobalGuards &Guards, PathId Of) const {
  const auto Holder =
      llvm::find_if(Sum.Objects, [&](const Object &O) { return O.K == Object::Kind::Symbolic && O.Path == Of; });
  const Value *Held =
      Holder == Sum.Objects.end() ? nullptr : Sum.Final.find({ObjectId(Holder - Sum.Objects.begin()), CellField});
  if (!Held)
    return;
  Facts.V = *Held;
  // args = parser.parse_args()
  if (Held->isPlainPath())
    Facts.Left = &Sum;
  if (Facts.V.is(Value::Kind::Object)) {
    Facts.Class = Sum.Objects[Facts.V.Obj.index()].Class;
    if (const Value *D = Sum.Final.find({Facts.V.Obj, DeviceField}))
      Facts.ModuleDevice = Guards.ported(D->P.isBottom() ? leftPlace(Prog, Sum, Facts.V.Obj) : D->P, /*Asks=*/true);
    if (knowledge::isNamespace({Facts.Class.data(), Facts.Class.size()}) ||
        knowledge::bindsArguments({Facts.Class.data(), Facts.Class.size()}) || Facts.Class == "list" ||
        Facts.Class == "dict")
      Facts.Left = &Sum;
  }
  const bool OfMachine = !Facts.V.Cond || Facts.V.Cond->isOfMachine();
  const std::optional<Placement> P = Guards.ported(Facts.V.P, /*Asks=*/Facts.V.isTensor());
  if (P && OfMachine && !Facts.V.Elements)
    Facts.V.P = *P;
  else
    Facts.V = Value::unknown();
}

const GlobalFacts *GlobalValues::find(llvm::StringRef Name) {
  if (Base)
    if (auto It = Base->Globals.find(Name); It != Base->Globals.end() && !It->second.Running)
      return &It->second.Facts;
  if (auto It = Globals.find(Name); It != Globals.end()) {
    Prog.Frames.noteUnready(It->second.Unready);
    return It->second.Running ? nullptr : &It->second.Facts;
  }
  std::optional<Program::Entry> Writer = Prog.Links.globalWriter(Name);
  if (!Writer || Prog.Frames.depth() > 40 || Prog.isSkipped(*Writer->F))
    return nullptr;
  // All that this top level writes is found together.
  llvm::SmallVector<llvm::StringRef, 8> Names;
  for (const ir::Inst &I : Writer->F->Insts)
    if (I.Kind == InstKind::SetGlobal && Prog.Links.globalWriter(I.Name))
      if (auto [It, New] = Globals.try_emplace(I.Name); New) {
        It->second.Running = true;
        It->second.Unready = Prog.Frames.depth();
        Names.push_back(I.Name); // outlives what is forgotten
      }
  auto Attempt = std::make_unique<SolvedFunction>(&Prog, Writer->M, Writer->F);
  Attempt->OnlyGlobals = true;
  const unsigned Depth = Prog.Frames.depth();
  const FrameStack::Frame Mine = Prog.solveAside(*Attempt);
  Prog.forgetUnready(Depth);
  const unsigned Before = std::min(Mine.Unready, Mine.Low < Depth ? Mine.Low : ~0U);
  const Summary &Sum = *Attempt->Sum;
  const GlobalGuards Guards(Prog, Sum, Names);
  for (llvm::StringRef G : Names) {
    Global &Of = Globals[G];
    Of.Running = false;
    Of.Unready = Before < Depth ? Before : ~0U;
    read(Of.Facts, Sum, Guards, Prog.Paths.global(G));
  }
  TopLevels.push_back(std::move(Attempt));
  Prog.Frames.noteUnready(Globals[Name].Unready);
  return &Globals[Name].Facts;
}

void GlobalValues::forgetUnready(unsigned Depth) {
  for (auto It = Globals.begin(); It != Globals.end();)
    if (auto Next = std::next(It); It->second.Unready != ~0U && It->second.Unready >= Depth && !It->second.Running)
      Globals.erase(std::exchange(It, Next));
    else
      It = Next;
}

} // namespace devtidy::dataflow
