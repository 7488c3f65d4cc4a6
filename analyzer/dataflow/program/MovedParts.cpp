//===- MovedParts.cpp - Members whose modules are moved by themselves ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/MovedParts.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool isMove(const ir::Inst &I) {
  return I.Kind == InstKind::Invoke && knowledge::movesModules({I.Name.data(), I.Name.size()});
}

bool onlyChangesType(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *To = I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
  return To && ((To->Kind == InstKind::GetGlobal && knowledge::isDtype({To->Name.data(), To->Name.size()})) ||
                (To->Kind == InstKind::GetField && To->Name == "dtype") || I.Args[1].Keyword == "dtype");
}

/// True for children() and its like, and for `_modules`, where Python keeps them.
static bool givesParts(llvm::StringRef Member) {
  const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Module, {Member.data(), Member.size()});
  return C && (C->Kind == knowledge::Action::Submodules || C->Kind == knowledge::Action::NamedSubmodules ||
               C->Kind == knowledge::Action::SubmoduleTable);
}

/// What I takes its result from: a container, or what goes over one. Nothing if it makes something new.
static llvm::ArrayRef<ir::Arg> sourcesOf(const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::GetItem:
  case InstKind::Iterate:
  case InstKind::Next:
  case InstKind::Unpack:
    return llvm::ArrayRef(I.Args).take_front();
  case InstKind::MakeList:
  case InstKind::MakeTuple:
    return I.Args;
  case InstKind::Call:
    return llvm::is_contained({"enumerate", "zip", "list", "dict", "reversed", "iter", "next", "tuple"}, I.Name)
               ? llvm::ArrayRef<ir::Arg>(I.Args)
               : llvm::ArrayRef<ir::Arg>();
  case InstKind::Invoke:
    return llvm::is_contained({"values", "items", "at", "back", "front", "ptr"}, I.Name)
               ? llvm::ArrayRef(I.Args).take_front()
               : llvm::ArrayRef<ir::Arg>();
  default:
    return {};
  }
}

/// True if a class of that name may be a module: it derives from one, or from what nobody knows.
static bool mayBeModule(const Linker &Links, const ir::Module &M, llvm::StringRef Class, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  const std::string Name = Links.canonical(Class, M);
  if (const knowledge::ClassInfo *Library = knowledge::findClass(Name))
    return Library->Kind <= knowledge::ClassKind::DistributedParallel ||
           Library->Kind == knowledge::ClassKind::JitModule;
  const std::optional<Linker::ClassEntry> C = Links.findClass(Name, M);
  return !C || Depth > MaxDepth || llvm::any_of(C->C->Bases, [&](llvm::StringRef Base) {
    return Base != "object" && mayBeModule(Links, *C->M, Base, Depth + 1);
  });
}

bool MovedParts::isOfSelf(const Site &In, const ir::Inst &Read) { return In.F.isReceiver(Read.Args[0].Value); }

/// False if what Read reads is a member of self, which is no module: it is no part of one.
bool MovedParts::mayBePart(const Site &In, const ir::Inst &Read) {
  return !isOfSelf(In, Read) || mayBeModule(In.Links, In.M, In.F.Class);
}

void MovedParts::noteMoved(const Site &In, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  const ir::Inst *D = In.F.definition(V);
  if (!D || Depth > MaxDepth)
    return;
  if ((D->Kind == InstKind::Invoke || D->Kind == InstKind::GetField) && givesParts(D->Name)) {
    Any = true;
  } else if (D->Kind == InstKind::GetGlobal) {
    if (In.F.Kind != ir::FunctionKind::TopLevel)
      Globals.insert(In.Text.meaning(D->Name, In.M).Name);
  } else if (D->Kind == InstKind::GetField) {
    if (mayBePart(In, *D))
      Members.insert(D->Name);
    if (!isOfSelf(In, *D))
      ThroughObject.insert(D->Name);
  } else if (D->Kind == InstKind::Call && D->Name == "getattr" && D->Args.size() > 1) {
    const ir::Inst *Name = In.F.definition(D->Args[1].Value);
    if (Name && Name->Kind == InstKind::Const)
      Members.insert(Name->Const.Text);
    else
      Any = true;
  }
  for (const ir::Arg &A : sourcesOf(*D))
    noteMoved(In, A.Value, Depth + 1);
}

/// True if V is Of, or what that holds: an element, or what a loop over it takes.
static bool isPartOf(const ir::Function &F, ir::ValueId V, ir::ValueId Of, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  if (V == Of || Depth > MaxDepth)
    return V == Of;
  const ir::Inst *D = F.definition(V);
  return D && llvm::any_of(sourcesOf(*D), [&](const ir::Arg &A) { return isPartOf(F, A.Value, Of, Depth + 1); });
}

/// True if F moves what its parameter N is, or holds.
static bool movesParameter(const ir::Function &F, unsigned N) {
  return F.hasBody() && N < F.Blocks[0].Params.size() &&
         llvm::any_of(
             F.Insts,
             [&](const ir::Inst &I) { return isMove(I) && isPartOf(F, I.Args[0].Value, F.Blocks[0].Params[N]); });
}

