//===- MemberWriters.cpp - Which methods put something into members -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/MemberWriters.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/OtherWrites.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The member of the receiver that V was read from, `self.items`; "" if it is something else.
static llvm::StringRef memberOfSelf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const bool IsOwn = D && D->Kind == InstKind::GetField && F.isReceiver(D->Args[0].Value);
  return IsOwn ? D->Name : llvm::StringRef();
}

constexpr KindSet Writing(InstKind::SetField, InstKind::SetItem, InstKind::Invoke);
/// The member that I, of one of these kinds, assigns, or into whose container it puts something; "" if it does neither.
static llvm::StringRef writtenBy(const ir::Function &F, const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::SetField:
    if (F.isReceiver(I.Args[0].Value))
      return I.Name;
    return knowledge::isDataAttribute(std::string_view(I.Name)) ? memberOfSelf(F, I.Args[0].Value) : llvm::StringRef();
  case InstKind::SetItem:
    return memberOfSelf(F, I.Args[0].Value);
  case InstKind::Invoke: {
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name));
    using knowledge::Action;
    const bool Adds = C && llvm::is_contained({Action::Append, Action::Insert, Action::Extend}, C->Kind);
    return Adds ? memberOfSelf(F, I.Args[0].Value) : llvm::StringRef();
  }
  default:
    return {};
  }
}

bool writesOther(const ir::Function &F, const ir::Inst &Store) {
  const bool IsOwn = F.isReceiver(Store.Args[0].Value);
  const ir::Inst *Stored = F.definition(Store.Args[1].Value);
  const bool IsNone = Stored && Stored->Kind == InstKind::Const && Stored->Const.K == ir::Constant::Kind::None;
  const bool IsSame = Stored && Stored->Kind == InstKind::GetField && Stored->Name == Store.Name;
  return !IsOwn && !IsNone && !IsSame;
}

/// True if V is what the member held, moved: `self.h.to(d)`, `x.to(d)` of x = self.h.
static bool isMovedFrom(const ir::Function &F, ir::ValueId V, llvm::StringRef Member) {
  constexpr unsigned MaxSteps = 8;
  bool Moves = false;
  for (unsigned Steps = 0; Steps < MaxSteps; ++Steps) {
    const ir::Inst *D = F.definition(V);
    if (!D || D->Args.empty())
      return false;
    if (D->Kind == InstKind::GetField && D->Name == Member)
      return Moves;
    Moves |= D->Kind == InstKind::Invoke && (knowledge::movesModules(std::string_view(D->Name)) || D->Name == "type");
    V = D->Args[0].Value;
  }
  return false;
}

/// `g.p = h`: members of an object whose class is declared.
template <typename Table>
static void noteOthers(const Linker &Links, const ir::Module &M, const ir::Function &F, Table &Writers) {
  for (const ir::Inst &I : F.Insts) {
    if (I.Kind != InstKind::SetField || !writesOther(F, I))
      continue;
    const std::string Class = Links.canonical(F.value(I.Args[0].Value).StaticType.Name, M);
    const auto Entry = Links.findClass(Class, M);
    if (!Entry)
      continue;
    if (auto &All = Writers[{Entry->C->Name, I.Name}]; All.empty() || All.back().F != &F)
      All.push_back({&M, &F});
  }
}

void MemberWriters::note(const Linker &Links, const FunctionText &Text) {
  const ir::Module &M = *Text.M;
  const ir::Function &F = *Text.F;
  if (M.declaresTypes() && F.hasBody())
    noteOthers(Links, M, F, Writers);
  if (F.Class.empty() || F.Kind != ir::FunctionKind::Method || !F.hasBody() || F.Blocks[0].Params.empty())
    return;
  // What a constructor runs is part of it.
  if (Links.isBuilder(F) && !Links.builders().isInherited(F))
    return;
  Text.forEach(Writing, [&](const ir::Inst &I) {
    const llvm::StringRef Member = writtenBy(F, I);
    if (Member.empty())
      return;
    const Key At{F.Class, Member};
    if (auto &All = Writers[At]; All.empty() || All.back().F != &F)
      All.push_back({&M, &F});
    const bool IsData = I.Kind == InstKind::SetField && I.Name != Member;
    if (IsData || (I.Kind != InstKind::Invoke && isMovedFrom(F, I.Args.back().Value, Member)))
      Moved.insert(At);
  });
}

/// An object is of its class and of all bases: what the methods of one write, those of the others read.
void MemberWriters::addRelated(const Linker &Links, const RunText &Text) {
  const DirectBases &Bases = Links.bases();
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<llvm::StringRef, 4>> Others;
  for (const auto &[Class, Direct] : Bases) {
    const auto Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return basesOf(Bases, Name); });
    for (llvm::StringRef Base : llvm::drop_begin(Order)) {
      Others[Class].push_back(Base);
      Others[Base].push_back(Class);
    }
  }
  llvm::DenseSet<const ir::Function *> Known;
  for (const auto &[At, Methods] : Writers)
    for (const Method &Each : Methods)
      Known.insert(Each.F);
  // In the order of the text, which does not hang on where keys are in memory.
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    const Method Own{Each.M, &F};
    if (F.Class.empty() || !F.hasBody() || F.Blocks[0].Params.empty() || !Known.contains(&F))
      continue;
    const auto Related = Others.find(F.Class);
    if (Related == Others.end())
      continue;
    Each.forEach(Writing, [&](const ir::Inst &I) {
      const llvm::StringRef Member = writtenBy(F, I);
      const auto All = Member.empty() ? Writers.end() : Writers.find({F.Class, Member});
      if (All == Writers.end() || !llvm::is_contained(All->second, Own))
        return;
      const bool IsMoved = Moved.contains({F.Class, Member});
      for (llvm::StringRef Other : Related->second) {
        if (auto &Theirs = Writers[{Other, Member}]; !llvm::is_contained(Theirs, Own))
          Theirs.push_back(Own);
        if (IsMoved)
          Moved.insert({Other, Member});
      }
    });
  }
}

MemberWriters::MemberWriters(const Linker &Links, RunText &Text) {
  for (const FunctionText &Each : Text.functions())
    note(Links, Each);
  addRelated(Links, Text);
}

} // namespace devtidy::dataflow