/// A helper moves what it is given: `to_gpu(model.head)`.
void MovedParts::noteCall(const Site &In, const ir::Inst &I) {
  const auto IsRead = [&](const ir::Arg &A) {
    const ir::Inst *D = In.F.definition(A.Value);
    return D && (D->Kind == InstKind::GetField || D->Kind == InstKind::GetGlobal || D->Kind == InstKind::MakeList ||
                 !sourcesOf(*D).empty() || (D->Kind == InstKind::Invoke && givesParts(D->Name)));
  };
  if (llvm::none_of(I.Args, IsRead))
    return;
  if (I.Kind == InstKind::Apply) {
    // list(map(lambda m: m.cuda(), (self.actor, self.critic)))
    const ir::Inst *Made = In.F.definition(I.Args[0].Value);
    const ir::Function *Lambda = Made && Made->Kind == InstKind::Closure ? &In.M.function(Made->Callee) : nullptr;
    for (unsigned N = 1; Lambda && N < I.Args.size(); ++N)
      if (movesParameter(*Lambda, Lambda->CaptureCount + N - 1))
        noteMoved(In, I.Args[N].Value);
    return;
  }
  const auto &Callee = In.Text.meaning(I.Name, In.M).Function;
  for (unsigned N = 0; Callee && N < I.Args.size(); ++N)
    if (movesParameter(*Callee->F, N))
      noteMoved(In, I.Args[N].Value);
}

/// True if V is what a move gave, was made on a device, or is a parameter that is made of that.
static bool isOfMove(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == InstKind::Call && D->Args.size() == 1 &&
      knowledge::isTensorClass({D->Name.data(), D->Name.size()}))
    D = F.definition(D->Args[0].Value);
  return D && (isMove(*D) || D->findKeyword("device"));
}

/// True if V is made of a member that F reads: `self.layers[:2]`, `nn.Sequential(self.conv1, self.bn1)`.
static bool isMadeOfMember(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const ir::Inst *D = Depth < MaxDepth ? F.definition(V) : nullptr;
  if (!D || D->Kind == InstKind::GetField)
    return D;
  return (D->Kind == InstKind::Call || !sourcesOf(*D).empty()) &&
         llvm::any_of(D->Args, [&](const ir::Arg &A) { return isMadeOfMember(F, A.Value, Depth + 1); });
}

/// The state of a part is moved by itself, `self.fc.weight.data = self.fc.weight.data.to(d)`, or what is made of parts:
/// `self.front = self.layers[:2].to(d)`.
void MovedParts::noteStore(const Site &In, const ir::Inst &I) {
  const ir::Inst *Moved = In.F.definition(I.Args[1].Value);
  if (Moved && isMove(*Moved) && isMadeOfMember(In.F, Moved->Args[0].Value) && isOfSelf(In, I) && mayBePart(In, I))
    Members.insert(I.Name);
  const ir::Inst *D = isOfMove(In.F, I.Args[1].Value) ? In.F.definition(I.Args[0].Value) : nullptr;
  if (D && D->Kind == InstKind::GetField && knowledge::isDataAttribute({I.Name.data(), I.Name.size()}))
    D = In.F.definition(D->Args[0].Value);
  if (D)
    noteMoved(In, D->Result);
}

/// True if Move moves a member that is found by a name which is computed, and something is done with the result: that
/// is a tensor, `setattr(self, name, getattr(self, name).to(d))`.
static bool movesTensor(const ir::Function &F, const ir::Inst &Move) {
  const ir::Inst *D = F.definition(Move.Args[0].Value);
  if (!D || D->Kind != InstKind::Call || D->Name != "getattr")
    return false;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Move.Result; });
  });
}

MovedParts::MovedParts(const Linker &Links, RunText &Text) {
  constexpr KindSet Telling(InstKind::Invoke, InstKind::Call, InstKind::Apply, InstKind::SetField);
  // What a member, a variable or a container may be read by.
  constexpr KindSet Reading(InstKind::GetField, InstKind::GetGlobal, InstKind::MakeList, InstKind::MakeTuple,
                            InstKind::GetItem, InstKind::Iterate, InstKind::Next, InstKind::Unpack, InstKind::Call,
                            InstKind::Invoke);
  for (const FunctionText &Each : Text.functions()) {
    const Site In{Links, Text, *Each.M, *Each.F};
    const auto IsRead = [&](const ir::Arg &A) { return Reading.contains(Each.KindsOfValues[A.Value.index()]); };
    Each.forEach(Telling, [&](const ir::Inst &I) {
      if (isMove(I) && !movesTensor(In.F, I))
        noteMoved(In, I.Args[0].Value);
      else if ((I.Kind == InstKind::Call || I.Kind == InstKind::Apply) && llvm::any_of(I.Args, IsRead))
        noteCall(In, I);
      else if (I.Kind == InstKind::SetField)
        noteStore(In, I);
    });
  }
}

} // namespace devtidy::dataflow
